import { createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { FieldDiff, HistoryFilter, RunRow, ServiceDiff } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type HistoryBridge = Pick<
  Api,
  | "history"
  | "deleteRun"
  | "forget"
  | "restoreRun"
  | "exportRun"
  | "importRun"
  | "compare"
  | "recents"
  | "pin"
  | "edit"
  | "undo"
  | "service"
>;

/** A field that was given its earlier value, and the document that this made. */
export type Taken = { run: string; service: string; field: FieldDiff; document: string };

const page = 200;
const everything: HistoryFilter = { words: "", result: "", model: "", since: 0 };

/** What a run came to, as the filter has it. */
export const results = [
  { id: "", label: "Any result" },
  { id: "proven", label: "Proven" },
  { id: "failed", label: "Failed" },
  { id: "incomplete", label: "Not fully tried" },
  { id: "unproven", label: "Not proven yet" },
  { id: "cancelled", label: "Stopped" },
  { id: "interrupted", label: "Interrupted" },
];

/** How long ago, in days. */
export const spans = [
  { id: "0", label: "Any time" },
  { id: "1", label: "Today" },
  { id: "7", label: "Last 7 days" },
  { id: "30", label: "Last 30 days" },
];

/** The beginning of the first of so many days, of which today is the last; 0 for any time. */
export function sinceOf(days: number, now: number): number {
  if (days === 0) return 0;
  const first = new Date(now);
  first.setHours(0, 0, 0, 0);
  first.setDate(first.getDate() - days + 1);
  return first.getTime();
}

/** A run that the user had deleted; `done` once that is stored, and read again here. */
interface Deletion {
  id: string;
  done: Promise<boolean>;
}

/**
 * The runs that were made, newest first, and what differs between two of them. `onEdit` is told of the service of a
 * run that a comparison has edited.
 */
export function createHistory(bridge: HistoryBridge, onEdit: (run: string, service: string) => void = () => undefined) {
  const [runs, setRuns] = createStore<RunRow[]>([]);
  const [recents, setRecents] = createStore<RunRow[]>([]);
  const [total, setTotal] = createSignal(0);
  const [filter, setFilter] = createSignal(everything);
  const [days, setDays] = createSignal("0");
  const [models, setModels] = createSignal<string[]>([]);
  const [deleted, setDeleted] = createSignal<Deletion[]>([]);
  const [loaded, setLoaded] = createSignal(false);
  const [recentsLoaded, setRecentsLoaded] = createSignal(false);
  const { fault, attempt } = createAttempts();
  const [chosen, setChosen] = createSignal<string[]>([]);
  const [diff, setDiff] = createSignal<ServiceDiff[]>();
  let asked = 0;

  /** Reads the first page again; the answer to an older question is dropped. */
  async function load() {
    const mine = ++asked;
    const found = await attempt(() => bridge.history(filter(), 0, Math.max(page, runs.length)));
    if (mine !== asked) return;
    setLoaded(true);
    if (!found) return;
    setRuns(reconcile(found.runs, { key: "id" }));
    setTotal(found.total);
    setModels(found.models);
    setChosen((list) => list.filter((id) => found.runs.some((run) => run.id === id)));
  }

  async function more() {
    if (runs.length >= total()) return;
    const mine = ++asked;
    const found = await attempt(() => bridge.history(filter(), runs.length, page));
    if (mine === asked && found) setRuns((list) => [...list, ...found.runs]);
  }

  async function loadRecents() {
    const found = await attempt(() => bridge.recents());
    setRecentsLoaded(true);
    if (found) setRecents(reconcile(found, { key: "id" }));
  }

  /** Reads again what is shown of runs, when something else has changed what they came to. */
  const reload = () => Promise.all([loadRecents(), loaded() ? load() : undefined]);

  /** Reads again what a change has made old. A refused one leaves its fault to be read and gives nothing. */
  async function change<T>(work: () => Promise<T>): Promise<{ value: T } | undefined> {
    const done = await attempt(async () => ({ value: await work() }));
    if (done) await Promise.all([load(), loadRecents()]);
    return done;
  }

  /** At most two are chosen; a third replaces the older one. */
  function choose(id: string) {
    setDiff(undefined);
    setChosen((list) => (list.includes(id) ? list.filter((one) => one !== id) : [...list.slice(-1), id]));
  }

  /** The older run is the left side. */
  async function compare() {
    const pair = chosen()
      .map((id) => runs.find((run) => run.id === id))
      .filter((run) => run !== undefined)
      .sort((a, b) => a.started_at - b.started_at);
    const [a, b] = pair;
    if (a && b) setDiff(await attempt(() => bridge.compare(a.id, b.id)));
  }

  function clearFilter() {
    setFilter(everything);
    setDays("0");
    return load();
  }

  /** Two runs by their ids, wherever they stand in the list. */
  async function compareRuns(a: string, b: string) {
    await clearFilter();
    setChosen([a, b]);
    await compare();
  }

  /**
   * Gives a field of the later run the value that it had in the earlier one: an edit, of
   * an item of a list that of the whole list. Gives what `untake` takes back, nothing
   * where it was refused.
   */
  async function takeOver(run: string, service: string, field: FieldDiff): Promise<Taken | undefined> {
    const done = await change(() => bridge.edit(run, service, field.restores, JSON.parse(field.whole_a)));
    if (!done) return undefined;
    onEdit(run, service);
    await compare();
    return { run, service, field, document: done.value.document };
  }

  /** Undoes the edit of `takeOver`; where others were made since, gives the field alone its value back. */
  async function untake({ run, service, field, document }: Taken) {
    const done = await change(async () => {
      const now = await bridge.service(run, service);
      return now.document === document
        ? bridge.undo(run, service)
        : bridge.edit(run, service, field.restores, JSON.parse(field.whole_b));
    });
    if (!done) return;
    onEdit(run, service);
    await compare();
  }

  async function restore(...ids: string[]) {
    const done = await change(() => Promise.all(ids.map((id) => bridge.restoreRun(id))));
    if (done) setDeleted((list) => list.filter((one) => !ids.includes(one.id)));
    return done;
  }

  /** True where it is done. It can be brought back at once, also before it is stored. */
  async function remove(id: string) {
    const done = change(() => bridge.deleteRun(id)).then(Boolean);
    const deletion = { id, done };
    setDeleted((list) => [...list, deletion]);
    if (!(await done)) setDeleted((list) => list.filter((one) => one !== deletion));
    return done;
  }

  /** Brings back the run that was deleted last, and gives its id; "" where none came back. */
  async function restoreLast() {
    const last = deleted().at(-1);
    if (!last) return "";
    setDeleted((list) => list.filter((one) => one !== last));
    if (!(await last.done)) return "";
    if (await restore(last.id)) return last.id;
    setDeleted((list) => [...list, last]);
    return "";
  }

  return {
    runs,
    recents,
    total,
    filter,
    setFilter: (part: Partial<HistoryFilter>) => {
      setFilter({ ...filter(), ...part });
      return load();
    },
    filtered: () => Object.values(filter()).some(Boolean),
    clearFilter,
    /** The span that is shown, of `spans`. */
    days,
    setDays: (id: string) => {
      setDays(id);
      setFilter({ ...filter(), since: sinceOf(Number(id), Date.now()) });
      return load();
    },
    models,
    loaded,
    recentsLoaded,
    fault,
    chosen,
    choose,
    diff,
    compare,
    compareRuns,
    closeDiff: () => setDiff(undefined),
    takeOver,
    untake,
    load,
    more,
    loadRecents,
    reload,
    remove,
    /** Whether a run was deleted here that can be brought back. */
    canRestore: () => deleted().length > 0,
    restoreLast,
    pin: (folder: string, on: boolean) => change(() => bridge.pin(folder, on)),
    /** All runs of a folder; gives their ids, for `restore`. */
    forget: async (folder: string) => (await change(() => bridge.forget(folder)))?.value ?? [],
    restore,
    exportRun: (id: string) => attempt(() => bridge.exportRun(id, "")),
    importRun: async () => {
      const id = await attempt(() => bridge.importRun(""));
      if (id) await load();
      return id;
    },
  };
}

export type History = ReturnType<typeof createHistory>;
