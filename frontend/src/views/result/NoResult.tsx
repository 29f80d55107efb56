import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { Empty, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** What stands in the Result's place while there is none, and why. */
export function NoResult() {
  const app = useApp();
  return (
    <Show
      when={app.run.info.id !== ""}
      fallback={
        <Empty
          icon="file-check"
          title="No result yet"
          actions={
            <Button look="primary" icon="folder-open" onClick={() => void app.opening.pick()}>
              Browse
            </Button>
          }
        >
          Drop a project folder on this window, and its build plan appears here.
        </Empty>
      }
    >
      <Show when={app.run.info.state !== "running" && app.run.info.state !== ""} fallback={<Skeleton rows={12} />}>
        <Empty
          icon="file-check"
          title="Nothing to deploy was found"
          actions={
            <>
              <Button look="primary" onClick={() => void app.opening.pick()}>
                Pick another folder
              </Button>
              <Button onClick={() => app.navigation.go("analysis")}>See what was looked at</Button>
            </>
          }
        >
          {app.run.info.missing || "No manifest and no program that aipack knows how to start."}
        </Empty>
      </Show>
    </Show>
  );
}
