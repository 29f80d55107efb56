import { createEffect, createResource, createSignal, For, on, Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { SentPrompt } from "~/bridge/types";
import { useApp } from "~/state/app";
import { tokens } from "~/state/models/models";
import { clock, counted } from "~/state/shared/format";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { ContextBox } from "./ContextBox";

/** Exactly what was sent to a model and what it answered, after the secrets were taken out. */
export default function Prompts(props: { run: string; onClose: () => void }) {
  const app = useApp();
  const [sent, { refetch }] = createResource(() => props.run, app.api.sentPrompts);
  const [at, setAt] = createSignal(0);
  // While a run goes on, each answer adds one.
  createEffect(
    on(
      () => app.models.cost()?.calls,
      () => void refetch(),
      { defer: true },
    ),
  );
  const list = () => (sent.error ? [] : (sent.latest ?? []));
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Prompts">
      <div class={`${paneHead} h-10`}>
        <PaneTitle title="Sent to the model" detail={counted(list().length, "prompt")} />
        <span class="flex-1" />
        <IconButton icon="x" label="Back to the stream" onClick={() => props.onClose()} />
      </div>
      <Show when={props.run === app.run.info.id && app.context.now()}>
        {(context) => <ContextBox run={props.run} context={context()} live={app.run.info.state === "running"} />}
      </Show>
      <Show when={!sent.error} fallback={<ErrorCard fault={rejected(sent.error)} />}>
        <Show when={sent.latest} fallback={<Skeleton rows={6} />}>
          <Show
            when={list().length > 0}
            fallback={
              <Show
                when={props.run === app.run.info.id && app.run.info.state === "running"}
                fallback={
                  <Empty icon="message" title="No model was asked">
                    This run was decided by rules only: nothing left this computer.
                  </Empty>
                }
              >
                <Empty icon="message" title="Nothing sent yet">
                  What a model is asked appears here as it is sent.
                </Empty>
              </Show>
            }
          >
            <ol class="max-h-40 shrink-0 overflow-auto border-b border-line" aria-label="Prompts">
              <For each={list()}>
                {(one, i) => (
                  <li>
                    <button
                      type="button"
                      aria-pressed={at() === i()}
                      class="inset-focus flex h-7 w-full items-center gap-3 px-3 text-left whitespace-nowrap tabular-nums"
                      classList={{ "bg-selection": at() === i(), "hover:bg-hover": at() !== i() }}
                      onClick={() => setAt(i())}
                    >
                      <span class="w-6 text-muted">{one.number}</span>
                      <span class="w-12 text-muted">{clock(one.at)}</span>
                      <span class="cut flex-1 code text-strong">{one.model}</span>
                      <span class="text-label text-muted">
                        {tokens(one.prompt_tokens)} in, {tokens(one.completion_tokens)} out
                        {one.reported ? "" : ", counted here"}
                      </span>
                    </button>
                  </li>
                )}
              </For>
            </ol>
            <Show when={list()[at()]}>{(one) => <One one={one()} />}</Show>
          </Show>
        </Show>
      </Show>
    </section>
  );
}

function One(props: { one: SentPrompt }) {
  const block = "mx-3 my-2 overflow-auto rounded-control bg-sunken px-3 py-2 code whitespace-pre-wrap break-words";
  return (
    <div class="selectable min-h-0 flex-1 overflow-auto py-1" tabIndex={0} role="group" aria-label="One prompt">
      <div class="flex flex-wrap items-center gap-1.5 px-3 py-1">
        <Chip tone="outline">{props.one.provider}</Chip>
        <Show when={props.one.hidden > 0}>
          <Chip tone="ok" icon="shield">
            {counted(props.one.hidden, "secret")} removed
          </Chip>
        </Show>
        <For each={props.one.tools}>{(name) => <Chip mono>{name}</Chip>}</For>
      </div>
      <For each={props.one.messages}>
        {(message) => (
          <section>
            <h3 class="px-3 pt-2 text-mark font-semibold text-muted">
              {message.tool_name ? `${message.role}: ${message.tool_name}` : message.role}
              {message.failed ? ", failed" : ""}
            </h3>
            <Show when={message.text}>
              <pre class={block}>{message.text}</pre>
            </Show>
            <For each={message.calls}>
              {(call) => (
                <pre class={block}>
                  {call.name} {call.arguments}
                </pre>
              )}
            </For>
          </section>
        )}
      </For>
      <h3 class="border-t border-line px-3 pt-2.5 text-mark font-semibold text-evidence">Its answer</h3>
      <Show when={props.one.error}>
        <p class="px-3 py-1 text-danger">{props.one.error}</p>
      </Show>
      <Show when={props.one.answer.text}>
        <pre class={block}>{props.one.answer.text}</pre>
      </Show>
      <For each={props.one.answer.calls}>
        {(call) => (
          <pre class={block}>
            {call.name} {call.arguments}
          </pre>
        )}
      </For>
    </div>
  );
}
