import { createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import type { Kept } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";
import { counted } from "~/state/shared/format";

export type StorageBridge = Pick<Api, "kept" | "salvagesSeen" | "backUp" | "clearHistory">;
export type Salvage = Kept["salvages"][number];

/** What is kept on this computer as a whole, and what was saved of it after damage. */
export function createStorage(bridge: StorageBridge) {
  const [state, setState] = createSignal<Kept>();
  const [busy, setBusy] = createSignal(false);
  const { fault, attempt } = createAttempts();

  async function load() {
    const found = await attempt(() => bridge.kept());
    if (found) setState(found);
  }

  /** Undefined where it was refused: its fault can be read then. */
  async function doing<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true);
    const done = await attempt(work);
    setBusy(false);
    if (done !== undefined) await load();
    return done;
  }

  return {
    state,
    busy,
    fault,
    load,
    salvages: () => state()?.salvages ?? [],
    seen: async () => {
      if (await attempt(async () => (await bridge.salvagesSeen(), true))) await load();
    },
    /** Gives the file, "" when the user thought better of it. */
    backUp: () => doing(() => bridge.backUp()),
    /** Gives how many runs are gone. */
    clear: () => doing(() => bridge.clearHistory()),
  };
}

const nouns: Record<string, string> = {
  runs: "run",
  documents: "document",
  edits: "edit",
  events: "event record",
  proofs: "proof",
  exchanges: "model answer",
  variables: "variable",
  pins: "pinned project",
};

const order = [...Object.keys(nouns), "settings"];

const listed = (words: string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;

/** "24 runs, 618 documents and the settings", "1 run"; "" for nothing. */
export function salvageWords(salvage: Salvage): { saved: string; lost: string } {
  const words = (count: "rows" | "lost") =>
    listed(
      salvage.kinds
        .filter((one) => one[count] > 0)
        .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
        .map((one) => (one.kind === "settings" ? "the settings" : counted(one[count], nouns[one.kind] ?? one.kind))),
    );
  return { saved: words("rows"), lost: words("lost") };
}
