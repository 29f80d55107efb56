import { createSignal, Show } from "solid-js";
import { createDraft } from "~/state/plan/draft";
import { joinWords, splitWords } from "~/state/shared/commandLine";
import type { Field } from "~/state/plan/fields";
import { moveLine } from "~/state/plan/moveLine";
import { Icon } from "~/ui/Icon";
import { Input, TextArea } from "~/ui/Input";

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
