import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { useApp } from "~/state/app";
import { hintOf, type Command, type Found } from "~/state/frame/commands";
import { caps } from "~/state/frame/keys";
import { Caps } from "~/ui/Caps";
import { Icon, type IconName } from "~/ui/Icon";
import { Sheet } from "~/ui/Overlay";

const icons: Record<Command["group"], IconName> = {
  "Go to": "arrow-right",
  Project: "folder-open",
  Run: "play",
  Service: "box",
  Symbol: "waypoints",
  View: "eye",
  Setting: "settings",
};

/** Everything that can be done, found by typing a few letters. */
export function Palette() {
  const app = useApp();
  const [question, setQuestion] = createSignal("");
  const [at, setAt] = createSignal(0);
  const ofCode = () => question().startsWith("@");
  const [symbols, setSymbols] = createSignal<Found[]>([]);
  const found = createMemo(() => {
    if (app.overlay() !== "palette") return [];
    return ofCode() ? symbols() : app.commands.search(question()).slice(0, 60);
  });
  const close = () => app.setOverlay("");
  let list: HTMLUListElement | undefined;

  createEffect(on([question, app.overlay], () => setAt(0)));
  // Symbols are asked for; an answer to what was typed before is dropped.
  createEffect(
    on(question, async (asked) => {
      if (!asked.startsWith("@")) return;
      const answer = await app.symbols(asked.slice(1)).catch(() => []);
      if (question() === asked) setSymbols(answer);
    }),
  );
  createEffect(
    on(app.overlay, (overlay) => {
      if (overlay === "palette") setQuestion("");
    }),
  );
  createEffect(on(at, (index) => list?.querySelector(`[data-at="${index}"]`)?.scrollIntoView({ block: "nearest" })));

  function run(one: Found | undefined) {
    if (!one) return;
    close();
    // The palette gives the focus back as it closes; a command that takes it comes after that.
    setTimeout(() => one.command.run());
  }

  function key(event: KeyboardEvent) {
    const last = found().length - 1;
    const moves: Record<string, number> = { ArrowDown: at() + 1, ArrowUp: at() - 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(last, to)));
    else if (event.key === "Enter") run(found()[at()]);
    else return;
    event.preventDefault();
  }

  const nothing = () => {
    if (!ofCode()) return `No results for “${question()}”.`;
    if (app.run.info.id === "") return "No project is open.";
    return question() === "@" ? "Type the name of a symbol." : `No symbol matches “${question().slice(1)}”.`;
  };

  return (
    <Sheet open={app.overlay() === "palette"} label="Command palette" onClose={close}>
      <div class="flex h-11.5 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" size="m" class="text-muted" />
        <input
          class="h-full min-w-0 flex-1 bg-transparent text-title text-strong outline-none"
          placeholder="Go to, run, find"
          aria-label="Command"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${at()}`}
          spellcheck={false}
          value={question()}
          onInput={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={key}
        />
        <span class="cut max-w-40 text-muted">{app.project()}</span>
      </div>
      <ul ref={list} id="palette-list" role="listbox" aria-label="Commands" class="min-h-0 flex-1 overflow-auto py-1.5">
        <For each={found()} fallback={<li class="px-4 py-2 text-muted">{nothing()}</li>}>
          {(one, i) => (
            <>
              <Show when={i() === 0 || found()[i() - 1]?.command.group !== one.command.group}>
                <li role="presentation" class="px-4 pt-1.5 pb-0.5 text-mark font-semibold text-muted">
                  {one.command.group}
                </li>
              </Show>
              <li
                id={`palette-${i()}`}
                data-at={i()}
                role="option"
                aria-selected={at() === i()}
                class="mx-1.5 flex h-8 items-center gap-2.5 rounded-control px-2.5 whitespace-nowrap"
                classList={{ "bg-selection": at() === i() }}
                onPointerMove={() => setAt(i())}
                onClick={() => run(one)}
              >
                <Icon name={icons[one.command.group]} class="text-muted" />
                <span class="font-medium text-strong">
                  <Letters text={one.command.title} at={one.at} />
                </span>
                <span class="cut flex-1 text-muted">{hintOf(one.command)}</span>
                <Show when={one.command.keys}>{(keys) => <Caps keys={caps(keys())} />}</Show>
              </li>
            </>
          )}
        </For>
      </ul>
      <footer class="flex h-8 shrink-0 items-center gap-4 border-t border-line px-4 text-label text-muted">
        <span class="flex items-center gap-1.5">
          <Caps keys={["↑", "↓"]} /> choose
        </span>
        <span class="flex items-center gap-1.5">
          <Caps keys={["Enter"]} /> run
        </span>
        <span class="flex items-center gap-1.5">
          <Caps keys={["Esc"]} /> close
        </span>
        <span class="ml-auto flex items-center gap-1.5">
          <Caps keys={["@"]} /> symbols
        </span>
        <span class="flex items-center gap-1.5">
          <Caps keys={[">"]} /> only settings
        </span>
      </footer>
    </Sheet>
  );
}

/** The text with the letters of the question marked. */
function Letters(props: { text: string; at: number[] }) {
  return (
    <For each={props.text.split("")}>
      {(letter, i) => <span classList={{ "font-semibold text-accent": props.at.includes(i()) }}>{letter}</span>}
    </For>
  );
}
