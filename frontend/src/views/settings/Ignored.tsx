import { createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Check, Input } from "~/ui/Input";
import { Group, Row } from "./Rows";

export function Ignored() {
  const app = useApp();
  const { settings, change } = app.settings;
  const [name, setName] = createSignal("");
  const bad = () => /[/\\]/.test(name());
  const save = (ignored_folders: string[]) => void change({ ignored_folders });
  function add() {
    const wanted = name().trim();
    if (wanted === "" || bad()) return;
    save([...new Set([...settings.ignored_folders, wanted])].sort());
    setName("");
  }
  return (
    <>
      <Group title="Git">
        <Row
          title="Files that Git ignores"
          says="looked at, too: build outputs and downloads, mostly; .gitignore names them"
          usual="left out"
          changed={settings.include_ignored}
          onReset={() => void change({ include_ignored: false })}
        >
          <Check
            label="Files that Git ignores"
            hidden
            checked={settings.include_ignored}
            onChange={(include_ignored) => void change({ include_ignored })}
          />
        </Row>
      </Group>
      <Group title="Folders with these names are left out, wherever they are">
        <For
          each={settings.ignored_folders}
          fallback={
            <p class="px-2.5 py-2 text-muted">None besides the usual ones, such as node_modules, target and .git.</p>
          }
        >
          {(folder) => (
            <div class="flex h-9 items-center gap-2 px-2.5">
              <Icon name="folder" class="text-muted" />
              <span class="flex-1 font-mono text-label text-strong">{folder}</span>
              <IconButton
                icon="trash"
                label={`Remove ${folder}`}
                onClick={() => save(settings.ignored_folders.filter((one) => one !== folder))}
              />
            </div>
          )}
        </For>
        <form
          class="flex items-center gap-2 px-2.5 py-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <Input
            mono
            class="w-72"
            aria-label="Name of a folder"
            placeholder="vendor-data"
            invalid={bad()}
            value={name()}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" icon="plus" disabled={name().trim() === "" || bad()}>
            Add
          </Button>
          <Show when={bad()}>
            <span class="text-label text-danger">A name, not a path: without slashes.</span>
          </Show>
        </form>
      </Group>
    </>
  );
}
