import { createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import type { ToolServer } from "~/bridge/types";
import { splitWords } from "~/state/shared/commandLine";
import { createAttempts } from "~/state/shared/attempts";
import { counted } from "~/state/shared/format";

export type ToolServersBridge = Pick<
  Api,
  "toolServers" | "addToolServer" | "giveToolServer" | "tryToolServer" | "removeToolServer"
>;
type Order = Parameters<Api["addToolServer"]>[0];

/** A server as the user writes it down: a command line, or an address. */
export interface ToolServerDraft {
  name: string;
  where: string;
  secret: string;
  value: string;
}

export const emptyDraft: ToolServerDraft = { name: "", where: "", secret: "", value: "" };

export const isAddress = (where: string) => /^https?:\/\//i.test(where.trim());

/** What is set up of a draft; undefined while a quote of its command line is open. */
export function orderOf(draft: ToolServerDraft): Order | undefined {
  const { name, where, secret, value } = draft;
  if (isAddress(where)) return { name: name.trim(), command: [], url: where.trim(), secret, value };
  const command = splitWords(where);
  return command && { name: name.trim(), command, url: "", secret, value };
}

/** The servers of other programs' tools that the user has set up. Must be created inside an owner. */
export function createToolServers(bridge: ToolServersBridge) {
  const [list, setList] = createSignal<readonly ToolServer[]>();
  /** Names of those that are being tried. */
  const [trying, setTrying] = createSignal<readonly string[]>([]);
  const { fault, setFault, attempt } = createAttempts();

  /** False where it was refused: its fault can be read then. */
  async function change(work: () => Promise<ToolServer[]>): Promise<boolean> {
    const now = await attempt(work);
    if (now) setList(now);
    return now !== undefined;
  }

  async function tryOne(name: string) {
    if (trying().includes(name)) return;
    setTrying((now) => [...now, name]);
    await change(() => bridge.tryToolServer(name));
    setTrying((now) => now.filter((one) => one !== name));
  }

  return {
    list,
    fault,
    clearFault: () => setFault(undefined),
    trying: (name: string) => trying().includes(name),
    load: () => change(() => bridge.toolServers()),
    add: (order: Order) => change(() => bridge.addToolServer(order)),
    give: (name: string, variable: string, value: string) => change(() => bridge.giveToolServer(name, variable, value)),
    tryOne,
    remove: (name: string) => change(() => bridge.removeToolServer(name)),
  };
}

export type ToolServers = ReturnType<typeof createToolServers>;

/** What is known of whether it works. */
export function stateWords(one: ToolServer): string {
  if (one.state === "failed") return "could not be started";
  if (one.state === "untried") return "not tried";
  return one.tools.length === 0 ? "has no tools" : counted(one.tools.length, "tool");
}

/** Where a secret value comes from. */
export function neededWords(need: ToolServer["needs"][number]): string {
  if (need.kept === "keychain") return "in the system's keychain";
  if (need.kept === "session") return "kept until aipack is closed: this computer has no usable keychain";
  if (need.kept === "environment") return "from aipack's environment";
  return "is not set";
}
