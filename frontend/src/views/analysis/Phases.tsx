import { createMemo, For, Show } from "solid-js";
import type { Lane, Step } from "~/state/phases";
import type { Run } from "~/state/run";
import { duration, phaseWords } from "~/state/words";
import { Ball, mark } from "~/parts/Evidence";
import { Dot, PaneTitle, paneHead } from "~/parts/Facts";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<Step["state"], [IconName, string, string]> = {
  waiting: ["circle-dashed", "text-muted", "waiting"],
  running: ["loader", "", "running"],
  done: ["circle-check", "text-success", "done"],
  failed: ["circle-x", "text-danger", "failed"],
};

/** The phases on one axis of time, and a lane for each service. */
export function Phases(props: { source: Pick<Run, "course"> }) {
  const course = () => props.source.course.course;
  const span = createMemo(() => ({
    from: course().startedAt,
    ms: Math.max(1, course().endedAt - course().startedAt),
  }));
  const laneSteps = () => course().lanes.reduce((n, lane) => n + lane.steps.length, 0);
  const laneDone = () =>
    course().lanes.reduce((n, lane) => n + lane.steps.filter((one) => one.state === "done").length, 0);
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Phases">
      <div class={paneHead}>
        <PaneTitle title="Phases" />
        <span class="flex-1" />
        <span class="flex items-center gap-1.5 text-mark text-muted">
          <span class="h-0.5 w-3 bg-line-control" /> rules
          <Show when={props.source.course.steps().some((step) => step.model)}>
            <span class="ml-1.5 h-0.5 w-3 bg-accent" /> model
          </Show>
        </span>
      </div>
      <div class="min-h-0 flex-1 overflow-auto py-1" tabIndex={0} role="group" aria-label="Phases of the analysis">
        <ol>
          <For each={course().before}>{(step) => <PhaseRow step={step} span={span()} />}</For>
        </ol>
        <Show when={course().lanes.length > 0}>
          <p class="flex items-center justify-between px-3 pt-2 pb-1 text-mark text-muted">
            <span class="font-semibold">Services, side by side</span>
            <span class="tabular-nums">
              {laneDone()} of {laneSteps()} steps
            </span>
          </p>
          <For each={course().lanes}>{(lane) => <ServiceLane lane={lane} many={course().lanes.length > 6} />}</For>
        </Show>
        <ol>
          <For each={course().after}>{(step) => <PhaseRow step={step} span={span()} />}</For>
        </ol>
      </div>
    </section>
  );
}

function PhaseRow(props: { step: Step; span: { from: number; ms: number } }) {
  const left = () => Math.min(98, Math.max(0, ((props.step.startedAt - props.span.from) / props.span.ms) * 100));
  const width = () => Math.max(2.5, Math.min(100 - left(), (props.step.durationMs / props.span.ms) * 100));
  return (
    <li
      class="grid h-7 grid-cols-[1.125rem_minmax(0,1fr)_4rem_auto_3.25rem] items-center gap-2 px-3"
      classList={{ "bg-accent-soft": props.step.state === "running", "bg-danger-soft": props.step.state === "failed" }}
    >
      <Icon name={icons[props.step.state][0]} class={icons[props.step.state][1]} />
      <span class="flex min-w-0 items-baseline gap-2">
        <span class={`whitespace-nowrap ${props.step.state === "waiting" ? "text-muted" : "text-strong"}`}>
          {phaseWords(props.step.name)}
        </span>
        <span class="sr-only">{icons[props.step.state][2]}</span>
        <span class="cut text-label text-muted" title={props.step.problem || props.step.result}>
          {props.step.problem || props.step.result}
        </span>
      </span>
      <span class="relative h-1.5">
        <Show when={props.step.startedAt > 0}>
          <span
            class={`absolute top-0 h-1.5 min-w-0.5 rounded-[1px] ${props.step.model ? "bg-accent" : "bg-line-control"}`}
            style={{ left: `${left()}%`, width: `${width()}%` }}
          />
        </Show>
      </span>
      <span class="flex items-center gap-1 text-mark font-medium text-evidence tabular-nums">
        <Show when={props.step.confidence > 0}>
          <Ball confidence={props.step.confidence} model={props.step.model} />
          {mark(props.step.confidence)}
        </Show>
      </span>
      <span class="text-right text-label whitespace-nowrap text-muted tabular-nums">
        {props.step.state === "done" || props.step.state === "failed" ? duration(props.step.durationMs) : ""}
      </span>
    </li>
  );
}

/** One service: a pip for each of its phases. With many services a finished lane folds to its head. */
function ServiceLane(props: { lane: Lane; many: boolean }) {
  const done = () => props.lane.steps.filter((step) => step.state === "done").length;
  const ms = () => props.lane.steps.reduce((sum, step) => sum + step.durationMs, 0);
  const unsure = () => props.lane.steps.filter((step) => step.confidence > 0 && step.confidence < 0.7);
  const folded = () => props.many && done() === props.lane.steps.length && unsure().length === 0;
  return (
    <div class="mx-2.5 mt-0.5 mb-1.5 overflow-hidden rounded-control border border-line bg-raised">
      <div class="flex h-7.5 items-center gap-1.75 px-2.25" classList={{ "border-b border-line": !folded() }}>
        <Dot language={props.lane.language} />
        <span class="cut flex-1 font-medium text-strong">
          {props.lane.path === "." ? props.lane.name : props.lane.path}
        </span>
        <span class="text-label text-muted tabular-nums">
          {done()} of {props.lane.steps.length}, {duration(ms())}
        </span>
      </div>
      <Show when={!folded()}>
        <ul class="grid grid-cols-8 gap-0.75 px-2.25 pt-1.75 pb-2">
          <For each={props.lane.steps}>{(step) => <Pip step={step} />}</For>
        </ul>
        <For each={unsure()}>
          {(step) => (
            <p class="flex items-center gap-2 border-t border-warning-line bg-warning-soft px-2.25 py-1 text-label">
              <Icon name="alert" class="text-warning" />
              <span>
                <strong class="text-strong">
                  {phaseWords(step.name)} is unsure, {step.confidence.toFixed(2)}.
                </strong>{" "}
                {step.result}. Check it in Result.
              </span>
            </p>
          )}
        </For>
      </Show>
    </div>
  );
}

function Pip(props: { step: Step }) {
  const low = () => props.step.confidence > 0 && props.step.confidence < 0.7;
  const bar = () =>
    props.step.state === "done"
      ? low()
        ? "bg-warning-line"
        : "bg-success"
      : props.step.state === "running"
        ? "bg-accent"
        : props.step.state === "failed"
          ? "bg-danger"
          : "bg-active";
  return (
    <li
      class="min-w-0"
      title={`${phaseWords(props.step.name)}: ${props.step.problem || props.step.result || icons[props.step.state][2]}`}
    >
      <span class={`block h-1 rounded-full ${bar()}`} />
      <span
        class="mt-0.75 block overflow-hidden text-mark text-ellipsis whitespace-nowrap"
        classList={{
          "text-muted": props.step.state === "waiting" || props.step.state === "done",
          "font-medium text-strong": props.step.state === "running",
          "font-medium text-danger": props.step.state === "failed",
        }}
      >
        {phaseWords(props.step.name)}
        <span class="sr-only">
          {icons[props.step.state][2]} {low() ? "unsure" : ""}
        </span>
      </span>
    </li>
  );
}
