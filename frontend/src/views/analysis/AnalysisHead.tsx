import { createSignal, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run/run";
import { duration, elapsed } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { Bar } from "~/ui/Bar";
import { Button } from "~/ui/Button";

/** What is analysed, how far it is, and what can be done next. */
export function AnalysisHead(props: { source: Pick<Run, "info" | "course">; live: boolean; onHint: () => void }) {
  const app = useApp();
  return (
    <header data-pane class={screenHead}>
      <Title source={props.source} live={props.live} />
      <span class="flex-1" />
      <Switch>
        <Match when={props.live}>
          <Button icon="stop" keys={["Esc"]} onClick={() => void app.api.stop(app.run.info.id)}>
            Stop
          </Button>
        </Match>
        <Match when={!app.replay()}>
          <Button look="ghost" icon="info" onClick={() => props.onHint()}>
            Add hint
          </Button>
          <Button look="ghost" icon="reset" onClick={() => void app.opening.analyse(app.run.info.path)}>
            Analyse again
          </Button>
          <Show when={app.run.info.services.length > 0}>
            <Button look="primary" keys={["Ctrl", "Enter"]} onClick={() => app.navigation.go("result")}>
              See the result
            </Button>
          </Show>
        </Match>
      </Switch>
    </header>
  );
}

function Title(props: { source: Pick<Run, "info" | "course">; live: boolean }) {
  const [now, setNow] = createSignal(Date.now());
  onMount(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    onCleanup(() => clearInterval(timer));
  });
  const course = () => props.source.course.course;
  const words = () =>
    ({
      running: "Analysing",
      completed: "Analysed",
      failed: "Analysis failed:",
      cancelled: "Stopped:",
      interrupted: "Interrupted:",
      idle: "Analysis of",
    })[course().state];
  return (
    <>
      <h1 class="cut text-screen font-semibold text-strong">
        {words()} {props.source.info.name}
      </h1>
      <span class="text-muted tabular-nums">
        {props.live
          ? elapsed(now() - course().startedAt)
          : duration(props.source.info.durationMs || Math.max(0, course().endedAt - course().startedAt))}
      </span>
      <Bar
        part={course().done / Math.max(1, course().total)}
        tone={
          course().state === "completed"
            ? "ok"
            : course().state === "failed"
              ? "danger"
              : course().state === "running"
                ? "accent"
                : "warn"
        }
        class="w-30"
      />
      <span class="text-label whitespace-nowrap text-muted tabular-nums">
        {course().total} phases, {course().done} done
      </span>
    </>
  );
}
