import { createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Check, Input } from "~/ui/Input";
import { Group, Row } from "./Rows";

export function Ignored() {
  const app = useApp();
  const { settings, change } = app.settings;
  return (
    <>
      <Group title="Git">
        <Row
          title="Files that Git ignores"
          says="read too: mostly build outputs and downloads, as listed in .gitignore"
          standard="ignored"
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
      <Group title="Folders with these names are ignored, wherever they are">
        <Names
          label="Folder to ignore"
          names={settings.ignored_folders}
          none="Only the defaults, such as node_modules, target and .git."
          example="vendor-data"
          onChange={(ignored_folders) => void change({ ignored_folders })}
        />
      </Group>
      <Group title="Folders with these names are read, even if they look generated">
        <Names
          label="Folder to read anyway"
          names={settings.read_folders}
          none="None: what Git tracks, marker files and contents decide."
          example="build"
          onChange={(read_folders) => void change({ read_folders })}
        />
      </Group>
    </>
  );
}

/** A list of names that grows by a field and shrinks by a button. */
function Names(props: {
  label: string;
  names: string[];
  none: string;
  example: string;
  onChange: (names: string[]) => void;
}) {
  const [name, setName] = createSignal("");
  const bad = () => /[/\\]/.test(name());
  function add() {
    const wanted = name().trim();
    if (wanted === "" || bad()) return;
    props.onChange([...new Set([...props.names, wanted])].sort());
    setName("");
  }
  return (
    <>
      <For each={props.names} fallback={<p class="px-2.5 py-2 text-muted">{props.none}</p>}>
        {(folder) => (
          <div class="flex h-9 items-center gap-2 px-2.5">
            <Icon name="folder" class="text-muted" />
            <span class="flex-1 font-mono text-label text-strong">{folder}</span>
            <IconButton
              icon="trash"
              label={`Remove ${folder}`}
              onClick={() => props.onChange(props.names.filter((one) => one !== folder))}
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
          aria-label={props.label}
          placeholder={props.example}
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
    </>
  );
}
