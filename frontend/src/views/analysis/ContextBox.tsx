import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { segmentWords, type Context } from "~/state/run/context";
import { tokens } from "~/state/models/models";
import { counted } from "~/state/shared/format";
import { ErrorCard } from "~/parts/Messages";
import { Bar } from "~/ui/Bar";
import { Button } from "~/ui/Button";

/** What the last question was made of; while a model is asked, older messages can be summarised and put back. */
export function ContextBox(props: { run: string; context: Context; live: boolean }) {
  const app = useApp();
  const { context } = app;
  return (
    <section class="shrink-0 border-b border-line px-3 py-2" aria-label="Context">
      <div class="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap">
        <h3 class="text-mark font-semibold text-muted">Context</h3>
        <span class="text-label text-muted tabular-nums">
          {tokens(props.context.used)} of {tokens(props.context.window)} tokens, profile {props.context.profile}
          {props.context.estimated ? ", estimated" : ""}
        </span>
        <span class="flex-1" />
        <Show when={props.live}>
          <Button small icon="archive" onClick={() => void context.compact(props.run)}>
            Summarise now
          </Button>
        </Show>
        <Show when={props.context.summarised > 0}>
          <span class="text-label text-muted">{counted(props.context.summarised, "message")} summarised</span>
          <Show when={props.live}>
            <Button small icon="undo" onClick={() => void context.restore(props.run)}>
              Put back
            </Button>
          </Show>
        </Show>
      </div>
      <ul class="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-1">
        <For each={props.context.segments}>
          {(part) => (
            <li class="min-w-0">
              <div class="flex justify-between gap-2 text-label whitespace-nowrap">
                <span class="cut text-muted">{segmentWords(part.name)}</span>
                <span class="text-body tabular-nums">
                  {part.used > 0 ? `${tokens(part.used)} of ` : ""}
                  {tokens(part.limit)}
                </span>
              </div>
              <Bar
                part={part.used / part.limit}
                tone={part.name === "history" && part.used > part.limit * 0.8 ? "warn" : "accent"}
                class="w-full"
              />
            </li>
          )}
        </For>
      </ul>
      <p class="text-label text-muted" role="status">
        {context.said()}
      </p>
      <Show when={context.fault()}>{(fault) => <ErrorCard fault={fault()} />}</Show>
    </section>
  );
}
