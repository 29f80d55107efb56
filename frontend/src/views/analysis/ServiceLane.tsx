import { For, Show } from "solid-js";
import type { Lane, Step } from "~/state/run/phases";
import { duration, phaseWords } from "~/state/shared/format";
import { Dot } from "~/parts/Facts";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { stepIcons } from "./stepIcons";

/** One service: a pip for each of its phases. With many services a finished lane folds to its head. */
export function ServiceLane(props: { lane: Lane; many: boolean; onRetry?: (phase: string) => void }) {
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
        <Show when={folded() && props.onRetry}>
          {(retry) => (
            <IconButton
              data-retry
              tabIndex={-1}
              icon="reset"
              label={`Retry ${props.lane.path}`}
              onClick={() => retry()(props.lane.steps[0]?.name ?? "runtime")}
            />
          )}
        </Show>
      </div>
      <Show when={!folded()}>
        <ul class="grid grid-cols-8 gap-0.75 px-2.25 pt-1.75 pb-2">
          <For each={props.lane.steps}>
            {(step) => <Pip step={step} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />}
          </For>
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

function Pip(props: { step: Step; onRetry?: (phase: string) => void }) {
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
  const said = () => props.step.problem || props.step.result || stepIcons[props.step.state].words;
  const face = () => (
    <>
      <span class={`block h-1 w-full rounded-full ${bar()}`} />
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
          {stepIcons[props.step.state].words} {low() ? "unsure" : ""}
        </span>
      </span>
    </>
  );
  return (
    <li class="min-w-0" title={`${phaseWords(props.step.name)}: ${said()}`}>
      <Show when={props.onRetry} fallback={face()}>
        {(retry) => (
          <button
            type="button"
            data-retry
            tabIndex={-1}
            class="block w-full min-w-0 rounded-mark text-left hover:bg-hover"
            title={`${phaseWords(props.step.name)}: ${said()}\nRetry from here`}
            onClick={() => retry()(props.step.name)}
          >
            {face()}
          </button>
        )}
      </Show>
    </li>
  );
}
