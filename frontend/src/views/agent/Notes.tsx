import { createResource, For, Show } from "solid-js";
import type { ProjectNote } from "~/bridge/types";
import { useApp } from "~/state/app";
import { visible } from "~/state/shared/visible";
import { Button } from "~/ui/Button";

/** The notes of the project, with what the user says to showing their texts to a model. */
export function Notes() {
  const app = useApp();
  const [notes, { refetch }] = createResource(
    () => [app.run.info.id, app.agent.answering()] as const,
    ([run]) => app.api.projectNotes(run).catch(() => [] as ProjectNote[]),
  );
  const decide = async (note: ProjectNote, agreed: boolean) => {
    await app.api.decideNote(app.run.info.id, note.path, note.sum, agreed).catch(() => undefined);
    await refetch();
  };
  return (
    <Show when={(notes.latest ?? []).length > 0}>
      <ul class="grid gap-2" aria-label="Notes of the project">
        <For each={notes.latest}>
          {(note) => (
            <li class="rounded-card border border-line">
              <details open={!note.known}>
                <summary class="cursor-default px-3 py-1.5">
                  <span class="code text-strong">{note.path}</span>{" "}
                  <span class="text-label text-muted">
                    {note.agreed
                      ? "is shown to the model"
                      : note.known
                        ? "is not shown to the model"
                        : "may be shown to the model once you have read it"}
                    {note.cut ? ", its beginning" : ""}
                  </span>
                </summary>
                <pre
                  tabIndex={0}
                  aria-label={`Text of ${note.path}`}
                  class="selectable mx-3 max-h-60 overflow-auto rounded-control bg-sunken px-3 py-2 code whitespace-pre-wrap"
                >
                  {visible(note.text)}
                </pre>
                <div class="flex gap-2 px-3 py-1.5">
                  <Button small disabled={note.agreed} onClick={() => void decide(note, true)}>
                    Show it to the model
                  </Button>
                  <Button small disabled={note.known && !note.agreed} onClick={() => void decide(note, false)}>
                    Do not show it
                  </Button>
                </div>
              </details>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
