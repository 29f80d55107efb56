import { createEffect, on, onCleanup, onMount } from "solid-js";
import { useApp } from "~/state/app";
import { textEditor } from "~/parts/editor";

/** So long the text is quiet before it is saved. */
const pause = 350;

/** The Dockerfile as text. What is typed is kept at once, and stays until the plan's own is taken back. */
export default function HandPane() {
  const app = useApp();
  const { result } = app;
  const text = () => result.state()?.dockerfile.content ?? "";
  let place: HTMLDivElement | undefined;
  onMount(() => {
    if (!place) return;
    const at = result.here();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: (() => void) | undefined;
    const editor = textEditor(place, text(), "dockerfile", "The Dockerfile, by hand", (typed) => {
      clearTimeout(timer);
      waiting = () => {
        waiting = undefined;
        void result.editDockerfile(typed, at);
      };
      timer = setTimeout(() => waiting?.(), pause);
    });
    createEffect(
      on(text, (next) => {
        const now = editor.state.doc.toString();
        if (next === now || waiting || (result.busy() && editor.hasFocus)) return;
        editor.dispatch({ changes: { from: 0, to: now.length, insert: next } });
      }),
    );
    editor.focus();
    onCleanup(() => {
      clearTimeout(timer);
      waiting?.();
      editor.destroy();
    });
  });
  return <div ref={place} class="min-h-0 flex-1 overflow-hidden select-text" />;
}
