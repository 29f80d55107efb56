import { createStore, produce } from "solid-js/store";
import type { EventBody, RunState, Stamped } from "~/bridge/types";
import type { Phase } from "./opening";
import { repositoryOf, type Repository } from "./repository";
import { noSubmissionOf, type NoSubmission } from "./noSubmission";

export type StepState = "waiting" | "running" | "done" | "failed";

/** One phase, of the repository or of one service. */
export interface Step {
  name: string;
  state: StepState;
  startedAt: number;
  durationMs: number;
  confidence: number;
  model: boolean;
  result: string;
  problem: string;
}

/** The phases of one service. */
export interface Lane {
  path: string;
  name: string;
  language: string;
  steps: Step[];
}

export interface Course {
  state: "idle" | "running" | "completed" | "failed" | "cancelled" | "interrupted";
  startedAt: number;
  endedAt: number;
  before: Step[];
  lanes: Lane[];
  after: Step[];
  /** How many steps there are, and how many are done: counted as they come, for there may be thousands. */
  total: number;
  done: number;
  /** The phase that was begun last, "" when nothing runs. */
  phase: string;
  /** Whether a model was asked in one of the steps. */
  model: boolean;
  files: number;
  /** Undefined until the folder was walked, and of runs of older versions. */
  repository: Repository | undefined;
  /** Why the scan is not complete, in words and as the code of its reason; both "" where it is. */
  partial: string;
  partialReason: string;
  /** Why a model that was wanted could not be asked to the end; "" where none was, or it could. */
  rulesAlone: string;
  /** What a run that ended early had found: how many services were through, and the paths of those that were not. */
  kept: { through: number; left: string[] } | undefined;
  /** How a model that looked through the project ended without a submission; undefined where none did. */
  noSubmission: NoSubmission | undefined;
}

const before = ["scan", "classify", "structure", "dependencies", "build_order", "cache"];
const perService = ["runtime", "entrypoint", "port", "build", "native_deps", "env_vars", "health", "cache"];
const after = ["assemble", "check"];

const waiting = (name: string): Step => ({
  name,
  state: "waiting",
  startedAt: 0,
  durationMs: 0,
  confidence: 0,
  model: false,
  result: "",
  problem: "",
});

const empty = (): Course => ({
  state: "idle",
  startedAt: 0,
  endedAt: 0,
  before: before.map(waiting),
  lanes: [],
  after: after.map(waiting),
  total: before.length + after.length,
  done: 0,
  phase: "",
  model: false,
  files: 0,
  repository: undefined,
  partial: "",
  partialReason: "",
  rulesAlone: "",
  kept: undefined,
  noSubmission: undefined,
});

/** The course of a run, made of its events. Rows stand there from the start, so that nothing jumps. */
export function createCourse() {
  const [course, set] = createStore<Course>(empty());
  /** Where each service's lane stands, so that an event finds its own without a search. */
  const places: Places = new Map();

  function apply(events: readonly Stamped[]) {
    if (events.length === 0) return;
    set(
      produce((draft) => {
        for (const event of events) take(draft, places, event);
      }),
    );
  }

  function reset() {
    places.clear();
    set(empty());
  }

  /** A run whose end nobody told ended when it was last heard of. */
  function settle(state: RunState) {
    if (state === "running" || (course.state !== "running" && course.state !== "idle")) return;
    set(produce((draft) => end(draft, state, draft.endedAt)));
  }

  return { course, apply, settle, reset };
}

type Places = Map<string, number>;

