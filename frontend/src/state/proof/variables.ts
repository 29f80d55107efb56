import { batch, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { ProofVariable } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type VariablesBridge = Pick<
  Api,
  "proofVariables" | "setProofVariable" | "removeProofVariable" | "revealProofVariable"
>;

/** What a service is proved and previewed with. Must be created inside an owner. */
export function createVariables(bridge: VariablesBridge) {
  const [list, setList] = createSignal<readonly ProofVariable[]>([]);
  /** Values of secrets that the user looks at. */
  const [revealed, setRevealed] = createStore<Record<string, string>>({});
  /** The name that the editor opens with; undefined while it is closed. */
  const [editing, setEditing] = createSignal<string>();
  const { fault, setFault, attempt } = createAttempts();
  let of: readonly [run: string, service: string] = ["", ""];

  const same = (then: typeof of) => then[0] === of[0] && then[1] === of[1];

  /** Does something for the service that is shown; the answer to one that is not shown any more is dropped. */
  async function change(work: (run: string, service: string) => Promise<ProofVariable[]>): Promise<boolean> {
    const mine = of;
    const rows = await attempt(() => work(...mine));
    if (rows && same(mine)) setList(rows);
    return rows !== undefined;
  }

  /** Shows a service's variables. */
  function show(run: string, service: string) {
    if (!same([run, service])) {
      of = [run, service];
      batch(() => {
        setList([]);
        setRevealed(reconcile({}));
      });
    }
    return change((...at) => bridge.proofVariables(...at));
  }

  /** False where the value was refused. */
  async function set(name: string, value: string) {
    const kept = await change((...at) => bridge.setProofVariable(...at, name, value));
    if (kept) hide(name);
    return kept;
  }

  async function remove(name: string) {
    hide(name);
    await change((...at) => bridge.removeProofVariable(...at, name));
  }

  async function reveal(name: string) {
    const mine = of;
    const value = await attempt(() => bridge.revealProofVariable(...mine, name));
    if (value !== undefined && same(mine)) setRevealed({ [name]: value });
  }

  function hide(name: string) {
    setRevealed(reconcile(Object.fromEntries(Object.entries(revealed).filter(([one]) => one !== name))));
  }

  /** What was looked at is hidden again. */
  function close() {
    batch(() => {
      setEditing(undefined);
      setRevealed(reconcile({}));
      setFault(undefined);
    });
  }

  return {
    list,
    revealed,
    editing,
    fault,
    show,
    set,
    remove,
    reveal,
    hide,
    edit: (name = "") => setEditing(name),
    close,
  };
}

export type Variables = ReturnType<typeof createVariables>;

/** Where a value is kept, in words; "" for one in the history, which needs none. */
export function keptWords(one: ProofVariable): string {
  if (one.kept === "keychain") return "kept in the system's keychain";
  if (one.kept === "session" && one.secret) return "kept until aipack is closed: this computer has no usable keychain";
  if (one.kept === "session") return "kept until aipack is closed: the history cannot be written";
  return one.secret && one.kept === "" ? "its value is gone: it was kept for one session, or the keychain lost it" : "";
}
