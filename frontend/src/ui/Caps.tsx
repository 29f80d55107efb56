import { For } from "solid-js";

/** Key caps, one per key. */
export function Caps(props: { keys: string[]; inverse?: boolean }) {
  return (
    <span class="inline-flex gap-0.5" aria-hidden="true">
      <For each={props.keys}>
        {(key) => (
          <kbd
            class="min-w-4.25 rounded-mark border px-1 text-center font-sans text-mark leading-4 font-medium"
            classList={{
              "border-line-strong bg-raised text-muted": !props.inverse,
              "border-current text-current": props.inverse === true,
            }}
          >
            {key}
          </kbd>
        )}
      </For>
    </span>
  );
}
