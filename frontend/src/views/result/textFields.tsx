import { createEffect, createSignal, on, onCleanup, Show } from "solid-js";
import { joinWords, splitWords } from "~/state/shared/commandLine";
import type { Field } from "~/state/plan/fields";
import { moveLine } from "~/state/plan/moveLine";
import { Icon } from "~/ui/Icon";
import { Input, TextArea } from "~/ui/Input";

/** So long a field is quiet before what was typed is saved. */
const pause = 250;

/**
 * The text of a field while it is typed: saved after a pause, on leaving and on Enter; Escape brings the saved value
 * back. A value that comes from elsewhere shows at once, unless the user is typing.
 */
export function createDraft(saved: () => string, save: (text: string) => void) {
  const [text, setText] = createSignal(saved());
  let typing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(on(saved, (next) => !typing && setText(next), { defer: true }));
  onCleanup(() => commit());

  function commit() {
    clearTimeout(timer);
    if (!typing) return;
    typing = false;
    if (text() !== saved()) save(text());
  }

  return {
    text,
    input(next: string) {
      typing = true;
      setText(next);
      clearTimeout(timer);
      timer = setTimeout(() => text() !== saved() && save(text()), pause);
    },
    commit,
    revert() {
      clearTimeout(timer);
      typing = false;
      setText(saved());
    },
  };
}

interface Shared {
  id: string;
  field: Field;
  edited: boolean;
  invalid: boolean;
}

export function TextField(props: Shared & { value: string; onSave: (text: string) => void }) {
  const draft = createDraft(
    () => props.value,
    (text) => props.onSave(text.trim()),
  );
  return (
    <Input
      id={props.id}
      mono={props.field.mono}
      edited={props.edited}
      invalid={props.invalid}
      placeholder={props.field.blank}
      value={draft.text()}
      onInput={(event) => draft.input(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) draft.commit();
        if (event.key === "Escape") draft.revert();
      }}
    />
  );
}

/** A list of commands or names: one per line. Alt and an arrow move the line of the cursor, as editors do. */
export function LinesField(props: Shared & { value: string[]; onSave: (lines: string[]) => void }) {
  const draft = createDraft(
    () => props.value.join("\n"),
    (text) =>
      props.onSave(
        text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== ""),
      ),
  );
  return (
    <TextArea
      id={props.id}
      mono
      edited={props.edited}
      invalid={props.invalid}
      placeholder={props.field.blank}
      rows={Math.max(1, draft.text().split("\n").length)}
      wrap="off"
      class="overflow-x-auto [scrollbar-width:none]"
      value={draft.text()}
      onInput={(event) => draft.input(event.currentTarget.value)}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.key === "Escape") draft.revert();
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || by === undefined) return;
        event.preventDefault();
        const moved = moveLine(draft.text(), event.currentTarget.selectionStart, by);
        draft.input(moved.text);
        event.currentTarget.setSelectionRange(moved.at, moved.at);
      }}
    />
  );
}

/** A command in exec form, typed as shell words or as a JSON list. */
export function ExecField(props: Shared & { value: string[]; onSave: (words: string[]) => void }) {
  const [open, setOpen] = createSignal(false);
  const draft = createDraft(
    () => joinWords(props.value),
    (text) => {
      const words = splitWords(text);
      setOpen(words === undefined);
      if (words) props.onSave(words);
    },
  );
  return (
    <>
      <Input
        id={props.id}
        mono
        edited={props.edited}
        invalid={props.invalid || open()}
        placeholder={props.field.blank}
        value={draft.text()}
        onInput={(event) => draft.input(event.currentTarget.value)}
        onBlur={draft.commit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) draft.commit();
          if (event.key === "Escape") {
            setOpen(false);
            draft.revert();
          }
        }}
      />
      <Show when={open()}>
        <p class="flex items-center gap-1.5 pt-0.5 text-label text-danger">
          <Icon name="circle-x" /> A quote is not closed. The last valid command stays in use.
        </p>
      </Show>
    </>
  );
}
