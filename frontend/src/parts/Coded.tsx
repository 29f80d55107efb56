import { Index, Show } from "solid-js";

/** Prose in which what stands between backticks is set as code. */
export function Coded(props: { text: string }) {
  return (
    <Index each={props.text.split("`")}>
      {(part, i) => (
        <Show when={i % 2 === 1} fallback={part()}>
          <code class="font-mono text-label">{part()}</code>
        </Show>
      )}
    </Index>
  );
}
