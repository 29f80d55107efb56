import type { Failure, Report } from "~/bridge/report";
import { answersOf, laterWords, loudOf, protocolWords } from "./asked";
import type { ProofState } from "./proof";
import { counted } from "./words";

export type StageState = "todo" | "running" | "ok" | "failed" | "stopped" | "skipped" | "warn";

export interface Stage {
  title: string;
  state: StageState;
  note: string;
}

/** The phases that a proof tells of while it runs, after the build. */
const phases = ["build", "start", "answer", "again", "checks"];

/** Build, start, both looks, and what else was looked at: what was not checked says so. */
export function stagesOf(proof: ProofState): Stage[] {
  const { report } = proof;
  const watched = report?.probe?.kind === "watch";
  const looks = watched ? ["Watch"] : ["Answer", "Second look"];
  const titles = ["Build", "Start", ...looks, ...(proof.running ? ["Checks"] : [])];
  const notes = notesOf(proof);
  const main = titles.map((title, i) => {
    const state = stateOf(proof, i, titles.length - 1);
    return { title, state, note: noteOf(state, notes[i] ?? "", proof.waiting) };
  });
  return [...main, ...checksOf(report)];
}

function stateOf(proof: ProofState, i: number, last: number): StageState {
  const { report, running, verdict } = proof;
  if (running) {
    const live = Math.max(0, phases.indexOf(proof.phase));
    return i < live ? "ok" : i === live ? "running" : "todo";
  }
  if (verdict === "ran") return "ok";
  if (verdict === "proven" || verdict === "incomplete") {
    const doubted = verdict === "incomplete" || loudOf(report).length > 0;
    return i === 2 && doubted ? "warn" : "ok";
  }
  const at = Math.min(reached(proof), last);
  if (at < 0 || i > at) return "skipped";
  return i < at ? "ok" : verdict === "failed" ? "failed" : "stopped";
}

/** The stage in which a proof ended that did not come to its end; -1 where none was begun. */
function reached({ report, verdict, phase }: ProofState): number {
  if (verdict === "failed" && report?.failure) return failedAt(report.failure, report);
  if (verdict !== "stopped" || !report) return -1;
  return Math.max(phases.indexOf(phase), came(report));
}

function failedAt({ stage }: Failure, report: Report): number {
  if (stage === "build") return 0;
  const at = came(report);
  return stage === "limit" || at === 3 ? at : stage === "start" ? 1 : 2;
}

/** How far a report goes: what was well once was looked at again. */
function came({ start, probe }: Report): number {
  return probe?.again_ms || probe?.healthy ? 3 : probe ? 2 : start ? 1 : 0;
}

function notesOf({ steps, report, verdict }: ProofState): string[] {
  const built = steps.filter((step) => step.state === "done" || step.state === "cached").length;
  const start = report?.start;
  const probe = report?.probe;
  return [
    counted(built, "step"),
    start ? (start.listening ?? []).join(", ") || "started" : "",
    verdict === "ran"
      ? `ended with ${start?.exit_code ?? 0}`
      : probe
        ? protocolWords(probe) || (answersOf(probe)[0]?.said ?? "")
        : "",
    probe ? laterWords(probe) : "",
  ];
}

function noteOf(state: StageState, note: string, waiting: string): string {
  if (state === "running") return waiting ? `waits ${waiting}` : note;
  return state === "skipped" ? "not run" : state === "stopped" ? "stopped" : state === "todo" ? "" : note;
}

function checksOf(report: Report | null): Stage[] {
  const all = report?.checks ?? [];
  const checks = all
    .filter((check) => check.state === "passed" || check.state === "failed")
    .map<Stage>((check) => ({
      title: checkWords(check.name),
      state: check.state === "passed" ? "ok" : "warn",
      note: check.state === "passed" ? "" : counted(check.findings?.length ?? 0, "finding"),
    }));
  const rest = all.length - checks.length;
  return rest > 0 ? [...checks, { title: `${rest} not checked`, state: "skipped", note: "see Report" }] : checks;
}

export function checkWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}
