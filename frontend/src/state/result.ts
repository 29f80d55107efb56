import { batch, createMemo, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { UniversalBuild } from "~/bridge/document";
import { rejected } from "~/bridge/fault";
import type { Fault, ServiceState } from "~/bridge/types";
import { within } from "./fields";
import { afterPaint } from "./later";

export type ResultBridge = Pick<
  Api,
  "service" | "edit" | "setDocument" | "undo" | "redo" | "reset" | "apply" | "editDockerfile"
>;

/** The service tabs of a run and the edits of each. Must be created inside an owner. */
export function createResult(bridge: ResultBridge, later: (work: () => void) => void = afterPaint) {
  const [services, setServices] = createSignal<string[]>([]);
  const [current, setCurrent] = createSignal("");
  const [states, setStates] = createStore<Record<string, ServiceState>>({});
  const [fault, setFault] = createSignal<Fault>();
  const [busy, setBusy] = createSignal(0);
  const [lit, light] = createSignal<string[]>([]);
  let run = "";
  let turn = Promise.resolve();

  const state = createMemo<ServiceState | undefined>(() => states[current()]);
  const doc = createMemo(() => parsed(state()?.document));
  const original = createMemo(() => parsed(state()?.original));

  /** Changes of one run happen one after the other, so that an answer never overtakes a later one. */
  function change(service: string, ask: (run: string) => Promise<ServiceState>): Promise<boolean> {
    const of = run;
    setBusy((n) => n + 1);
    const mine = turn.then(async () => {
      try {
        const next = await ask(of);
        if (of === run) setStates(service, reconcile(next, { key: null }));
        setFault(undefined);
        return true;
      } catch (thrown) {
        if (of === run) setFault(rejected(thrown));
        return false;
      } finally {
        setBusy((n) => n - 1);
      }
    });
    turn = mine.then(() => undefined);
    return mine;
  }

  const changeHere = (ask: (run: string, service: string) => Promise<ServiceState>) => {
    const here = current();
    return change(here, (of) => ask(of, here));
  };

  /** Shows the services of a run; the same run keeps its tab. `first` is the state of one of them, where it is known. */
  async function open(id: string, paths: string[], first?: ServiceState) {
    batch(() => {
      if (id !== run) {
        run = id;
        setStates(reconcile({}));
        setFault(undefined);
      }
      if (first) setStates(first.service, reconcile(first, { key: null }));
      setServices(paths);
      if (!paths.includes(current())) setCurrent(paths[0] ?? "");
    });
    const read = (path: string) => change(path, (of) => bridge.service(of, path));
    const unknown = paths.filter((path) => path !== first?.service);
    const others = unknown.filter((path) => path !== current());
    // What is looked at comes first, the other tabs once it is on the screen.
    if (others.length > 0) later(() => id === run && others.forEach((path) => void read(path)));
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
    lit,
    light,
    open,
    isLit: (pointer: string) => lit().some((one) => within(one, pointer) || within(pointer, one)),
    isEdited: (pointer: string) => (state()?.edited ?? []).some((one) => within(one, pointer)),
    documentOf: (service: string) => parsed(states[service]?.document),
    clearFault: () => setFault(undefined),
    edit: (pointer: string, value: unknown) => changeHere((of, here) => bridge.edit(of, here, pointer, value)),
    /** Several fields in one step, so that they are undone together. */
    editAll: (edits: { field: string; value: unknown }[]) => changeHere((of, here) => bridge.apply(of, here, edits)),
    setDocument: (json: string) => changeHere((of, here) => bridge.setDocument(of, here, json)),
    /** Writes the Dockerfile by hand; "" takes the plan's own again. */
    editDockerfile: (text: string, service = current()) =>
      change(service, (of) => bridge.editDockerfile(of, service, text)),
    undo: () => changeHere((of, here) => bridge.undo(of, here)),
    redo: () => changeHere((of, here) => bridge.redo(of, here)),
    reset: (pointer: string) => changeHere((of, here) => bridge.reset(of, here, pointer)),
    applyFix: (service: string, edits: unknown) => change(service, (of) => bridge.apply(of, service, edits)),
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
