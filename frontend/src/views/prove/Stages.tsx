import { createMemo, For } from "solid-js";
import type { ProofState } from "~/state/proof";
import { counted, duration } from "~/state/words";
import { Icon, type IconName } from "~/ui/Icon";

type State = "todo" | "running" | "ok" | "failed" | "skipped" | "warn";

interface Stage {
  title: string;
  state: State;
  note: string;
}

const icons: Record<State, [IconName, string]> = {
  todo: ["circle", "text-disabled"],
  running: ["loader", ""],
  ok: ["circle-check", "text-success"],
  failed: ["circle-x", "text-danger"],
  skipped: ["circle-slash", "text-muted"],
  warn: ["alert", "text-warning"],
};

/** Build, start, probe, and what else was looked at: what was not checked says so. */
export function stagesOf(proof: ProofState): Stage[] {
  const { report, running, phase, steps } = proof;
  const order = ["build", "start", "health"];
  const at = report?.failure ? order.indexOf(report.failure.stage === "limit" ? "build" : report.failure.stage) : -1;
  const live = phase === "start" ? 1 : 0;
  const state = (i: number): State => {
    if (running) return i < live ? "ok" : i === live ? "running" : "todo";
    if (report?.verdict === "proven") return "ok";
    if (at < 0) return "skipped";
    return i < at ? "ok" : i === at ? "failed" : "skipped";
  };
  const notes = [
    counted(steps.filter((step) => step.state === "done" || step.state === "cached").length, "step"),
    report?.start ? (report.start.listening ?? []).join(", ") || "started" : "",
    report?.probe ? (report.probe.status ? String(report.probe.status) : duration(report.probe.latency_ms)) : "",
  ];
  const main = ["Build", "Start", "Probe"].map((title, i) => {
    const now = state(i);
    return { title, state: now, note: now === "skipped" ? "not run" : now === "todo" ? "" : (notes[i] ?? "") };
  });
  const all = report?.checks ?? [];
  const checks = all
    .filter((check) => check.state === "passed" || check.state === "failed")
    .map<Stage>((check) => ({
      title: checkWords(check.name),
      state: check.state === "passed" ? "ok" : "warn",
      note: check.state === "passed" ? "" : counted(check.findings?.length ?? 0, "finding"),
    }));
  const rest = all.length - checks.length;
  if (rest > 0) checks.push({ title: `${rest} not checked`, state: "skipped", note: "see Report" });
  return [...main, ...checks];
}

export function checkWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}

export function Stages(props: { state: ProofState }) {
  const stages = createMemo(() => stagesOf(props.state));
  return (
    <ol
      data-pane
      aria-label="Stages"
      class="flex min-h-10 shrink-0 flex-wrap items-center gap-x-5 border-b border-line px-4 py-1.5"
    >
      <For each={stages()}>
        {(stage) => (
          <li class="flex items-center gap-1.5 whitespace-nowrap">
            <Icon name={icons[stage.state][0]} class={icons[stage.state][1]} />
            <span
              class={`font-medium ${stage.state === "todo" || stage.state === "skipped" ? "text-muted" : "text-strong"}`}
            >
              {stage.title}
            </span>
            <span class="max-w-72 cut text-label text-muted tabular-nums">{stage.note}</span>
          </li>
        )}
      </For>
    </ol>
  );
}
