import { For, Show } from "solid-js";
import type { Passage } from "~/bridge/types";
import { passagesOf } from "~/state/run/passages";
import type { Place } from "~/state/frame/view";
import { counted } from "~/state/shared/format";
import { highlight } from "./highlight";

/** What a tool has shown a model: files at their lines, matches, entries of folders; each leads to its place. */
export function Passages(props: { shown: readonly Passage[]; left: number; onOpen: (place: Place) => void }) {
  return (
    <div class="max-h-80 overflow-auto rounded-control bg-sunken py-1 code">
      <For each={passagesOf(props.shown)}>
        {(one) => (
          <section>
            <Show when={one.name}>
              <p class="flex items-baseline gap-2 px-2">
                <Show when={one.place} fallback={<span class="cut text-body">{one.name}</span>}>
                  {(place) => (
                    <button
                      type="button"
                      tabIndex={-1}
                      class="cut text-left text-accent hover:underline"
                      onClick={() => props.onOpen(place())}
                    >
                      {one.name}
                    </button>
                  )}
                </Show>
                <span class="text-label whitespace-nowrap text-muted tabular-nums">{one.size}</span>
              </p>
            </Show>
            <For each={one.lines}>
              {(line) => (
                <div
                  class="flex w-max min-w-full pr-2 whitespace-pre text-body"
                  classList={{ "bg-evidence-soft": line.match }}
                >
                  <span class="w-11 shrink-0 pr-3 text-right text-muted select-none">{line.number || ""}</span>
                  <span>
                    <For each={highlight(line.text, one.kind)}>
                      {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
                    </For>
                  </span>
                </div>
              )}
            </For>
          </section>
        )}
      </For>
      <Show when={props.left > 0}>
        <p class="px-2 pt-1 text-muted">{counted(props.left, "more result")} not saved with the run</p>
      </Show>
    </div>
  );
}
