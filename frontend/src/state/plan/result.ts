import { batch, createMemo, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { UniversalBuild } from "~/bridge/document";
import { rejected } from "~/bridge/fault";
import type { Fault, ServiceState } from "~/bridge/types";
import { fieldWords, within } from "./fields";
import { afterPaint } from "~/state/shared/async";

export type ResultBridge = Pick<
  Api,
  "service" | "edit" | "setDocument" | "undo" | "redo" | "reset" | "apply" | "editDockerfile"
>;

/** A service of a run. */
export interface Target {
  run: string;
  service: string;
}

/** The service tabs of a run and the edits of each. Must be created inside an owner. */
export function createResult(bridge: ResultBridge, later: (work: () => void) => void = afterPaint) {
  const [services, setServices] = createSignal<string[]>([]);
  const [current, setCurrent] = createSignal("");
  const [states, setStates] = createStore<Record<string, ServiceState>>({});
  const [fault, setFault] = createSignal<Fault>();
  const [busy, setBusy] = createSignal(0);
  const [lit, light] = createSignal<string[]>([]);
  /** The field that has the focus: what it makes is brought into view. */
  const [focused, focus] = createSignal("");
  const [run, setRun] = createSignal("");
  /** How often the plan was changed. */
  const [changes, setChanges] = createSignal(0);
  let turn = Promise.resolve();

  const state = createMemo<ServiceState | undefined>(() => states[current()]);
  const doc = createMemo(() => parsed(state()?.document));
  const original = createMemo(() => parsed(state()?.original));

  /** Why the service cannot be built as it stands, and in which field; "" where it can. */
  const invalid = createMemo(() => {
    const wrong = state()?.problems.find((one) => one.level === "error");
    return wrong ? `${fieldWords(wrong.field).replace(": ", ", ")}: ${wrong.message}` : (state()?.invalid ?? "");
  });

  /** What is looked at now. Who edits over time keeps it: the user may be elsewhere when the edit is made. */
  const here = (): Target => ({ run: run(), service: current() });

  /** Changes of one run happen one after the other, so that an answer never overtakes a later one. */
  function change(at: Target, ask: (run: string, service: string) => Promise<ServiceState>): Promise<boolean> {
    setBusy((n) => n + 1);
    const mine = turn.then(async () => {
      try {
        const next = await ask(at.run, at.service);
        if (at.run === run()) {
          const known = states[at.service];
          if (known && (next.document !== known.document || next.dockerfile.content !== known.dockerfile.content))
            setChanges((n) => n + 1);
          setStates(at.service, reconcile(next, { key: null }));
        }
        setFault(undefined);
        return true;
      } catch (thrown) {
        if (at.run === run()) setFault(rejected(thrown));
        return false;
      } finally {
        setBusy((n) => n - 1);
      }
    });
    turn = mine.then(() => undefined);
    return mine;
  }

  /** Shows the services of a run; the same run keeps its tab. `first` is the state of one of them, where it is known. */
  async function open(id: string, paths: string[], first?: ServiceState) {
    batch(() => {
      if (id !== run()) {
        setRun(id);
        setStates(reconcile({}));
        setFault(undefined);
      }
      if (first) setStates(first.service, reconcile(first, { key: null }));
      setServices(paths);
      if (!paths.includes(current())) setCurrent(paths[0] ?? "");
    });
    const read = (service: string) => change({ run: id, service }, bridge.service);
    const unknown = paths.filter((path) => path !== first?.service);
    const others = unknown.filter((path) => path !== current());
    // What is looked at comes first, the other tabs once it is on the screen.
    if (others.length > 0) later(() => id === run() && others.forEach((path) => void read(path)));
    if (unknown.includes(current())) await read(current());
  }

  return {
    services,
    current,
    setCurrent,
    states,
    state,
    doc,
    original,
    fault,
    busy: () => busy() > 0,
    changes,
    lit,
    light,
    focused,
    focus,
    open,
    invalid,
    isLit: (pointer: string) => lit().some((one) => within(one, pointer) || within(pointer, one)),
    isEdited: (pointer: string) => (state()?.edited ?? []).some((one) => within(one, pointer)),
    documentOf: (service: string) => parsed(states[service]?.document),
    clearFault: () => setFault(undefined),
    here,
    edit: (pointer: string, value: unknown, at = here()) =>
      change(at, (of, service) => bridge.edit(of, service, pointer, value)),
    /** Several fields in one step, so that they are undone together. */
    editAll: (edits: { field: string; value: unknown }[], at = here()) =>
      change(at, (of, service) => bridge.apply(of, service, edits)),
    setDocument: (json: string, at = here()) => change(at, (of, service) => bridge.setDocument(of, service, json)),
    /** Writes the Dockerfile by hand; "" takes the plan's own again. */
    editDockerfile: (text: string, at = here()) =>
      change(at, (of, service) => bridge.editDockerfile(of, service, text)),
    undo: () => change(here(), bridge.undo),
    redo: () => change(here(), bridge.redo),
    reset: (pointer: string) => change(here(), (of, service) => bridge.reset(of, service, pointer)),
    /** A service's state, read again: a proof has kept an edit in the plan. */
    refresh: (of: string, service: string) => change({ run: of, service }, bridge.service),
  };
}

export type Result = ReturnType<typeof createResult>;

/** Undefined for what is no document. */
export function parsed(text: string | undefined): UniversalBuild | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as UniversalBuild;
  } catch {
    return undefined;
  }
}
