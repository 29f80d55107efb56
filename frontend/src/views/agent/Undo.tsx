import { For, Show } from "solid-js";
import type { Summed } from "~/bridge/types";
import type { Exchange } from "~/state/agent/exchange";
import { commands } from "~/state/agent/commands";
import { useApp } from "~/state/app";
import { Markdown } from "~/parts/Markdown";
import { Band } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

/** Takes the last turn back, with what it changed or without. */
export function Undo(props: { one: Exchange }) {
  const { agent } = useApp();
  const files = () => {
    const changes = props.one.changes;
    return changes && !changes.taken_back ? changes.files.length : 0;
  };
  /** A summary came after the last answer: it goes first. */
  const summary = () => props.one.summed?.turns === agent.exchanges.length;
  return (
    <Show when={!agent.answering() && agent.current() !== ""}>
      <div class="flex flex-wrap gap-2 pt-2" role="group" aria-label="Take back the last question">
        <Button small look="ghost" icon="undo" onClick={() => void agent.undo(false)}>
          {summary()
            ? "Take back the summary"
            : files() > 0
              ? "Take back the question alone"
              : "Take back this question"}
        </Button>
        <Show when={files() > 0 && !summary()}>
          <Button small look="ghost" icon="undo" onClick={() => void agent.undo(true)}>
            Take back the question and {files() === 1 ? "its change" : "its changes"}
          </Button>
        </Show>
      </div>
    </Show>
  );
}

const summedWords = ({ turns }: Summed) =>
  turns === 0 ? "A part of this turn was" : turns === 1 ? "Turn 1 was" : `Turns 1–${turns} were`;

/** A summary that stands for what was said until here, for the model alone: the turns stay. */
export function SummedUp(props: { summed: Summed }) {
  return (
    <details class="mt-3 border-t border-dashed border-line-strong pt-2 text-label text-muted">
      <summary class="cursor-default">{summedWords(props.summed)} summed up for the model</summary>
      <div class="pt-1 pl-4">
        <Markdown text={props.summed.text} />
      </div>
    </details>
  );
}

/** What is to be said about the conversation as a whole, above the field. */
export function Told() {
  const { agent } = useApp();
  return (
    <>
      <Show when={agent.undone() && !agent.answering()}>
        <Band
          tone="info"
          icon="undo"
          actions={
            <Button small onClick={() => void agent.redo()}>
              Bring it back
            </Button>
          }
        >
          What was said last was taken back: the model is not shown it any more.
        </Band>
      </Show>
      <Show when={agent.compacting()}>
        <Band tone="info" icon="loader">
          The model sums up what was said.
        </Band>
      </Show>
      <Show when={agent.said()}>
        {(said) => (
          <section class="grid gap-1 border-t border-line bg-sunken px-4 py-2" aria-label="Commands">
            <div class="flex items-center gap-2">
              <Icon name="info" class="text-muted" />
              <p class="flex-1 text-strong" role="status">
                {said().text || "In place of a question:"}
              </p>
              <Button small look="ghost" onClick={agent.clearSaid}>
                Close
              </Button>
            </div>
            <Show when={said().help}>
              <ul class="grid gap-0.5 pl-6">
                <For each={commands}>
                  {(one) => (
                    <li>
                      <span class="code text-strong">{one.word}</span> <span class="text-muted">{one.does}</span>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </section>
        )}
      </Show>
    </>
  );
}
