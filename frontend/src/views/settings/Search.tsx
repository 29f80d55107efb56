import { createMemo, createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { searchSettings, sections, type SettingRow } from "~/state/settings/rows";
import { Input } from "~/ui/Input";

/** Finds a setting by its words and leads to its control. */
export function Search() {
  const app = useApp();
  const [question, setQuestion] = createSignal("");
  const found = createMemo(() => searchSettings(question()));
  let field: HTMLInputElement | undefined;
  app.commands.offer([
    { id: "settings.find", title: "Find a setting", group: "Setting", keys: "/", run: () => field?.focus() },
    {
      id: "settings.find2",
      title: "Find a setting",
      group: "Setting",
      keys: "Mod+F",
      quiet: true,
      run: () => field?.focus(),
    },
  ]);
  const name = (row: SettingRow) => sections.find((one) => one.id === row.section)?.title ?? "";
  function go(row: SettingRow | undefined) {
    if (!row) return;
    setQuestion("");
    app.openSetting(row);
  }
  return (
    <div role="search" class="pb-1.5">
      <Input
        ref={field}
        small
        icon="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        value={question()}
        onInput={(event) => setQuestion(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(found()[0]);
          else if (event.key === "Escape" && question() !== "") setQuestion("");
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Show when={question().trim() !== ""}>
        <ul class="mt-1 border-b border-line pb-1.5" aria-label="Found settings">
          <For each={found()} fallback={<li class="px-2 py-1 text-label text-muted">No matching settings.</li>}>
            {(row) => (
              <li>
                <button
                  type="button"
                  class="flex min-h-7 w-full items-baseline gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
                  title={row.says}
                  onClick={() => go(row)}
                >
                  <span class="cut flex-1 text-strong">{row.title}</span>
                  <Show when={name(row) !== row.title}>
                    <span class="text-label text-muted">{name(row)}</span>
                  </Show>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}
