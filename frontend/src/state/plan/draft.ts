import { createEffect, createSignal, on, onCleanup } from "solid-js";

/** So long a field is quiet before what was typed is saved. */
const pause = 250;

/** A text as it is once saved, give or take white space. */
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * The text of a field while it is typed: saved after a pause, on leaving and on Enter; Escape brings the saved value
 * back. A value that comes from elsewhere (an undo, above all) shows at once; the answer to what was typed here takes
 * nothing from what is typed since.
 */
export function createDraft(saved: () => string, keep: (text: string) => void) {
  const [text, setText] = createSignal(saved());
  let typing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What was saved from here and is not answered yet. */
  let sent: string[] = [];
  createEffect(
    on(
      saved,
      (next) => {
        const mine = sent.indexOf(plain(next));
        sent = mine < 0 ? [] : sent.slice(mine + 1);
        if (typing && mine >= 0) return;
        typing = false;
        clearTimeout(timer);
        setText(next);
      },
      { defer: true },
    ),
  );
  onCleanup(() => commit());

  function save(next: string) {
    if (plain(next) !== plain(saved())) sent.push(plain(next));
    keep(next);
  }

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
