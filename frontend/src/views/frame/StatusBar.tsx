import { createMemo, Show } from "solid-js";
import { useApp } from "~/state/app";
import { counted } from "~/state/stream";
import { duration } from "~/state/words";
import { Icon } from "~/ui/Icon";

const cell = "flex h-5 items-center gap-1.25 rounded-mark px-1.75 whitespace-nowrap";

/** What goes on, at the bottom; a click leads to it. */
export function StatusBar() {
  const app = useApp();
  const problems = createMemo(() =>
    app.result.services().reduce((n, path) => n + (app.result.states[path]?.problems.length ?? 0), 0),
  );
  const jobs = () => Number(app.run.info.state === "running") + Number(app.proof.proof.running);
  const engine = () => app.proof.builders()?.find((one) => one.ok);
  return (
    <footer
      data-pane
      class="flex min-w-0 items-center gap-0.5 overflow-hidden border-t border-line bg-canvas px-2 text-mark text-muted [grid-area:status]"
    >
      <span class={cell}>
        <Icon name="shield" size="xs" />
        <b class="font-medium text-body">Rules only, no model</b>
      </span>
      <Show when={app.run.info.state !== "" && app.run.info.state !== "running"}>
        <span class={`${cell} tabular-nums`}>
          Analysis <b class="font-medium text-body">{duration(app.run.info.durationMs)}</b>
        </span>
      </Show>
      <span class="min-w-0 flex-1" aria-live="polite">
        <Show when={app.run.course.current()}>{(step) => <span class="sr-only">Phase {step().name}</span>}</Show>
      </span>
      <span class={cell}>
        <Icon name="list-checks" size="xs" />
        <b class="font-medium text-body">{counted(jobs(), "job")}</b>
      </span>
      <Show when={app.proof.builders()}>
        <button type="button" class={`${cell} hover:bg-hover`} onClick={() => app.navigation.go("prove")}>
          <Icon name={engine() ? "circle-check" : "circle-slash"} size="xs" class={engine() ? "text-success" : ""} />
          <b class="font-medium text-body">{engine() ? `BuildKit ${engine()?.version ?? ""}` : "No builder"}</b>
        </button>
      </Show>
      <button type="button" class={`${cell} hover:bg-hover`} onClick={() => app.navigation.go("result")}>
        <Icon name="alert" size="xs" class={problems() > 0 ? "text-warning" : ""} />
        <b class="font-medium text-body">{counted(problems(), "problem")}</b>
      </button>
    </footer>
  );
}
