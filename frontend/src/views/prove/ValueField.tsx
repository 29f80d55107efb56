import { TextArea } from "~/ui/Input";

/**
 * A value of one or more lines. Enter keeps it, Shift+Enter begins a line; a hidden one shows dots, as a field for
 * passwords does, which would cut a key of several lines down to one.
 */
export function ValueField(props: {
  label: string;
  value: string;
  hidden: boolean;
  placeholder?: string;
  ref?: (field: HTMLTextAreaElement) => void;
  onInput: (value: string) => void;
  onKeep: () => void;
}) {
  return (
    <TextArea
      ref={(field) => props.ref?.(field)}
      mono
      rows={Math.min(6, props.value.split("\n").length)}
      class={`min-h-(--h-control) ${props.hidden ? "[-webkit-text-security:disc]" : ""}`}
      style={{ "line-height": "1.125rem" }}
      autocomplete="off"
      aria-label={props.label}
      placeholder={props.placeholder}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        props.onKeep();
      }}
    />
  );
}
