import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { Sequence, type RunBatch } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { Fault, Problem, RunState, ServiceState, Snapshot, Stamped } from "~/bridge/types";
import { createCourse } from "./phases";

/** What a run needs of the bridge; tests pass a fake. */
export interface RunBridge {
  snapshot(id: string): Promise<Snapshot>;
  onRun(then: (batch: RunBatch) => void): () => void;
}

export interface RunInfo {
  id: string;
  path: string;
  name: string;
  state: RunState | "";
  startedAt: number;
  durationMs: number;
  missing: string;
  error: Fault | null;
  services: string[];
  documents: string[];
  problems: Problem[];
}

const nothing = (): RunInfo => ({
  id: "",
  path: "",
  name: "",
  state: "",
  startedAt: 0,
  durationMs: 0,
  missing: "",
  error: null,
  services: [],
  documents: [],
  problems: [],
});

/** So long a missing event is waited for before the snapshot is read again. */
const patience = 400;
const ends = new Set(["run.completed", "run.failed", "run.cancelled"]);

type End = NonNullable<RunBatch["end"]>;

/** One run as the window sees it. Must be created inside an owner. */
export function createRun(bridge: RunBridge, after: (f: () => void, ms: number) => unknown = setTimeout) {
  const [info, set] = createStore<RunInfo>(nothing());
  const [events, setEvents] = createSignal<readonly Stamped[]>([]);
  const [loading, setLoading] = createSignal(false);
  const [fault, setFault] = createSignal<Fault>();
  const [answers, setAnswers] = createSignal(0);
  const [first, setFirst] = createSignal<ServiceState>();
  const course = createCourse();
  let sequence = new Sequence<Stamped>();
  let end: End | undefined;
  let waitingFor = -1;

  onCleanup(bridge.onRun((sent) => sent.run_id === info.id && hear(sent)));

  /** Go sends at most twenty batches a second, so each is shown as it comes. */
  function hear(sent: RunBatch) {
    end = sent.end ?? end;
    const ready = sequence.add(sent.events ?? []);
    if (!ready.some((event) => ends.has(event.type))) {
      show(ready);
      if (sequence.stuck && waitingFor !== sequence.last) recoverFrom(sequence.last);
    } else if (end) finish(ready, end);
    else {
      show(ready);
      void load(info.id);
    }
  }

  /** The end and what came of it are shown at once, without another question. */
  function finish(ready: Stamped[], { snapshot, first }: End) {
    batch(() => {
      show(ready);
      setFirst(first ?? undefined);
      set(reconcile(infoOf(snapshot)));
      setFault(undefined);
    });
  }

  /** Reads the snapshot again when the next event does not come by itself. */
  function recoverFrom(last: number) {
    waitingFor = last;
    after(() => {
      waitingFor = -1;
      if (sequence.last === last) void load(info.id);
    }, patience);
  }

  function show(ready: Stamped[]) {
    if (ready.length === 0) return;
    batch(() => {
      course.apply(ready);
      const came = ready.filter((event) => event.type === "llm.response").length;
      if (came > 0) setAnswers((known) => known + came);
      setEvents((known) => known.concat(ready));
    });
  }

  /** Takes the snapshot: what it has and the page has not is shown, the rest replaced. */
  async function load(id: string) {
    try {
      const snapshot = await bridge.snapshot(id);
      if (id !== info.id) return;
      batch(() => {
        show(sequence.add(snapshot.events));
        course.settle(snapshot.state);
        // The end may have come while this was on its way.
        if (!(snapshot.state === "running" && over())) set(reconcile(infoOf(snapshot)));
        setFault(undefined);
      });
    } catch (thrown) {
      if (id === info.id) setFault(rejected(thrown));
    } finally {
      if (id === info.id) setLoading(false);
    }
  }

  const over = () => info.state !== "" && info.state !== "running";

  /** Turns to another run; the events that come meanwhile are kept. */
  async function follow(id: string) {
    batch(() => {
      sequence = new Sequence();
      end = undefined;
      setFirst(undefined);
      waitingFor = -1;
      course.reset();
      setAnswers(0);
      setEvents([]);
      set(reconcile({ ...nothing(), id }));
      setFault(undefined);
      setLoading(id !== "");
    });
    if (id !== "") await load(id);
  }

  return {
    info,
    events,
    course,
    /** How many answers of a model have come. */
    answers,
    /** The first service, where it came with the end of the run. */
    first,
    loading,
    fault,
    follow,
    reload: () => load(info.id),
  };
}

export type Run = ReturnType<typeof createRun>;

export function infoOf(snapshot: Snapshot): RunInfo {
  return {
    id: snapshot.run_id,
    path: snapshot.path,
    name: snapshot.name,
    state: snapshot.state,
    startedAt: snapshot.started_at,
    durationMs: snapshot.duration_ms,
    missing: snapshot.missing,
    error: snapshot.error ?? null,
    services: snapshot.services,
    documents: snapshot.documents,
    problems: snapshot.problems,
  };
}
