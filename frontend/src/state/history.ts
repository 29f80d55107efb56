import { createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { RunRow, ServiceDiff } from "~/bridge/types";
import { createAttempts } from "./attempts";

export type HistoryBridge = Pick<
  Api,
  "history" | "deleteRun" | "forget" | "restoreRun" | "exportRun" | "importRun" | "compare" | "recents"
>;

const page = 200;

/** The runs that were made, newest first, and what differs between two of them. */
export function createHistory(bridge: HistoryBridge) {
  const [runs, setRuns] = createStore<RunRow[]>([]);
  const [recents, setRecents] = createStore<RunRow[]>([]);
  const [total, setTotal] = createSignal(0);
  const [filter, setFilter] = createSignal("");
  const [loaded, setLoaded] = createSignal(false);
  const [recentsLoaded, setRecentsLoaded] = createSignal(false);
  const { fault, attempt } = createAttempts();
  const [chosen, setChosen] = createSignal<string[]>([]);
  const [diff, setDiff] = createSignal<ServiceDiff[]>();
  let asked = 0;

  /** Reads the first page anew; the answer to an older question is dropped. */
  async function load() {
    const mine = ++asked;
    const found = await attempt(() => bridge.history(filter(), 0, Math.max(page, runs.length)));
    if (mine !== asked) return;
    setLoaded(true);
    if (!found) return;
    setRuns(reconcile(found.runs, { key: "id" }));
    setTotal(found.total);
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

  /** Reads anew what a change has made old. A refused one leaves its fault to be read and gives nothing. */
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

  /** Two runs by their ids, wherever they stand in the list. */
  async function compareRuns(a: string, b: string) {
    setFilter("");
    await load();
    setChosen([a, b]);
    await compare();
  }

  return {
    runs,
    recents,
    total,
    filter,
    setFilter: (text: string) => {
      setFilter(text);
      return load();
    },
    loaded,
    recentsLoaded,
    fault,
    chosen,
    choose,
    diff,
    compare,
    compareRuns,
    closeDiff: () => setDiff(undefined),
    load,
    more,
    loadRecents,
    /** True where it is done. */
    remove: async (id: string) => (await change(() => bridge.deleteRun(id))) !== undefined,
    /** All runs of a folder; gives their ids, for `restore`. */
    forget: async (folder: string) => (await change(() => bridge.forget(folder)))?.value ?? [],
    restore: (...ids: string[]) => change(() => Promise.all(ids.map((id) => bridge.restoreRun(id)))),
    exportRun: (id: string) => attempt(() => bridge.exportRun(id, "")),
    importRun: async () => {
      const id = await attempt(() => bridge.importRun(""));
      if (id) await load();
      return id;
    },
  };
}

export type History = ReturnType<typeof createHistory>;
