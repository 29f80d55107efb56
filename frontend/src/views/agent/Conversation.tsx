import { createEffect, For, Match, on, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Place } from "~/state/frame/view";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { Band, ErrorCard } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Answered } from "./Answered";
import { CallCard } from "./CallCard";
import { ChangeCard } from "./ChangeCard";
import { CommandCard } from "./CommandCard";
import { Composer } from "./Composer";
import { Notes } from "./Notes";
import { SummedUp, Told, Undo } from "./Undo";

/** One conversation, and where the next question is written. */
export function Conversation(props: { onPlace: (place: Place) => void }) {
  const app = useApp();
  const { agent } = app;
  let body: HTMLDivElement | undefined;
  createEffect(
    on([() => agent.exchanges.length, () => agent.exchanges.at(-1)?.answer, () => agent.asked()?.id], () =>
      queueMicrotask(() => body?.scrollTo({ top: body.scrollHeight })),
    ),
  );
  return (
    <section data-pane class="flex min-h-0 min-w-0 flex-1 flex-col" aria-label="Conversation">
      <header data-pane class={paneHead}>
        <PaneTitle title={app.run.info.name} detail={modelWords(app)} />
        <span class="flex-1" />
        <Show when={agent.current()}>
          <IconButton
            icon="copy"
            label="Copy the conversation"
            onClick={() =>
              void app.api
                .conversationText(app.run.info.id, agent.current())
                .then((text) => app.copy(text, "Conversation"))
            }
          />
        </Show>
      </header>
      <div ref={body} class="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="log" aria-label="Answers">
        <Show when={agent.exchanges.length > 0} fallback={<Suggestions />}>
          <ol class="grid gap-5 p-4">
            <For each={agent.exchanges}>
              {(one, i) => (
                <li class="min-w-0">
                  <Answered
                    one={one}
                    busy={agent.answering() && !agent.compacting() && i() === agent.exchanges.length - 1}
                    onPlace={props.onPlace}
                  />
                  <Show when={one.summed}>{(summed) => <SummedUp summed={summed()} />}</Show>
                  <Show when={i() === agent.exchanges.length - 1}>
                    <Undo one={one} />
                  </Show>
                </li>
              )}
            </For>
          </ol>
        </Show>
        <Show when={agent.fault()}>
          {(fault) => (
            <ErrorCard fault={fault()} title="The question cannot be put">
              <Button small onClick={agent.clearFault}>
                Close
              </Button>
            </ErrorCard>
          )}
        </Show>
      </div>
      <Show when={agent.asked()} keyed>
        {(asked) => (
          <Switch fallback={<ChangeCard asked={asked} />}>
            <Match when={asked.kind === "command"}>
              <CommandCard asked={asked} />
            </Match>
            <Match when={asked.kind === "call"}>
              <CallCard asked={asked} />
            </Match>
          </Switch>
        )}
      </Show>
      <Show when={agent.unanswered() && !agent.answering()}>
        <Band
          tone="warn"
          icon="circle-stop"
          actions={
            <Button small icon="play" onClick={() => void agent.resume()}>
              Go on
            </Button>
          }
        >
          The last question has no whole answer.
        </Band>
      </Show>
      <Told />
      <Composer />
    </section>
  );
}

/** Who would be asked. */
function modelWords(app: ReturnType<typeof useApp>): string {
  const choice = app.models.choice();
  return choice?.ready ? `asks ${[choice.name, choice.model].filter(Boolean).join(", ")}` : "";
}

const suggestions = [
  "Why is the port what it is?",
  "Which variables does it need, and what for?",
  "What does it do when its database is gone?",
  "Why did the last proof fail?",
];

function Suggestions() {
  const app = useApp();
  return (
    <div class="grid max-w-[40rem] gap-2 p-5">
      <h3 class="text-title font-semibold text-strong">Ask about this project</h3>
      <p class="text-body">
        A model reads the plan, its evidence and the files that it needs, and answers with the lines that show it.
        {app.agent.changing()
          ? " It may also change files: each change is shown to you first, and can be taken back. It may run commands on a copy of the project, each once you agree."
          : " It changes and runs nothing."}
      </p>
      <Show when={app.models.choice() && !app.models.choice()?.ready}>
        <Band
          tone="warn"
          icon="alert"
          actions={
            <Button small onClick={() => app.openSettings("models")}>
              Choose a model
            </Button>
          }
        >
          No model can be asked: {app.models.choice()?.hint || "none is set up."}
        </Band>
      </Show>
      <div class="flex flex-wrap gap-2">
        <For each={suggestions}>
          {(text) => (
            <Button small disabled={app.agent.answering()} onClick={() => void app.agent.ask(text)}>
              {text}
            </Button>
          )}
        </For>
      </div>
      <Notes />
    </div>
  );
}
