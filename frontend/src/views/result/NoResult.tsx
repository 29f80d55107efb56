import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { Empty, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** Of a run that did not end by itself nobody can say that there is nothing to deploy. */
const cut: Record<string, { title: string; says: string }> = {
  interrupted: {
    title: "The analysis was interrupted",
    says: "aipack quit before it was done, so there is no result.",
  },
  cancelled: { title: "The analysis was stopped", says: "You stopped it before there was a result." },
  failed: { title: "The analysis failed", says: "There is no result." },
};

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
        <Show when={cut[app.run.info.state]} fallback={<NothingFound />}>
          {(words) => (
            <Empty
              icon="alert"
              title={words().title}
              actions={
                <>
                  <Button look="primary" icon="reset" onClick={() => void app.opening.analyse(app.run.info.path)}>
                    Analyse again
                  </Button>
                  <Button onClick={() => app.navigation.go("analysis")}>See how far it got</Button>
                </>
              }
            >
              {words().says} {app.run.info.error?.message ?? ""}
            </Empty>
          )}
        </Show>
      </Show>
    </Show>
  );
}

function NothingFound() {
  const app = useApp();
  return (
    <Empty
      icon="file-check"
      title="Nothing to deploy was found"
      actions={
        <>
          <Button look="primary" onClick={() => void app.opening.pick()}>
            Pick another folder
          </Button>
          <Button onClick={() => app.navigation.go("analysis")}>See what was read</Button>
        </>
      }
    >
      {app.run.info.missing || "No manifest and no program that aipack knows how to start."}
    </Empty>
  );
}
