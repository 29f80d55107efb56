import { createSignal, lazy, Match, Show, Switch } from "solid-js";
import type { ServiceState } from "~/bridge/types";
import { useApp } from "~/state/app";
import { paneHead } from "~/parts/Facts";
import { Band, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Split } from "~/ui/Split";
import { BottomPane } from "./BottomPane";
import { Lines } from "./Lines";

const HandPane = lazy(() => import("./HandPane"));

/** The Dockerfile in force: live from the plan, or written by hand and then clearly apart from it. */
export function DockerfilePane(props: { onDiff: () => void }) {
  const app = useApp();
  const state = () => app.result.state();
  const [writing, setWriting] = createSignal(false);
  app.commands.offer([
    {
      id: "dockerfile.hand",
      title: "Edit the Dockerfile by hand",
      group: "Service",
      when: () => !writing(),
      run: () => setWriting(true),
    },
    {
      id: "dockerfile.ours",
      title: "Back to the plan's Dockerfile",
      group: "Service",
      when: () => state()?.by_hand === true,
      run: () => void ours(),
    },
  ]);

  /** Takes the plan's Dockerfile again; the other one can be brought back. */
  async function ours() {
    const at = app.result.here();
    const before = state()?.dockerfile.content ?? "";
    setWriting(false);
    if (!(await app.result.editDockerfile("", at))) return;
    app.toasts.show({
      tone: "info",
      title: "The plan's Dockerfile is back",
      detail: "You can restore yours until you close this.",
      action: { label: "Undo", run: () => void app.result.editDockerfile(before, at) },
    });
  }

  return (
    <Split
      name="result.below"
      label="Height of the list below"
      vertical
      last
      initial={190}
      narrow={160}
      first={
        <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Dockerfile">
          <div class={paneHead}>
            <h2 class="text-label font-semibold text-strong">Dockerfile</h2>
            <Show when={state()?.by_hand || writing()} fallback={<Standing />}>
              <Chip tone="accent" icon="pencil">
                by hand
              </Chip>
            </Show>
            <span class="cut flex-1 code text-muted">{state()?.dockerfile_path}</span>
            <Show when={state()?.by_hand}>
              <Button small look="ghost" onClick={() => props.onDiff()}>
                Compare
              </Button>
              <Button small look="ghost" icon="undo" onClick={() => void ours()}>
                Back to ours
              </Button>
            </Show>
            <IconButton
              icon={writing() ? "eye" : "pencil"}
              label={writing() ? "Show with its fields" : "Edit by hand"}
              pressed={writing()}
              onClick={() => setWriting(!writing())}
            />
            <IconButton
              icon="copy"
              label="Copy the Dockerfile"
              onClick={() => void app.copy(state()?.dockerfile.content ?? "", "Dockerfile")}
            />
          </div>
          <Show when={state()} fallback={<Skeleton rows={10} />}>
            <Show when={state()?.by_hand}>
              <p class="border-b border-line bg-accent-soft px-3 py-1.5 text-label text-body">
                <strong class="text-strong">This Dockerfile is written by hand.</strong> Edits of the plan no longer
                change it. It is exported and proved as it stands.
              </p>
            </Show>
            <Show when={app.result.invalid() || undefined}>
              {(reason) => (
                <Band tone="danger" icon="circle-x">
                  <Show
                    when={!unparsed(state(), reason())}
                    fallback={
                      <>
                        <strong class="text-strong">This Dockerfile has an error:</strong> {reason()}. Correct the line.
                      </>
                    }
                  >
                    <strong class="text-strong">The plan cannot be built as it stands.</strong> {reason()} Correct the
                    field, or undo.{" "}
                    {state()?.last_valid && !state()?.by_hand ? "Below is the Dockerfile of the last valid plan." : ""}
                  </Show>
                </Band>
              )}
            </Show>
            <Switch fallback={<Lines />}>
              <Match when={writing() && JSON.stringify(app.result.here())} keyed>
                <HandPane />
              </Match>
            </Switch>
          </Show>
        </section>
      }
      second={<BottomPane />}
    />
  );
}

/** Whether the Dockerfile follows the plan, or stays behind a plan that cannot be built. */
function Standing() {
  const { result } = useApp();
  return (
    <Show when={result.invalid()} fallback={<Chip tone="outline">live</Chip>}>
      <Chip tone="warn">{result.state()?.last_valid ? "last valid" : "not valid"}</Chip>
    </Show>
  );
}

/** Whether the Dockerfile by hand, and not the plan or a field, is what cannot be built. */
function unparsed(state: ServiceState | undefined, reason: string): boolean {
  return state?.by_hand === true && state.invalid === reason && !state.problems.some((one) => one.level === "error");
}
