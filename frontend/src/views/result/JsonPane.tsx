import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show, untrack } from "solid-js";
import { useApp } from "~/state/app";
import { textEditor } from "~/parts/editor";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Icon } from "~/ui/Icon";

/** So long the text is quiet before it is checked and saved. */
const pause = 350;

/** The document as JSON, editable. Text that is not valid stays; the last valid document stays in use. */
export default function JsonPane() {
  const { result } = useApp();
  const of = createMemo(() => JSON.stringify(result.here()));
  return (
    <Show when={of()} keyed>
      <Text />
    </Show>
  );
}

/** The text of one service's document: what was typed last is saved where it was typed. */
function Text() {
  const { result } = useApp();
  const at = untrack(result.here);
  const [problem, setProblem] = createSignal("");
  /** False where the text is JSON and no document: why stands above. */
  const [taken, setTaken] = createSignal(true);
  let place: HTMLDivElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | undefined;

  function typed(text: string) {
    clearTimeout(timer);
    waiting = undefined;
    setProblem(wrongWith(text));
    if (problem() !== "") return;
    waiting = () => {
      waiting = undefined;
      void result.setDocument(text, at).then(setTaken);
    };
    timer = setTimeout(() => waiting?.(), pause);
  }

  onMount(() => {
    if (!place) return;
    const editor = textEditor(place, result.state()?.document ?? "", "json", "The document as JSON", typed);
    createEffect(
      on(
        () => result.state()?.document ?? "",
        (next) => {
          const now = editor.state.doc.toString();
          if (next === now || problem() !== "" || waiting || sameJson(next, now)) return;
          editor.dispatch({ changes: { from: 0, to: now.length, insert: next } });
        },
      ),
    );
    onCleanup(() => editor.destroy());
  });
  onCleanup(() => {
    clearTimeout(timer);
    waiting?.();
  });

  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Document">
      <div class={paneHead}>
        <PaneTitle title="universalbuild.json" detail={result.current() === "." ? "" : result.current()} />
        <span class="flex-1" />
        <span class="text-label text-muted">
          {result.busy() ? "Saving" : problem() || !taken() ? "Not saved" : "Saved"}
        </span>
      </div>
      <Show when={problem()}>
        <p
          role="alert"
          class="flex items-start gap-2 border-b border-danger-line bg-danger-soft px-3 py-1.5 text-label"
        >
          <Icon name="circle-x" class="mt-0.5 text-danger" />
          <span>
            <strong class="text-strong">This is not valid JSON.</strong> {problem()} The last valid document stays in
            use.
          </span>
        </p>
      </Show>
      <div ref={place} class="min-h-0 flex-1 overflow-hidden select-text" />
    </section>
  );
}

/** What the parser says, "" for valid JSON. */
function wrongWith(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : "It cannot be read.";
  }
}

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}
