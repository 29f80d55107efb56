import { createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { ago, counted } from "~/state/shared/format";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { IconButton } from "~/ui/Button";
import { Input } from "~/ui/Input";

/** The conversations about the project that were kept. */
export function Talks(props: { onOpened: () => void }) {
  const app = useApp();
  const { agent } = app;
  const [renamed, setRenamed] = createSignal("");
  const leave = () => {
    agent.begin();
    props.onOpened();
  };
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Conversations">
      <div class={paneHead}>
        <PaneTitle title="Conversations" />
        <span class="flex-1" />
        <IconButton icon="plus" label="New conversation" disabled={agent.answering()} onClick={leave} />
      </div>
      <div class="border-b border-line p-2">
        <Input
          icon="search"
          small
          aria-label="Find a conversation"
          placeholder="Find"
          value={agent.search()}
          onInput={(event) => void agent.find(event.currentTarget.value)}
        />
      </div>
      <ul class="min-h-0 flex-1 overflow-y-auto" role="list">
        <For
          each={agent.talks()}
          fallback={
            <li class="p-3 text-label text-muted">
              {agent.search() ? "None has these words." : "What you ask about this project is kept here."}
            </li>
          }
        >
          {(talk) => (
            <li
              class="group flex items-start gap-1 border-b border-line px-2.5 py-2"
              classList={{ "bg-selection": agent.current() === talk.id, "hover:bg-hover": agent.current() !== talk.id }}
            >
              <Show
                when={renamed() === talk.id}
                fallback={
                  <button
                    type="button"
                    class="min-w-0 flex-1 text-left"
                    aria-current={agent.current() === talk.id ? "true" : undefined}
                    disabled={agent.answering()}
                    onClick={() => {
                      props.onOpened();
                      void agent.open(talk.id);
                    }}
                  >
                    <span class="line-clamp-2 break-words text-strong">{talk.title}</span>
                    <span class="text-label text-muted tabular-nums">
                      {ago(talk.updated_at, Date.now())}, {counted(talk.questions, "question")}
                    </span>
                  </button>
                }
              >
                <Input
                  small
                  aria-label="Title"
                  value={talk.title}
                  ref={(field) => queueMicrotask(() => field.select())}
                  onKeyDown={(event) => {
                    if (event.key === "Escape") setRenamed("");
                    if (event.key !== "Enter") return;
                    setRenamed("");
                    void agent.rename(talk.id, event.currentTarget.value);
                  }}
                  onBlur={() => setRenamed("")}
                />
              </Show>
              <span class="flex shrink-0">
                <IconButton icon="pencil" label={`Rename ${talk.title}`} onClick={() => setRenamed(talk.id)} />
                <IconButton
                  icon="trash"
                  label={`Delete ${talk.title}`}
                  disabled={agent.answering()}
                  onClick={() => void agent.remove(talk.id)}
                />
              </span>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
