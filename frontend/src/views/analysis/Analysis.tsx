import { createMemo, createSignal, lazy, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run";
import { duration, elapsed } from "~/state/words";
import { FilePane } from "~/parts/FilePane";
import { paneHead, screenHead } from "~/parts/Facts";
import { Band, Empty, ErrorCard } from "~/parts/Messages";
import { Bar } from "~/ui/Bar";
import { Button, IconButton } from "~/ui/Button";
import { Input } from "~/ui/Input";
import { Split } from "~/ui/Split";
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
  const [hinting, setHinting] = createSignal(false);
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
      title: "Put back what was summarised",
      group: "Run",
      keys: "U",
      when: () => running() && (app.context.now()?.summarised ?? 0) > 0,
      run: () => void app.context.restore(app.run.info.id),
    },
    {
      id: "analysis.hint",
      title: "Analyse again with a hint",
      group: "Run",
      when: () => app.run.info.id !== "" && !running(),
      run: () => setHinting(true),
    },
  ]);
  return (
    <Show
      when={app.run.info.id !== "" || app.replay()}
      fallback={
        <Empty
          icon="scan"
          title="Nothing is analysed yet"
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
      <header data-pane class={screenHead}>
        <Title source={source()} live={running()} />
        <span class="flex-1" />
        <Switch>
          <Match when={running()}>
            <Button icon="stop" keys={["Esc"]} onClick={() => void app.api.stop(app.run.info.id)}>
              Stop
            </Button>
          </Match>
          <Match when={!app.replay()}>
            <Show when={hinting()}>
              <HintField onDone={() => setHinting(false)} />
            </Show>
            <Button look="ghost" icon="info" onClick={() => setHinting(!hinting())}>
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
      <Show when={app.replay()}>{(replay) => <ReplayBand replay={replay()} />}</Show>
      <Outcome source={source()} />
      <div class="flex min-h-0 flex-1" onPointerDown={app.stay} onKeyDown={app.stay}>
        <Split
          name="analysis.tree"
          label="Width of the repository"
          usual={272}
          narrow={216}
          first={<RepoTree source={source()} />}
          second={
            <Split
              name="analysis.phases"
              label="Width of the phases"
              usual={400}
              narrow={330}
              first={<Phases source={source()} />}
              second={
                <Show
                  when={app.place()}
                  fallback={
                    <Show when={app.prompts()} fallback={<Stream source={source()} />}>
                      <Prompts run={source().info.id} onClose={() => app.setPrompts(false)} />
                    </Show>
                  }
                >
                  {(place) => (
                    <section data-pane class="flex min-h-0 flex-1 flex-col">
                      <div class={paneHead}>
                        <h2 class="cut code flex-1 text-strong">{place().path}</h2>
                        <IconButton icon="x" label="Back to the stream" onClick={() => app.setPlace(undefined)} />
                      </div>
                      <FilePane run={source().info.id} place={place()} load={app.api.file} />
                    </section>
                  )}
                </Show>
              }
            />
          }
        />
      </div>
    </Show>
  );
}

function Title(props: { source: Pick<Run, "info" | "course" | "events">; live: boolean }) {
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
          : duration(Math.max(0, course().endedAt - course().startedAt))}
      </span>
      <Bar
        part={props.source.course.done() / Math.max(1, props.source.course.steps().length)}
        tone={course().state === "completed" ? "ok" : course().state === "failed" ? "danger" : "accent"}
        class="w-30"
      />
      <span class="text-label whitespace-nowrap text-muted tabular-nums">
        {props.source.course.steps().length} phases, {props.source.course.done()} done
      </span>
    </>
  );
}

/** Why a run gave less than it could, above everything else. */
function Outcome(props: { source: Pick<Run, "info" | "course" | "events"> }) {
  const app = useApp();
  const course = () => props.source.course.course;
  return (
    <>
      <Show when={app.run.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={() => void app.run.reload()}>
              Try again
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={course().partial}>
        {(why) => (
          <Band
            tone="warn"
            icon="alert"
            actions={
              <Button small onClick={() => app.navigation.go("settings")}>
                Raise the limit
              </Button>
            }
          >
            <strong class="text-strong">The scan is partial.</strong> {why()}
          </Band>
        )}
      </Show>
      <Show when={course().state === "cancelled"}>
        <Band tone="warn" icon="circle-slash">
          <strong class="text-strong">You stopped this analysis.</strong> What was found so far is below.
        </Band>
      </Show>
      <Show when={course().state === "failed" && props.source.info.error}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={() => void app.opening.analyse(props.source.info.path)}>
              Analyse again
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={course().state === "completed" && props.source.info.missing}>
        {(why) => (
          <Band tone="warn" icon="alert">
            <strong class="text-strong">Nothing to deploy was found.</strong> {why()}
          </Band>
        )}
      </Show>
    </>
  );
}

function HintField(props: { onDone: () => void }) {
  const app = useApp();
  const [hint, setHint] = createSignal("");
  const asks = () => app.models.ready() && app.settings.settings.mode !== "static";
  return (
    <form
      class="flex w-[30rem] min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void app.opening.analyse(app.run.info.path, hint());
        props.onDone();
      }}
    >
      <Input
        ref={(element) => queueMicrotask(() => element.focus())}
        aria-label="Hint"
        placeholder={app.models.ready() ? "the start command is in the Makefile" : "read once there is a model"}
        value={hint()}
        onInput={(event) => setHint(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && props.onDone()}
      />
      <Button type="submit" disabled={hint().trim() === ""}>
        Analyse
      </Button>
      <Show when={!asks()}>
        <span class="text-label text-warning" role="status">
          Rules do not read hints: a hint needs a model.
        </span>
      </Show>
    </form>
  );
}
