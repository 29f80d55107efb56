import { For, Match, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Doubt } from "~/state/run/opening";
import { baseName } from "~/state/shared/words";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Dialog } from "~/ui/Overlay";

function only<K extends Doubt["kind"]>(doubt: Doubt | undefined, kind: K): Extract<Doubt, { kind: K }> | undefined {
  return doubt?.kind === kind ? (doubt as Extract<Doubt, { kind: K }>) : undefined;
}

/** Asks before a whole home folder is read, which of several folders is meant, and says why a path cannot be opened. */
export function Doubts() {
  const app = useApp();
  const { opening } = app;
  return (
    <Switch>
      <Match when={only(opening.doubt(), "large")}>
        {(doubt) => (
          <Dialog
            open
            title={doubt().folder.kind === "home" ? "This is your home folder" : "This is the whole disk"}
            description="A project is usually one folder inside it. aipack reads only; still, this can take long."
            onClose={opening.forget}
            footer={
              <>
                <Button onClick={() => void opening.analyse(doubt().folder.path)}>Analyse it all the same</Button>
                <Button look="primary" onClick={() => void opening.pick()}>
                  Pick a folder inside
                </Button>
              </>
            }
          >
            <p class="selectable px-4.5 py-3 code text-strong">{doubt().folder.path}</p>
          </Dialog>
        )}
      </Match>
      <Match when={only(opening.doubt(), "several")}>
        {(doubt) => (
          <Dialog
            open
            title="Which one should be analysed?"
            description="aipack opens one folder at a time."
            onClose={opening.forget}
          >
            <ul class="p-1.5">
              <For each={doubt().paths}>
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
      <Match when={only(opening.doubt(), "refused")}>
        {(doubt) => (
          <Dialog
            open
            title="This cannot be opened"
            description={doubt().fault.message}
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
            <p class="selectable px-4.5 pt-3 code break-all text-strong">{doubt().path}</p>
            <p class="px-4.5 pt-1 pb-3 text-muted">{doubt().fault.hint}</p>
          </Dialog>
        )}
      </Match>
    </Switch>
  );
}
