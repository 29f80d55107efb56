import { createSignal } from "solid-js";
import { createStore, reconcile, unwrap } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { FleetFilter, FleetRow, FleetState } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type FleetBridge = Pick<Api, "fleet" | "fleetPage" | "fleetRetry" | "fleetAgain" | "fleetStop">;

/** Rows that are asked for at once. */
export const pageSize = 100;
/** Between two looks while something waits or runs, in milliseconds. */
export const interval = 2_000;

/** A list that runs by fetches nothing: a page is asked for where it is still looked at after so many milliseconds. */
const still = 40;

const any: FleetFilter = { cause: "", text: "" };

/**
 * The queue of many repositories and what came of each. It is asked only while its page is shown; of the results only
 * the parts that somebody looks at are held.
 */
export function createFleet(bridge: FleetBridge) {
  const { fault, attempt } = createAttempts();
  const [state, setState] = createSignal<FleetState>();
  const [filter, setFilter] = createSignal(any);
  /** How many results the filter picks; undefined before the first answer. */
  const [all, setAll] = createSignal<number>();
  const [pages, setPages] = createStore<Record<number, FleetRow[] | undefined>>({});
  const [at, setAt] = createSignal(0);
  const [opened, setOpened] = createSignal<FleetRow>();
  const [busy, setBusy] = createSignal(false);
  const [left, setLeft] = createSignal<number>();
  let shown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let question = 0; // the filter's; answers to an earlier one are dropped
  let looked: number[] = [0]; // the pages that rows were looked at of, the last one first
  let began: { at: number; jobs: number } | undefined;
  const asking = new Set<number>();
  let wanted: number | undefined; // the row that is to be opened once it is there

  const row = (index: number) => pages[Math.floor(index / pageSize)]?.[index % pageSize];

  async function load(page: number) {
    if (asking.has(page)) return;
    asking.add(page);
    const mine = question;
    const came = await attempt(() => bridge.fleetPage(filter(), page * pageSize, pageSize));
    if (mine !== question) return;
    asking.delete(page);
    if (!came) return;
    setAll(came.all);
    setPages(page, reconcile(came.rows, { key: null, merge: true }));
    setAt((now) => Math.max(0, Math.min(now, came.all - 1)));
    if (wanted !== undefined && row(wanted)) show(wanted);
    else follow(page);
  }

  /** Opens a row, as soon as it is there. What is held of it does not change with its place in the list. */
  function show(index: number) {
    const here = row(index);
    wanted = here ? undefined : index;
    if (here) setOpened(structuredClone(unwrap(here)));
  }

  /** What is opened stays that, wherever it stands now. */
  function follow(page: number) {
    const now = opened();
    const index = now ? (pages[page]?.findIndex((one) => same(one, now)) ?? -1) : -1;
    if (index < 0 || wanted !== undefined) return;
    show(page * pageSize + index);
    setAt(page * pageSize + index);
  }

  /** A row is looked at: what it shows is fetched. */
  function need(index: number) {
    const page = Math.floor(index / pageSize);
    looked = [page, ...looked.filter((one) => one !== page)].slice(0, 2);
    if (pages[page]) return;
    clearTimeout(soon);
    soon = setTimeout(() => looked.filter((one) => !pages[one]).forEach((one) => void load(one)), still);
  }

  /** Asks again for what is looked at; the rest is forgotten. */
  async function reload() {
    const kept = [...looked];
    setPages((known) =>
      Object.fromEntries(
        Object.keys(known)
          .filter((page) => !kept.includes(Number(page)))
          .map((page) => [page, undefined]),
      ),
    );
    await Promise.all(kept.map(load));
  }

  async function refresh() {
    clearTimeout(timer);
    const now = await attempt(bridge.fleet);
    if (now) {
      setState(now);
      reckon(now);
      if (now.there) await reload();
    }
    clearTimeout(timer);
    if (shown && !fault() && now && jobs(now) > 0) timer = setTimeout(() => void tick(), interval);
  }
  /** Nobody sees a window that is hidden. */
  function tick() {
    if (!document.hidden) return refresh();
    timer = setTimeout(() => void tick(), interval);
    return undefined;
  }

  /** How long the rest will take where it goes on as since somebody looks; undefined before that is known. */
  function reckon(now: FleetState) {
    const n = jobs(now);
    if (n === 0) began = undefined;
    else if (!began || n > began.jobs) began = { at: Date.now(), jobs: n };
    const done = began ? began.jobs - n : 0;
    setLeft(began && done > 0 ? ((Date.now() - began.at) / done) * n : undefined);
  }

  function narrow(to: Partial<FleetFilter>) {
    setFilter({ ...filter(), ...to });
    question++;
    asking.clear();
    looked = [0];
    setPages(reconcile({}));
    setAt(0);
    close();
    return load(0);
  }
  function close() {
    wanted = undefined;
    setOpened(undefined);
  }

  /** Changes the queue and looks at it again. */
  async function change<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true);
    const came = await attempt(work);
    if (came !== undefined) await refresh();
    setBusy(false);
    return came;
  }

  function move(to: number) {
    setAt(to);
    if (opened()) show(to);
  }

  return {
    fault,
    state,
    filter,
    all,
    row,
    at,
    opened,
    busy,
    left,
    need,
    move,
    narrow,
    refresh,
    show: () => {
      shown = true;
      return refresh();
    },
    leave: () => {
      shown = false;
      clearTimeout(timer);
      clearTimeout(soon);
      began = undefined;
    },
    open: (index: number) => {
      setAt(index);
      show(index);
    },
    close,
    /** "" is what failed, was given up or could not be had. Gives how many. */
    retry: (cause: string) => change(() => bridge.fleetRetry(cause)),
    again: (one: FleetRow) => change(() => bridge.fleetAgain(one.repository, one.ref, one.want)),
    stop: () => change(bridge.fleetStop),
  };
}

export type Fleet = ReturnType<typeof createFleet>;

export const jobs = (state: FleetState) => state.waiting + state.later + state.running;

const same = (a: FleetRow, b: FleetRow) => a.repository === b.repository && a.ref === b.ref && a.want === b.want;

/** Causes that are tried again where nobody says which. */
const bad = ["failed", "gave_up", "unavailable"];
export const failures = (state: FleetState) =>
  state.causes.filter((one) => bad.includes(one.cause)).reduce((sum, one) => sum + one.n, 0);

/** The last two names of a folder or an address: shop/api. */
export function shortName(repository: string): string {
  const names = repository
    .replace(/[\\/]+$/, "")
    .replace(/\.git$/, "")
    .split(/[\\/:]/)
    .filter(Boolean);
  return names.slice(-2).join("/") || repository;
}

/** Its reference and commit: "main 1a2b3c4d"; of a folder as it lies nothing. */
export function commitWords(one: Pick<FleetRow, "ref" | "commit">): string {
  const commit = one.commit.startsWith("tree:") ? "" : one.commit.slice(0, 8);
  return one.ref === one.commit ? commit : [one.ref, commit].filter(Boolean).join(" ");
}
