import { createMemo, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { CodeLink } from "~/bridge/types";
import { short, tierWords } from "~/state/code/format";
import { counted } from "~/state/shared/format";
import { Button } from "~/ui/Button";
import { ids } from "./icons";

const columns = ["From", "To", "How", "Times", "Where", "How sure"];

/** The graph in words, row by row; it can be copied into a spreadsheet. A graph is bounded, so all rows are there. */
export function LinkTable() {
  const app = useApp();
  const { code } = app;
  const links = createMemo(() => code.around()?.links ?? []);
  const to = (link: CodeLink) => link.to.replace(/^package:/, "");
  const cell = "h-7 border-b border-line px-3 text-left whitespace-nowrap slim:px-1.5";
  const copy = () => {
    const rows = links().map((link) => [
      link.from,
      to(link),
      link.kinds.join(", "),
      String(link.times),
      `${link.path}:${link.line}`,
      tierWords(link.tier),
    ]);
    void app.copy(`${[columns, ...rows].map((row) => row.join("\t")).join("\n")}\n`, "Table");
  };
  const name = (id: string, text: string) => (
    <Show when={!id.startsWith("package:")} fallback={<span class="font-mono text-strong">{text}</span>}>
      <button
        type="button"
        class="font-mono text-strong hover:text-accent hover:underline"
        title={id}
        onClick={() => code.select(id)}
        onDblClick={() => code.focusOn(id)}
      >
        {short(text)}
      </button>
    </Show>
  );
  return (
    <div id={ids.graph} class="flex min-h-0 flex-1 flex-col">
      <div class="min-h-0 flex-1 overflow-auto" tabIndex={0} role="group" aria-label="Table of the graph">
        <table class="w-full border-collapse text-label" aria-label="Graph as a table">
          <thead class="sticky top-0 bg-sunken text-mark text-muted">
            <tr>
              <For each={columns}>
                {(title) => (
                  <th scope="col" class={`${cell} font-medium`} classList={{ "text-right": title === "Times" }}>
                    {title}
                  </th>
                )}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={links()}>
              {(link) => (
                <tr class="hover:bg-hover">
                  <td class={cell}>{name(link.from, link.from)}</td>
                  <td class={cell}>{name(link.to, to(link))}</td>
                  <td class={cell}>{link.kinds.join(", ")}</td>
                  <td class={`${cell} text-right tabular-nums`}>{link.times}</td>
                  <td class={cell}>
                    <button
                      type="button"
                      class="text-accent hover:underline"
                      title={`${link.path}:${link.line}`}
                      onClick={() => code.setPlace({ path: link.path, line: link.line })}
                    >
                      {short(link.path)}:{link.line}
                    </button>
                  </td>
                  <td class={`${cell} text-muted`}>{tierWords(link.tier)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
        <Show when={links().length === 0}>
          <p class="px-3 py-2.5 text-muted">Nothing is linked to it by these edges.</p>
        </Show>
      </div>
      <div class="flex items-center gap-2 border-t border-line px-3 py-2">
        <Button small icon="copy" onClick={copy}>
          Copy table
        </Button>
        <span class="text-label text-muted">{counted(links().length, "row")}</span>
      </div>
    </div>
  );
}
