import { createMemo, createSignal, lazy, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Phase } from "~/state/run/opening";
import { failedPhase } from "~/state/run/phases";
import type { Run } from "~/state/run/run";
import type { Place } from "~/state/frame/view";
import { FilePane } from "~/parts/FilePane";
import { paneHead } from "~/parts/Facts";
import { Empty } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Split } from "~/ui/Split";
import { RetryField } from "./RetryField";
import { AnalysisHead } from "./AnalysisHead";
import { Outcome } from "./Outcome";
import { Phases } from "./Phases";
import { ReplayBand } from "./ReplayBand";
import { RepoTree } from "./RepoTree";
import { Stream } from "./Stream";

const Prompts = lazy(() => import("./Prompts"));

/** The understanding being built: repository, phases, stream; cause to effect, left to right. */
export function Analysis() {
  const app = useApp();
  const source = createMemo<Pick<Run, "info" | "course" | "events">>(() => app.replay() ?? app.run);
  const running = () => app.replay() === undefined && app.run.info.state === "running";
  const ended = () => app.replay() === undefined && app.run.info.state !== "running" && app.run.info.state !== "";
  const [asking, setAsking] = createSignal(false);
  const [from, setFrom] = createSignal<Phase>();
  /** Asks for a hint first; a phase makes it a retry from there. */
  function again(phase: Phase | undefined) {
    setFrom(phase);
    setAsking(true);
  }
  app.commands.offer([
    {
      id: "analysis.stop",
      title: "Stop",
      group: "Run",
      keys: "Escape",
      when: running,
      run: () => void app.api.stop(app.run.info.id),
    },
    {
      id: "analysis.stop.letter",
      title: "Stop",
      group: "Run",
      keys: "S",
      quiet: true,
      when: running,
      run: () => void app.api.stop(app.run.info.id),
    },
    {
      id: "analysis.main",
      title: "Go to the result",
      group: "Run",
      keys: "Mod+Enter",
      when: () => !running() && app.run.info.services.length > 0,
      run: () => app.navigation.go("result"),
    },
    {
      id: "analysis.prompts",
      title: "What was sent to the model",
      group: "Run",
      when: () => app.run.info.id !== "",
      run: () => app.setPrompts(!app.prompts()),
    },
    {
      id: "analysis.compact",
      title: "Summarise the conversation with the model now",
      group: "Run",
      when: () => running() && app.context.now() !== undefined,
      run: () => void app.context.compact(app.run.info.id),
    },
    {
      id: "analysis.restore",
      title: "Restore the summarised messages",
      group: "Run",
      keys: "U",
      when: () => running() && (app.context.now()?.summarised ?? 0) > 0,
      run: () => void app.context.restore(app.run.info.id),
    },
    {
      id: "analysis.hint",
      title: "Analyse again with a hint",
      group: "Run",
      when: ended,
      run: () => again(undefined),
    },
    {
      id: "analysis.retry",
      title: "Retry from the phase that failed",
      group: "Run",
      keys: "R",
      when: () => ended() && failedPhase(app.run.course.course) !== undefined,
      run: () => again(failedPhase(app.run.course.course)),
    },
  ]);
  return (
    <Show
      when={app.run.info.id !== "" || app.replay()}
      fallback={
        <Empty
          icon="scan"
          title="Nothing analysed yet"
          actions={
            <Button look="primary" icon="folder-open" onClick={() => void app.opening.pick()}>
              Browse
            </Button>
          }
        >
          Drop a project folder on this window, or browse for one.
        </Empty>
      }
    >
      <AnalysisHead source={source()} live={running()} onHint={() => again(undefined)} />
      <Show when={asking()}>
        <RetryField from={from()} onDone={() => setAsking(false)} />
      </Show>
      <Show when={app.replay()}>{(replay) => <ReplayBand replay={replay()} />}</Show>
      <Outcome source={source()} onRetry={again} />
      <div class="flex min-h-0 flex-1" onPointerDown={app.stay} onKeyDown={app.stay}>
        <Split
          name="analysis.tree"
          label="Width of the repository"
          initial={272}
          narrow={216}
          first={<RepoTree source={source()} />}
          second={
            <Split
              name="analysis.phases"
              label="Width of the phases"
              initial={400}
              narrow={330}
              first={<Phases source={source()} {...(ended() ? { onRetry: again } : {})} />}
              second={
                <Show
                  when={app.place()}
                  fallback={
                    <Show when={app.prompts()} fallback={<Stream source={source()} />}>
                      <Prompts run={source().info.id} onClose={() => app.setPrompts(false)} />
                    </Show>
                  }
                >
                  {(place) => <Opened run={source().info.id} place={place()} />}
                </Show>
              }
            />
          }
        />
      </div>
    </Show>
  );
}

/** A file of the project in place of the stream. */
function Opened(props: { run: string; place: Place }) {
  const app = useApp();
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col">
      <div class={paneHead}>
        <h2 class="cut code flex-1 text-strong">{props.place.path}</h2>
        <IconButton icon="x" label="Back to the stream" onClick={() => app.setPlace(undefined)} />
      </div>
      <FilePane run={props.run} place={props.place} load={app.api.file} />
    </section>
  );
}
