import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run";
import { Band } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** Says that a model was wanted and could not be asked: what is shown is what the rules alone know. */
export function RulesAlone(props: { run: Pick<Run, "info" | "course"> }) {
  const app = useApp();
  return (
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
          <strong class="text-strong">The rules alone answered.</strong>{" "}
          <span class="selectable">The model could not be asked, or not to the end: {why()}</span>
        </Band>
      )}
    </Show>
  );
}
