import type { ProofItem, Report, Step, Store, Try, Verdict } from "~/bridge/report";
import type { ProofRow } from "~/bridge/types";

/** One line of the live log. */
export interface LogLine {
  step: number;
  text: string;
  at: number;
}

/** How a part of a proof stands, or a data service beside it. */
export type StageState = "todo" | "running" | "ok" | "failed" | "stopped" | "skipped" | "warn";

/** The proof of one service. */
export interface ProofState {
  id: string;
  service: string;
  running: boolean;
  /** "queued" before it is its turn. */
  phase: string;
  /** What is waited for in that phase. */
  waiting: string;
  /** Neighbours that it needs and that are not there. */
  lacking: string[];
  /** The phases that it came through, in their order. */
  came: string[];
  startedAt: number;
  steps: Step[];
  /** What was tried beyond the first proof, in its order. */
  tries: Try[];
  /** What it came to; "" before its end. */
  verdict: Verdict | "";
  /** Why, where there is no report. */
  cause: string;
  /** None where it came to an end before anything was built. */
  report: Report | null;
}

export const idle = (): ProofState => ({
  id: "",
  service: "",
  running: false,
  phase: "",
  waiting: "",
  lacking: [],
  came: [],
  startedAt: 0,
  steps: [],
  tries: [],
  verdict: "",
  cause: "",
  report: null,
});

/** A service's proof as the history has it. One under way goes on, and its report comes at the end. */
export function proofStateOf(row: ProofRow): ProofState {
  const { id, service, started_at: startedAt, verdict, cause } = row;
  const known = { ...idle(), id, service, startedAt };
  return verdict === "running" ? { ...known, running: true } : { ...known, verdict, cause };
}

/** Whether what the lane has said so far is over: another proof of it begins. */
export function startsOver(item: ProofItem): boolean {
  if (item.try) return item.try.state === "trying" || (item.try.state === "again" && !item.try.came);
  return item.phase === "build";
}

/** Takes one thing that happened into the lane that it is about. */
export function applyItem(lane: ProofState, item: ProofItem) {
  const { step, index, phase, waiting, lacking, end } = item;
  if (startsOver(item)) Object.assign(lane, { steps: [], came: [], lacking: [], phase: "", waiting: "", verdict: "" });
  if (item.try) lane.tries[index] = item.try;
  else if (end) Object.assign(lane, { running: false, waiting: "", verdict: end.verdict, cause: end.cause });
  else if (step) lane.steps[index] = step;
  else if (phase) {
    lane.phase = phase;
    lane.waiting = waiting;
    if (lacking) lane.lacking = lacking;
    if (!lane.came.includes(phase)) lane.came.push(phase);
  }
}

/** What is said of a data service now, in the place of what was said before. */
export function putStore(stores: Store[], one: Store) {
  const at = stores.findIndex((known) => known.name === one.name);
  if (at < 0) stores.push(one);
  else stores[at] = one;
}

/** What the program said, the steps and what ran before the start among it. */
export function linesOf(report: Report): LogLine[] {
  const line = (step: number) => (text: string) => ({ step, text, at: 0 });
  return [
    ...(report.steps ?? []).flatMap((step, i) => (step.log ?? []).map(line(i))),
    ...(report.release?.log ?? []).map(line(-1)),
    ...(report.start?.log ?? []).map(line(-1)),
  ];
}