/** The lanes by their paths; they are kept in the order in which the services began. */
export function inOrder(lanes: readonly Lane[]): Lane[] {
  const byPath = new Map(lanes.map((one) => [one.path, one]));
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The phase that ended a run, undefined where none did. */
export function failedPhase(course: Course): Phase | undefined {
  const failed = (list: readonly Step[]) => list.find((step) => step.state === "failed")?.name;
  const ofLane = course.lanes.find((lane) => failed(lane.steps) !== undefined);
  const name = failed(course.before) ?? (ofLane ? failed(ofLane.steps) : undefined) ?? failed(course.after);
  // The check of the documents is the last thing that is done; it is no phase to begin with.
  if (name === undefined || name === "check") return undefined;
  return {
    phase: name,
    service: course.before.some((step) => step.name === name && step.state === "failed") ? "" : (ofLane?.path ?? ""),
  };
}

/** Names the lanes of the services that there are documents of. */
function known(course: Course, places: Places, event: EventBody) {
  for (const service of event.services ?? []) {
    const lane = course.lanes[places.get(service.path) ?? -1];
    if (lane) Object.assign(lane, { name: service.name, language: service.language });
  }
}

function take(course: Course, places: Places, { type, ts, event }: Stamped) {
  course.endedAt = Math.max(course.endedAt, ts);
  switch (type) {
    case "run.started":
      places.clear();
      Object.assign(course, empty(), { state: "running", startedAt: ts, endedAt: ts });
      return;
    case "run.completed":
      known(course, places, event);
      course.rulesAlone = event.rules_alone ?? "";
      end(course, "completed", ts);
      return;
    case "run.failed":
    case "run.cancelled":
      known(course, places, event);
      if (event.services?.length)
        course.kept = { through: event.services.length, left: [...(event.left_services ?? [])] };
      end(course, type === "run.failed" ? "failed" : "cancelled", ts);
      return;
    case "exploration.ended":
      course.noSubmission = noSubmissionOf(event);
      return;
    case "scan.completed":
      course.files = event.files ?? 0;
      course.partial = event.partial ?? "";
      course.partialReason = event.reason ?? "";
      course.repository = repositoryOf(event);
      return;
    case "phase.started":
    case "phase.completed":
    case "phase.failed":
      phase(course, find(course, places, event), type, ts, event);
      return;
    case "validation.started":
    case "validation.failed":
      phase(course, find(course, places, { phase: "check" }), "phase.started", ts, event);
  }
}

function phase(course: Course, step: Step, type: string, ts: number, event: EventBody) {
  if (type === "phase.started") {
    if (step.state === "running") return;
    turn(course, step, "running");
    step.startedAt = ts;
    course.phase = step.name;
    return;
  }
  turn(course, step, type === "phase.failed" ? "failed" : "done");
  Object.assign(step, {
    startedAt: step.startedAt || ts,
    durationMs: event.duration_ms ?? 0,
    confidence: event.confidence ?? 0,
    model: event.llm ?? false,
    result: event.result ?? "",
    problem: event.problem ?? "",
  });
  course.model ||= step.model;
}

/** Gives a step another state and keeps count. */
function turn(course: Course, step: Step, state: StepState) {
  course.done += Number(state === "done") - Number(step.state === "done");
  step.state = state;
}

function find(course: Course, places: Places, event: EventBody): Step {
  const name = event.phase ?? "";
  const list = event.service
    ? proofStateOf(course, places, event.service).steps
    : after.includes(name)
      ? course.after
      : course.before;
  const known = list.find((step) => step.name === name);
  if (known) return known;
  course.total++;
  list.push(waiting(name));
  return list.at(-1) ?? waiting(name);
}

function proofStateOf(course: Course, places: Places, path: string): Lane {
  const known = course.lanes[places.get(path) ?? -1];
  if (known) return known;
  const name = path === "." ? "the project" : path;
  places.set(path, course.lanes.length);
  course.total += perService.length;
  course.lanes.push({ path, name, language: "", steps: perService.map(waiting) });
  return proofStateOf(course, places, path);
}

/** What runs when the run ends has ended too; a completed run has checked its documents. */
function end(course: Course, state: Course["state"], ts: number) {
  course.state = state;
  course.endedAt = ts;
  course.phase = "";
  for (const step of [...course.before, ...course.lanes.flatMap((one) => one.steps), ...course.after]) {
    if (step.state !== "running") continue;
    turn(course, step, state === "completed" ? "done" : "waiting");
    step.durationMs = ts - step.startedAt;
  }
}
