import { createEffect, createResource, For, on, Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { FileText } from "~/bridge/types";
import { highlight } from "./highlight";
import { Empty, ErrorCard, Skeleton } from "./Messages";

/** A file of the repository, at a line. Long files are cut: what decides stands near the top of manifests. */
export function FilePane(props: {
  run: string;
  place: { path: string; line: number };
  load: (run: string, path: string) => Promise<FileText>;
}) {
  const [file] = createResource(
    () => [props.run, props.place.path] as const,
    // eslint-disable-next-line solid/reactivity -- a fetcher runs whenever its source changes
    ([run, path]) => props.load(run, path),
  );
  const limit = () => Math.max(3000, props.place.line + 500);
  const lines = () => (file.error ? [] : (file()?.text ?? "").split("\n").slice(0, limit()));
  let body: HTMLDivElement | undefined;
  createEffect(
    // What could not be read throws where it is asked for.
    on([() => (file.error ? undefined : file()), () => props.place.line], () => {
      queueMicrotask(() => body?.querySelector("[data-here]")?.scrollIntoView({ block: "center" }));
    }),
  );
  const kind = () => props.place.path.split(/[./]/).at(-1)?.toLowerCase() ?? "";
  return (
    <Show when={!file.error} fallback={<ErrorCard fault={rejected(file.error)} title="The file cannot be shown" />}>
      <Show when={!file.loading} fallback={<Skeleton rows={10} />}>
        <Show when={!file()?.binary} fallback={<Empty icon="file" title="This file is not text" />}>
          <div
            ref={body}
            class="selectable min-h-0 flex-1 overflow-auto bg-sunken py-1.5 code"
            tabIndex={0}
            role="group"
            aria-label={props.place.path}
          >
            <For each={lines()}>
              {(line, i) => (
                <div
                  class="flex min-h-[1.1875rem] w-max min-w-full pr-3 whitespace-pre"
                  classList={{
                    "bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]": i() + 1 === props.place.line,
                  }}
                  data-here={i() + 1 === props.place.line ? "" : undefined}
                >
                  <span class="w-11 shrink-0 pr-3 text-right text-muted select-none">{i() + 1}</span>
                  <span>
                    <For each={highlight(line, kind())}>
                      {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
                    </For>
                  </span>
                </div>
              )}
            </For>
            <Show when={file()?.truncated || (file()?.text.split("\n").length ?? 0) > limit()}>
              <p class="px-3 pt-2 text-muted">The rest of the file is not shown.</p>
            </Show>
          </div>
        </Show>
      </Show>
    </Show>
  );
}
