import { createSignal, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { Menu } from "~/ui/Overlay";

/** Where a folder is dropped, picked or pasted. It shrinks to a strip once there are recent projects. */
export function DropZone(props: { strip: boolean; pasting: boolean; onPasting: (on: boolean) => void }) {
  const app = useApp();
  return (
    <section
      aria-label="Open a project"
      class="rounded-card border border-dashed border-line-control bg-sunken"
      classList={{
        "flex min-h-15 flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-3": props.strip,
        "flex min-h-59 flex-col items-center justify-center gap-1.5 p-6": !props.strip,
      }}
    >
      <Icon name="folder-input" size="m" class="text-muted" />
      <Show
        when={props.strip}
        fallback={
          <>
            <h2 class="text-hero font-semibold text-strong">Drop a project folder here</h2>
            <p class="mb-3.5 text-muted">or a file inside it; aipack opens the folder around it</p>
          </>
        }
      >
        <h2 class="font-semibold text-strong">Drop a project folder here</h2>
        <p class="flex-1 text-muted">or anywhere in this window</p>
      </Show>
      <Show when={!props.pasting} fallback={<PathField onDone={() => props.onPasting(false)} />}>
        <div class="flex items-center gap-2">
          <Show when={props.strip && app.samples().length > 0}>
            <Menu
              label="Try a sample"
              triggerClass="inline-flex h-(--h-control) items-center gap-1.5 rounded-control px-2.5 font-medium text-body hover:bg-hover"
              trigger={
                <>
                  Try a sample <Icon name="chevron-down" size="xs" />
                </>
              }
              items={app.samples().map((sample) => ({
                label: sample.title,
                run: () => void app.opening.sample(sample.name),
              }))}
            />
          </Show>
          <Show when={props.strip}>
            <Button keys={caps("Mod+V")} onClick={() => props.onPasting(true)}>
              Paste path
            </Button>
          </Show>
          <Button
            look="primary"
            icon="folder-open"
            keys={caps("Mod+O")}
            busy={app.opening.busy()}
            onClick={() => void app.opening.pick()}
          >
            Browse
          </Button>
          <Show when={!props.strip}>
            <Button keys={caps("Mod+V")} onClick={() => props.onPasting(true)}>
              Paste path
            </Button>
          </Show>
        </div>
      </Show>
    </section>
  );
}

function PathField(props: { onDone: () => void }) {
  const app = useApp();
  const [path, setPath] = createSignal("");
  let field: HTMLInputElement | undefined;
  async function paste() {
    const text = await app.api.clipboardText();
    if (path() === "" && text.length < 4096 && !text.includes("\n")) setPath(text.trim());
  }
  onMount(() => {
    queueMicrotask(() => field?.focus());
    void paste();
  });
  async function open() {
    const wanted = path().trim();
    if (wanted === "") return;
    await app.opening.open(wanted);
    // A path that is refused stays, to be corrected.
    if (app.opening.obstacle()?.kind !== "refused") props.onDone();
  }
  return (
    <form
      class="flex w-[36rem] max-w-full items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <Input
        ref={field}
        mono
        aria-label="Path of the project folder"
        placeholder="/home/me/project"
        value={path()}
        onInput={(event) => setPath(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && props.onDone()}
      />
      <Button look="ghost" onClick={() => props.onDone()}>
        Cancel
      </Button>
      <Button look="primary" type="submit" keys={["Enter"]} disabled={path().trim() === ""} busy={app.opening.busy()}>
        Open
      </Button>
    </form>
  );
}
