import { For, Show } from "solid-js";
import type { AgentChanges } from "~/bridge/types";
import { useApp } from "~/state/app";
import { counted } from "~/state/shared/format";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

/** The files that a turn changed, and the way back. */
export function Changed(props: { changes: AgentChanges; onOpen: (path: string) => void }) {
  const app = useApp();
  const { agent } = app;
  const blocked = () => {
    const found = agent.inTheWay();
    return found?.changes.checkpoint === props.changes.checkpoint ? found : undefined;
  };
  return (
    <section class="rounded-card border border-line" aria-label="Changed files">
      <ul class="px-3 py-1.5">
        <For each={props.changes.files}>
          {(file) => (
            <li class="flex min-h-7 items-center gap-2">
              <Icon name="file-code" class="text-muted" />
              <Show
                when={file.status !== "deleted" && !props.changes.taken_back}
                fallback={<span class="cut code">{file.path}</span>}
              >
                <button
                  type="button"
                  class="cut code text-accent hover:underline"
                  onClick={() => props.onOpen(file.path)}
                >
                  {file.path}
                </button>
              </Show>
              <span class="text-label text-muted">{props.changes.taken_back ? "as it was before" : file.status}</span>
            </li>
          )}
        </For>
      </ul>
      <Show when={!props.changes.taken_back}>
        <div class="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1.5">
          <Button small icon="undo" disabled={agent.answering()} onClick={() => void agent.takeBack(props.changes)}>
            Take back
          </Button>
          <Button small icon="scan" onClick={() => void app.opening.analyse(app.run.info.path)}>
            Analyse again
          </Button>
          <Show when={props.changes.later > 0}>
            <span class="text-label text-muted">
              {counted(props.changes.later, "other file")} changed later {props.changes.later === 1 ? "goes" : "go"}{" "}
              back, too.
            </span>
          </Show>
        </div>
      </Show>
      <Show when={blocked()}>
        {(found) => (
          <ErrorCard fault={found().fault} title="The files were changed since" warning>
            <Button
              small
              look="danger"
              onClick={() => void (found().turn ? agent.undo(true, true) : agent.takeBack(props.changes, true))}
            >
              Take back all the same
            </Button>
          </ErrorCard>
        )}
      </Show>
    </section>
  );
}
