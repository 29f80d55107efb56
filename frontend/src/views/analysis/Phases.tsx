import { createMemo, createSignal, For, Show } from "solid-js";
import type { Phase } from "~/state/run/opening";
import { inOrder, type Step } from "~/state/run/phases";
import type { Repository } from "~/state/run/repository";
import type { Run } from "~/state/run/run";
import { counted, duration, phaseWords } from "~/state/shared/format";
import { Ball, mark } from "~/parts/Evidence";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { stepIcons } from "./stepIcons";
import { ServiceLane } from "./ServiceLane";

/** Moves between the buttons that retry, with the arrows. */
function move(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-retry]")];
  const at = buttons.findIndex((one) => one === document.activeElement);
  buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
  event.preventDefault();
}

/**
 * The phases on one axis of time, and a lane for each service. A run that has ended can be retried from each of them:
 * with the pointer, or with the arrows and Enter.
 */
export function Phases(props: { source: Pick<Run, "course">; onRetry?: (from: Phase) => void }) {
  const retry = (service: string) => {
    const does = props.onRetry;
    return does ? { onRetry: (phase: string) => does({ phase, service }) } : {};
  };
  const course = () => props.source.course.course;
  const span = createMemo(() => ({
    from: course().startedAt,
    ms: Math.max(1, course().endedAt - course().startedAt),
  }));
  const outside = () => [...course().before, ...course().after];
  const lanes = createMemo(() => inOrder(course().lanes));
  const laneSteps = () => course().total - outside().length;
  const laneDone = () => course().done - outside().filter((one) => one.state === "done").length;
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Phases">
      <div class={paneHead}>
        <PaneTitle title="Phases" />
        <span class="flex-1" />
        <span class="flex items-center gap-1.5 text-mark text-muted">
          <span class="h-0.5 w-3 bg-line-control" /> rules
          <Show when={course().model}>
            <span class="ml-1.5 h-0.5 w-3 bg-accent" /> model
          </Show>
        </span>
      </div>
      <div
        class="inset-focus min-h-0 flex-1 overflow-auto py-1"
        tabIndex={0}
        role="group"
        aria-label="Phases of the analysis"
        onKeyDown={move}
      >
        <ol>
          <For each={course().before}>
            {(step) => (
              <>
                <PhaseRow step={step} span={span()} {...retry("")} />
                <Show when={step.name === "scan" && course().repository}>
                  {(repository) => <ScanSteps steps={repository().steps} />}
                </Show>
              </>
            )}
          </For>
        </ol>
        <Show when={course().lanes.length > 0}>
          <p class="flex items-center justify-between px-3 pt-2 pb-1 text-mark text-muted">
            <span class="font-semibold">Services, side by side</span>
            <span class="tabular-nums">
              {laneDone()} of {laneSteps()} steps
            </span>
          </p>
          <For each={lanes()}>
            {(lane) => <ServiceLane lane={lane} many={lanes().length > 6} {...retry(lane.path)} />}
          </For>
        </Show>
        <ol>
          <For each={course().after}>{(step) => <PhaseRow step={step} span={span()} {...retry("")} />}</For>
        </ol>
      </div>
    </section>
  );
}

/** What the scan is made of, on demand. */
function ScanSteps(props: { steps: Repository["steps"] }) {
  const [open, setOpen] = createSignal(false);
  return (
    <Show when={props.steps.length > 0}>
      <li class="px-3 pb-0.5 pl-9.5 text-label text-muted">
        <button
          type="button"
          class="flex items-center gap-1 rounded-mark hover:text-strong"
          aria-expanded={open()}
          onClick={() => setOpen(!open())}
        >
          <Icon name={open() ? "chevron-down" : "chevron-right"} size="xs" /> {counted(props.steps.length, "step")}
        </button>
        <Show when={open()}>
          <ol>
            <For each={props.steps}>
              {(one) => (
                <li class="flex h-5 items-baseline gap-2">
                  <span class="whitespace-nowrap text-body">{one.words}</span>
                  <span class="cut flex-1">{one.result}</span>
                  <span class="whitespace-nowrap tabular-nums">{one.ms < 1 ? "< 1 ms" : duration(one.ms)}</span>
                </li>
              )}
            </For>
          </ol>
        </Show>
      </li>
    </Show>
  );
}

function PhaseRow(props: { step: Step; span: { from: number; ms: number }; onRetry?: (phase: string) => void }) {
  const left = () => Math.min(98, Math.max(0, ((props.step.startedAt - props.span.from) / props.span.ms) * 100));
  const width = () => Math.max(2.5, Math.min(100 - left(), (props.step.durationMs / props.span.ms) * 100));
  return (
    <li
      class="group relative grid h-7 grid-cols-[1.125rem_minmax(0,1fr)_4rem_auto_3.25rem] items-center gap-2 px-3"
      classList={{ "bg-accent-soft": props.step.state === "running", "bg-danger-soft": props.step.state === "failed" }}
    >
      <Icon name={stepIcons[props.step.state].icon} class={stepIcons[props.step.state].tone} />
      <span class="flex min-w-0 items-baseline gap-2">
        <span class={`whitespace-nowrap ${props.step.state === "waiting" ? "text-muted" : "text-strong"}`}>
          {phaseWords(props.step.name)}
        </span>
        <span class="sr-only">{stepIcons[props.step.state].words}</span>
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
      <Show when={props.step.name !== "check" && props.onRetry}>
        {(retry) => (
          <span class="absolute inset-y-0 right-1.5 flex w-15 items-center justify-end bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
            <IconButton
              data-retry
              tabIndex={-1}
              icon="reset"
              label={`Retry from ${phaseWords(props.step.name)}`}
              onClick={() => retry()(props.step.name)}
            />
          </span>
        )}
      </Show>
    </li>
  );
}
