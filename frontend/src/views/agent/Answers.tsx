import { onCleanup, Show } from "solid-js";
import type { AgentReply } from "~/bridge/types";
import type { App } from "~/state/app";
import { afterPaint } from "~/state/shared/async";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { Menu } from "~/ui/Overlay";

/** The single keys are for what is asked, unless the user is writing something. */
export function takeKeys(app: App, card: () => HTMLElement) {
  let gone = false;
  onCleanup(() => (gone = true));
  afterPaint(() => {
    if (!gone && app.agent.draft() === "" && !(document.activeElement instanceof HTMLInputElement)) card().focus();
  });
}

/** What allows more than this one time, and how much. */
export function Longer(props: { what: string; lasting: string; onAnswer: (answer: AgentReply["answer"]) => void }) {
  return (
    <Show when={props.lasting}>
      <Menu
        label="Allow it for longer"
        triggerClass="inline-flex size-(--h-control-s) items-center justify-center rounded-control text-muted hover:bg-hover"
        trigger={<Icon name="chevron-down" />}
        items={[
          { label: `Allow ${props.what} in this conversation`, run: () => props.onAnswer("session") },
          { label: `Always allow ${props.what} in this project`, run: () => props.onAnswer("always") },
        ]}
      />
    </Show>
  );
}

/** A word for the model with a refusal. */
export function Refusal(props: { word: string; onWord: (word: string) => void; onRefuse: () => void }) {
  return (
    <Input
      small
      aria-label="Why you refuse, for the model"
      placeholder="Why you refuse it, for the model (Enter refuses)"
      value={props.word}
      onInput={(event) => props.onWord(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && props.word.trim() !== "") props.onRefuse();
      }}
    />
  );
}
