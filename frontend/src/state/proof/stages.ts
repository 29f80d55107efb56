import type { Check, Failure, Report } from "~/bridge/report";
import { answersOf, secondCheckWords, loudWarnings, protocolWords } from "./probe";
import type { ProofState, StageState } from "./progress";
import { hasOtherServices, lacksService, otherServicesWords } from "./dataServices";
import { counted, duration } from "~/state/shared/format";

export interface Stage {
  title: string;
  state: StageState;
  note: string;
}

type Part = "build" | "neighbours" | "release" | "start" | "answer" | "again" | "checks";

/** The phases that a proof tells of while it runs; it stays for its neighbours before the last checks. */
const phases: Record<string, Part> = {
  "": "build",
  build: "build",
  neighbours: "neighbours",
  release: "release",
  start: "start",
  answer: "answer",
  again: "again",
  stay: "checks",
  checks: "checks",
};
const order: Part[] = ["build", "neighbours", "release", "start", "answer", "again", "checks"];

/** Build, what comes before the start, both looks, and what else was looked at: what was not checked says so. */
export const stagesOf = (proof: ProofState): Stage[] => [...mainOf(proof), ...checksOf(proof.report)];

/** The same on one line: the checks in a single stage. */
export function stagesInShort(proof: ProofState): Stage[] {
  const checks = proof.report?.checks ?? [];
  if (proof.running || checks.length === 0) return mainOf(proof);
  const of = (state: string) => checks.filter((check) => check.state === state).length;
  const [passed, failed] = [of("passed"), of("failed")];
  const note = [
    passed > 0 ? `${passed} passed` : "",
    failed > 0 ? `${failed} with findings` : "",
    passed + failed < checks.length ? `${checks.length - passed - failed} not checked` : "",
  ];
  const state = failed > 0 ? "warn" : passed > 0 ? "ok" : "skipped";
  return [...mainOf(proof), { title: "Checks", state, note: note.filter(Boolean).join(", ") }];
}

function mainOf(proof: ProofState): Stage[] {
  const parts = partsOf(proof);
  return parts.map((part) => {
    const state = stateOf(proof, part, parts);
    return { title: titleOf(part, proof), state, note: noteOf(state, notesOf(proof, part), proof) };
  });
}

/** What a plan has no part of is no stage of its proof. */
function partsOf({ came, report, running }: ProofState): Part[] {
  const watched = report?.probe?.kind === "watch";
  return order.filter((part) => {
    if (part === "neighbours") return came.includes(part) || hasOtherServices(report);
    if (part === "release") return came.includes(part) || Boolean(report?.release);
    if (part === "again") return !watched;
    return part !== "checks" || running;
  });
}

function titleOf(part: Part, { report }: ProofState): string {
  if (part === "answer") return report?.probe?.kind === "watch" ? "Watch" : "Response";
  if (part === "neighbours") return "Other services";
  return part === "again" ? "Recheck" : part.charAt(0).toUpperCase() + part.slice(1);
}

function stateOf(proof: ProofState, part: Part, parts: Part[]): StageState {
  const { report, running, verdict, phase } = proof;
  const i = order.indexOf(part);
  if (running) {
    const live = phases[phase];
    if (live === undefined) return "todo"; // it is not its turn yet
    const done = part === "neighbours" && proof.lacking.length > 0 ? "warn" : "ok";
    return i < order.indexOf(live) ? done : part === live ? "running" : "todo";
  }
  const passed = part === "neighbours" && lacksService(report) ? "warn" : "ok";
  if (verdict === "ran") return passed;
  if (verdict === "proven" || verdict === "incomplete") {
    const doubted = verdict === "incomplete" || loudWarnings(report).length > 0;
    return part === "answer" && doubted ? "warn" : passed;
  }
  const last = order.indexOf(parts[parts.length - 1] ?? "build");
  const at = Math.min(reached(proof), last);
  if (at < 0 || i > at) return "skipped";
  return i < at ? passed : verdict === "failed" ? "failed" : "stopped";
}

/** The stage in which a proof ended that did not come to its end; -1 where none was begun. */
function reached({ report, verdict, phase }: ProofState): number {
  if (verdict === "failed" && report?.failure) return order.indexOf(failedAt(report.failure, report));
  if (verdict !== "stopped" || !report) return -1;
  return Math.max(order.indexOf(phases[phase] ?? "build"), order.indexOf(farthest(report)));
}

function failedAt({ stage }: Failure, report: Report): Part {
  if (stage === "build" || stage === "release") return stage;
  const at = farthest(report);
  return stage === "limit" || at === "again" ? at : stage === "start" ? "start" : "answer";
}

/** How far a report goes: what was healthy once was looked at again. */
function farthest({ release, start, probe }: Report): Part {
  if (probe) return probe.again_ms || probe.healthy ? "again" : "answer";
  return start ? "start" : release ? "release" : "build";
}

function notesOf({ steps, report, verdict, lacking }: ProofState, part: Part): string {
  const start = report?.start;
  const probe = report?.probe;
  switch (part) {
    case "build":
      return counted(steps.filter((step) => step.state === "done" || step.state === "cached").length, "step");
    case "neighbours":
      return report ? otherServicesWords(report) : lacking.map((name) => `${name} is not running`).join(", ");
    case "release":
      return report?.release ? `${report.release.command}, ${duration(report.release.duration_ms)}` : "";
    case "start":
      return start ? (start.listening ?? []).join(", ") || "started" : "";
    case "answer":
      if (verdict === "ran") return `exited with ${start?.exit_code ?? 0}`;
      return probe ? protocolWords(probe) || (answersOf(probe)[0]?.said ?? "") : "";
    case "again":
      return probe ? secondCheckWords(probe) : "";
    default:
      return "";
  }
}

function noteOf(state: StageState, note: string, { waiting }: ProofState): string {
  if (state === "running") return waiting ? `waiting ${waiting}` : note;
  return state === "skipped" ? "not run" : state === "stopped" ? "stopped" : state === "todo" ? "" : note;
}

function checksOf(report: Report | null): Stage[] {
  const all = report?.checks ?? [];
  const looked = all.filter((check) => check.state === "passed" || check.state === "failed");
  const rest = all.length - looked.length;
  const checks = looked.map(checkStage);
  return rest > 0 ? [...checks, { title: `${rest} not checked`, state: "skipped", note: "see Report" }] : checks;
}

function checkStage({ name, state, findings }: Check): Stage {
  if (state === "passed") return { title: checkWords(name), state: "ok", note: "" };
  return { title: checkWords(name), state: "warn", note: counted(findings?.length ?? 0, "finding") };
}

export function checkWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}
