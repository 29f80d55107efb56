import { Input } from "~/ui/Input";
import { createDraft } from "~/state/plan/draft";

/** A line of text that becomes part of something larger. */
export function PartField(props: {
  label: string;
  value: string;
  class: string;
  mono?: boolean;
  edited?: boolean;
  onSave: (text: string) => void;
}) {
  const draft = createDraft(
    () => props.value,
    (text) => props.onSave(text),
  );
  return (
    <Input
      class={props.class}
      mono={props.mono ?? true}
      edited={props.edited ?? false}
      aria-label={props.label}
      title={draft.text()}
      value={draft.text()}
      onInput={(event) => draft.input(event.currentTarget.value)}
      onBlur={draft.commit}
    />
  );
}
