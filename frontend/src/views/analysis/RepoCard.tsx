import { createMemo, createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { percentWord, segments, type Repository } from "~/state/run/repository";
import { mark } from "~/parts/Evidence";
import { counted } from "~/state/shared/format";
import { Button } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Popover } from "~/ui/Overlay";

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
      <Show
        when={
          props.partial ||
          props.repository.guess ||
          props.repository.workspaces.length > 0 ||
          props.repository.keyDirs.length > 0 ||
          props.repository.leftOut.length > 0
        }
      >
        <div class="flex max-h-16 flex-wrap items-center gap-1 overflow-auto">
          <Show when={props.partial}>
            <span title={props.partial}>
              <Chip tone="warn" icon="alert">
                Not all files were read
              </Chip>
            </span>
          </Show>
          <Show when={props.repository.guess}>
            {(guess) => (
              <span title={`${guess().reason} (${guess().confidence.toFixed(2)}). The phases check it.`}>
                <Chip tone={guess().tone} icon="search">
                  First guess: {guess().words} {mark(guess().confidence)}
                </Chip>
              </span>
            )}
          </Show>
          <For each={props.repository.workspaces}>
            {(path) => (
              <button type="button" title="Declares several projects" onClick={() => app.setPlace({ path, line: 0 })}>
                <Chip tone="info" icon="package">
                  Workspace: {path}
                </Chip>
              </button>
            )}
          </For>
          <Show when={props.repository.leftOut.length > 0}>
            <LeftOut folders={props.repository.leftOut} />
          </Show>
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

/** Which folders were not looked into, and why; one click looks into them. */
function LeftOut(props: { folders: Repository["leftOut"] }) {
  const app = useApp();
  const [open, setOpen] = createSignal(false);
  const says = () => `${counted(props.folders.length, "folder")} ignored`;
  async function read(path: string) {
    setOpen(false);
    const name = path.slice(path.lastIndexOf("/") + 1);
    await app.settings.change({ read_folders: [...new Set([...app.settings.settings.read_folders, name])].sort() });
    if (app.settings.settings.read_folders.includes(name)) await app.opening.analyse(app.run.info.path);
  }
  return (
    <Popover
      open={open()}
      onOpen={setOpen}
      label="Ignored folders"
      triggerLabel={says()}
      triggerClass="inline-flex rounded-mark hover:bg-hover"
      trigger={
        <Chip tone="outline" icon="folder">
          {says()}
        </Chip>
      }
    >
      {() => (
        <ul class="flex flex-col p-1.5 text-label">
          <For each={props.folders}>
            {(folder) => (
              <li class="flex items-center gap-2 px-1.5 py-1">
                <span class="min-w-0 flex-1">
                  <span class="block code break-all text-strong">{folder.path}/</span>
                  <span class="text-muted">{folder.why}</span>
                </span>
                <Button small onClick={() => void read(folder.path)}>
                  Read it anyway
                </Button>
              </li>
            )}
          </For>
        </ul>
      )}
    </Popover>
  );
}
