import { createMemo } from "solid-js";
import { createStore, produce } from "solid-js/store";
import type { EventBody, Stamped } from "~/bridge/types";
import type { Phase } from "./opening";

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
  state: "idle" | "running" | "completed" | "failed" | "cancelled";
  startedAt: number;
  endedAt: number;
  before: Step[];
  lanes: Lane[];
  after: Step[];
  files: number;
  partial: string;
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
  files: 0,
  partial: "",
});

/** The course of a run, made of its events. Rows stand there from the start, so that nothing jumps. */
export function createCourse() {
  const [course, set] = createStore<Course>(empty());
  const steps = createMemo(() => [...course.before, ...course.lanes.flatMap((lane) => lane.steps), ...course.after]);
  const done = createMemo(() => steps().filter((step) => step.state === "done").length);
  const current = createMemo(() => steps().find((step) => step.state === "running"));

  function apply(events: readonly Stamped[]) {
    if (events.length === 0) return;
    set(
      produce((draft) => {
        for (const event of events) take(draft, event);
      }),
    );
  }

  return { course, steps, done, current, apply, reset: () => set(empty()) };
}

export type CourseModel = ReturnType<typeof createCourse>;

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

function take(course: Course, { type, ts, event }: Stamped) {
  course.endedAt = Math.max(course.endedAt, ts);
  switch (type) {
    case "run.started":
      Object.assign(course, empty(), { state: "running", startedAt: ts, endedAt: ts });
      return;
    case "run.completed":
      for (const service of event.services ?? []) {
        const lane = course.lanes.find((known) => known.path === service.path);
        if (lane) Object.assign(lane, { name: service.name, language: service.language });
      }
      end(course, "completed", ts);
      return;
    case "run.failed":
      end(course, "failed", ts);
      return;
    case "run.cancelled":
      end(course, "cancelled", ts);
      return;
    case "scan.completed":
      course.files = event.files ?? 0;
      course.partial = event.partial ?? "";
      return;
    case "phase.started":
    case "phase.completed":
    case "phase.failed":
      phase(find(course, event), type, ts, event);
      return;
    case "validation.started":
    case "validation.failed":
      phase(find(course, { phase: "check" }), "phase.started", ts, event);
  }
}

function phase(step: Step, type: string, ts: number, event: EventBody) {
  if (type === "phase.started") {
    if (step.state !== "running") Object.assign(step, { state: "running", startedAt: ts });
    return;
  }
  Object.assign(step, {
    state: type === "phase.failed" ? "failed" : "done",
    startedAt: step.startedAt || ts,
    durationMs: event.duration_ms ?? 0,
    confidence: event.confidence ?? 0,
    model: event.llm ?? false,
    result: event.result ?? "",
    problem: event.problem ?? "",
  });
}

function find(course: Course, event: EventBody): Step {
  const name = event.phase ?? "";
  const list = event.service ? lane(course, event.service).steps : after.includes(name) ? course.after : course.before;
  const known = list.find((step) => step.name === name);
  if (known) return known;
  list.push(waiting(name));
  return list.at(-1) ?? waiting(name);
}

function lane(course: Course, path: string): Lane {
  const known = course.lanes.find((one) => one.path === path);
  if (known) return known;
  const name = path === "." ? "the project" : path;
  course.lanes.push({ path, name, language: "", steps: perService.map(waiting) });
  course.lanes.sort((a, b) => (a.path < b.path ? -1 : 1));
  return lane(course, path);
}

/** What runs when the run ends has ended too; a completed run has checked its documents. */
function end(course: Course, state: Course["state"], ts: number) {
  course.state = state;
  course.endedAt = ts;
  for (const step of [...course.before, ...course.lanes.flatMap((one) => one.steps), ...course.after]) {
    if (step.state !== "running") continue;
    step.state = state === "completed" ? "done" : "waiting";
    step.durationMs = ts - step.startedAt;
  }
}
