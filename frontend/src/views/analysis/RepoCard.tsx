import { createMemo, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { percentWord, segments, type Repository } from "~/state/repository";
import { Chip } from "~/ui/Chip";

/** What the walk through the folder counted: languages, who joins its projects, folders whose names say what they are for. */
export function RepoCard(props: { repository: Repository; partial: string }) {
  const app = useApp();
  const parts = createMemo(() => segments(props.repository));
  return (
    <div class="flex flex-col gap-1.5 border-b border-line px-3 py-2 text-label" aria-label="What is in the folder">
      <Show when={parts().length > 0}>
        <div class="flex h-1.5 gap-px overflow-hidden rounded-full" aria-hidden="true">
          <For each={parts()}>
            {(part) => (
              <span
                class="min-w-0.5"
                style={{ "flex-grow": part.percent, background: part.colour }}
                title={part.title}
              />
            )}
          </For>
        </div>
        <ul class="flex flex-wrap gap-x-3 gap-y-0.5" aria-label="Languages">
          <For each={parts()}>
            {(part) => (
              <li class="flex items-center gap-1.25 whitespace-nowrap" title={part.title}>
                <span class="inline-block size-2 shrink-0 rounded-full" style={{ background: part.colour }} />
                {part.name} <span class="text-muted tabular-nums">{percentWord(part.percent)}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.partial || props.repository.workspaces.length > 0 || props.repository.keyDirs.length > 0}>
        <div class="flex max-h-16 flex-wrap items-center gap-1 overflow-auto">
          <Show when={props.partial}>
            <span title={props.partial}>
              <Chip tone="warn" icon="alert">
                Not all files were read
              </Chip>
            </span>
          </Show>
          <For each={props.repository.workspaces}>
            {(path) => (
              <button
                type="button"
                title="Says that there are several projects"
                onClick={() => app.setPlace({ path, line: 0 })}
              >
                <Chip tone="info" icon="package">
                  Workspace: {path}
                </Chip>
              </button>
            )}
          </For>
          <For each={props.repository.keyDirs}>
            {(dir) => (
              <button type="button" title={dir.purpose} onClick={() => void app.tree.reveal(dir.path)}>
                <Chip mono>{dir.path}/</Chip>
              </button>
            )}
          </For>
        </div>
      </Show>
    </div>
  );
}
