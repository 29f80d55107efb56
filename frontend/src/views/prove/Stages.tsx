import { createMemo, For } from "solid-js";
import type { ProofState } from "~/state/proof/proof";
import type { StageState } from "~/state/proof/progress";
import { stagesOf, type Stage } from "~/state/proof/stages";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<StageState, [icon: IconName, look: string, word: string]> = {
  todo: ["circle", "text-disabled", "pending"],
  running: ["loader", "", "running"],
  ok: ["circle-check", "text-success", "done"],
  failed: ["circle-x", "text-danger", "failed"],
  stopped: ["circle-stop", "text-muted", "stopped"],
  skipped: ["circle-slash", "text-muted", "not run"],
  warn: ["alert", "text-warning", "uncertain"],
};

/** How far the proof is, and what is waited for. */
export function Stages(props: { state: ProofState }) {
  const stages = createMemo(() => stagesOf(props.state));
  return (
    <ol
      data-pane
      aria-label="Stages"
      class="flex min-h-10 shrink-0 flex-wrap items-center gap-x-5 border-b border-line px-4 py-1.5"
    >
      <StageItems stages={stages()} />
    </ol>
  );
}

/** Stages as items of a list; what they note is cut where there is no room for it. */
export function StageItems(props: { stages: readonly Stage[]; short?: boolean }) {
  const room = (state: StageState) => {
    if (props.short) return state === "running" || state === "failed" ? "max-w-72" : "max-w-40";
    return state === "running" ? "max-w-120" : "max-w-72";
  };
  return (
    <For each={props.stages}>
      {(stage) => (
        <li class="flex min-w-0 items-center gap-1.5 whitespace-nowrap" title={stage.note}>
          <StageMark state={stage.state} />
          <span
            class={`font-medium ${stage.state === "todo" || stage.state === "skipped" ? "text-muted" : "text-strong"}`}
          >
            {stage.title}
          </span>
          <span class={`cut text-label text-muted tabular-nums ${room(stage.state)}`}>{stage.note}</span>
        </li>
      )}
    </For>
  );
}

/** A mark and, for who does not see it, its word. */
export function StageMark(props: { state: StageState }) {
  return (
    <>
      <Icon name={icons[props.state][0]} class={icons[props.state][1]} />
      <span class="sr-only">{icons[props.state][2]}: </span>
    </>
  );
}
