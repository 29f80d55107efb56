import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run/run";
import { Band } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** Says that a model was wanted and gave nothing, or not all: what is shown is what the rules alone know. */
export function RulesOnlyBand(props: { run: Pick<Run, "info" | "course"> }) {
  const app = useApp();
  const noSubmission = () =>
    props.run.course.course.state === "completed" ? props.run.course.course.noSubmission : undefined;
  /** What it answered is recorded, so that it can be given again. */
  const canGoOn = () => props.run.info.id === app.run.info.id && app.replayable();
  return (
    <>
      <Show when={props.run.course.course.rulesAlone}>
        {(why) => (
          <Band
            tone="warn"
            icon="alert"
            actions={
              <>
                <Button small icon="reset" onClick={() => void app.opening.analyse(props.run.info.path)}>
                  Try again
                </Button>
                <Button small onClick={() => app.openSettings("providers")}>
                  Model settings
                </Button>
              </>
            }
          >
            <strong class="text-strong">Rules only.</strong>{" "}
            <span class="selectable">The model was not available or did not finish: {why()}</span>
          </Band>
        )}
      </Show>
      <Show when={noSubmission()}>
        {(how) => (
          <Band
            tone="warn"
            icon="alert"
            actions={
              <>
                <Show when={canGoOn()}>
                  <Button
                    small
                    icon="play"
                    onClick={() => void app.opening.goOn(props.run.info.id, props.run.info.path)}
                  >
                    Continue
                  </Button>
                </Show>
                <Show
                  when={how().exhausted}
                  fallback={
                    <Button small onClick={() => app.openSettings("providers")}>
                      Model settings
                    </Button>
                  }
                >
                  <Button small onClick={() => app.openSetting({ section: "limits", title: "Tool calls" })}>
                    Raise the limit
                  </Button>
                </Show>
              </>
            }
          >
            <strong class="text-strong">Rules only.</strong> <span class="selectable">{how().words}</span>{" "}
            <Show when={canGoOn()}>
              <span class="text-muted">
                It can continue with the same number of calls; what it has read is not asked for again.
              </span>
            </Show>
          </Band>
        )}
      </Show>
    </>
  );
}
