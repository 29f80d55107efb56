import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run/run";
import { counted } from "~/state/shared/format";
import { Band } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** How many paths are named one by one. */
const most = 4;

/** Says of a run that ended early that what is shown is not all there is. */
export function UnfinishedBand(props: { run: Pick<Run, "info" | "course"> }) {
  const app = useApp();
  const left = (paths: string[]) =>
    paths.slice(0, most).join(", ") + (paths.length > most ? ` and ${paths.length - most} more` : "");
  return (
    <Show when={props.run.course.course.state !== "running" && props.run.course.course.kept}>
      {(kept) => (
        <Band
          tone="warn"
          icon="alert"
          actions={
            <Button small icon="reset" onClick={() => void app.opening.analyse(props.run.info.path)}>
              Analyse again
            </Button>
          }
        >
          <strong class="text-strong">The analysis stopped before it was done.</strong>{" "}
          <span class="selectable">
            {kept().through === 1 ? "This service was" : `These ${counted(kept().through, "service")} were`} found by
            then
            {kept().left.length > 0 ? `; not fully analysed: ${left(kept().left)}.` : "."}
          </span>
        </Band>
      )}
    </Show>
  );
}
