import { For, Match, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Obstacle } from "~/state/run/opening";
import { baseName } from "~/state/shared/format";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Dialog } from "~/ui/Overlay";

function only<K extends Obstacle["kind"]>(
  obstacle: Obstacle | undefined,
  kind: K,
): Extract<Obstacle, { kind: K }> | undefined {
  return obstacle?.kind === kind ? (obstacle as Extract<Obstacle, { kind: K }>) : undefined;
}

/** Asks before a whole home folder is read, which of several folders is meant, and says why a path cannot be opened. */
export function OpenDialogs() {
  const app = useApp();
  const { opening } = app;
  return (
    <Switch>
      <Match when={only(opening.obstacle(), "large")}>
        {(obstacle) => (
          <Dialog
            open
            title={obstacle().folder.kind === "home" ? "This is your home folder" : "This is the whole disk"}
            description="A project is usually one folder inside it. aipack only reads files, but this can take a while."
            onClose={opening.forget}
            footer={
              <>
                <Button onClick={() => void opening.analyse(obstacle().folder.path)}>Analyse it anyway</Button>
                <Button look="primary" onClick={() => void opening.pick()}>
                  Pick a folder inside
                </Button>
              </>
            }
          >
            <p class="selectable px-4.5 py-3 code text-strong">{obstacle().folder.path}</p>
          </Dialog>
        )}
      </Match>
      <Match when={only(opening.obstacle(), "several")}>
        {(obstacle) => (
          <Dialog
            open
            title="Which one should be analysed?"
            description="aipack opens one folder at a time."
            onClose={opening.forget}
          >
            <ul class="p-1.5">
              <For each={obstacle().paths}>
                {(path) => (
                  <li>
                    <button
                      type="button"
                      class="inset-focus flex h-8 w-full items-center gap-2.5 rounded-control px-3 text-left hover:bg-selection"
                      onClick={() => void opening.open(path)}
                    >
                      <Icon name="folder" class="text-muted" />
                      <span class="font-medium text-strong">{baseName(path)}</span>
                      <span class="cut code text-muted">{path}</span>
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </Dialog>
        )}
      </Match>
      <Match when={only(opening.obstacle(), "refused")}>
        {(obstacle) => (
          <Dialog
            open
            title="This cannot be opened"
            description={obstacle().fault.message}
            onClose={opening.forget}
            footer={
              <>
                <Button onClick={opening.forget}>Close</Button>
                <Button look="primary" onClick={() => void opening.pick()}>
                  Pick another folder
                </Button>
              </>
            }
          >
            <p class="selectable px-4.5 pt-3 code break-all text-strong">{obstacle().path}</p>
            <p class="px-4.5 pt-1 pb-3 text-muted">{obstacle().fault.hint}</p>
          </Dialog>
        )}
      </Match>
    </Switch>
  );
}
