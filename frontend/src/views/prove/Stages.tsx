import { createMemo, For } from "solid-js";
import type { ProofState } from "~/state/proof";
import { stagesOf, type StageState } from "~/state/stages";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<StageState, [IconName, string]> = {
  todo: ["circle", "text-disabled"],
  running: ["loader", ""],
  ok: ["circle-check", "text-success"],
  failed: ["circle-x", "text-danger"],
  stopped: ["circle-stop", "text-muted"],
  skipped: ["circle-slash", "text-muted"],
  warn: ["alert", "text-warning"],
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
      <For each={stages()}>
        {(stage) => (
          <li class="flex items-center gap-1.5 whitespace-nowrap" title={stage.note}>
            <Icon name={icons[stage.state][0]} class={icons[stage.state][1]} />
            <span
              class={`font-medium ${stage.state === "todo" || stage.state === "skipped" ? "text-muted" : "text-strong"}`}
            >
              {stage.title}
            </span>
            <span
              class={`cut text-label text-muted tabular-nums ${stage.state === "running" ? "max-w-120" : "max-w-72"}`}
            >
              {stage.note}
            </span>
          </li>
        )}
      </For>
    </ol>
  );
}
