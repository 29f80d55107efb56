import { Compartment, EditorState } from "@codemirror/state";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { getChunks, goToNextChunk, goToPreviousChunk, rejectChunk, unifiedMergeView } from "@codemirror/merge";
import { EditorView, keymap } from "@codemirror/view";
import { createEffect, on, onCleanup, onMount } from "solid-js";
import { basics, readOnly, type TextKind } from "./editor";

/** What the keys and buttons beside the editor do in it. */
export interface ChangeHandle {
  next(): void;
  previous(): void;
  /** Makes the lines at the cursor what they were. */
  leaveOut(): void;
  focus(): void;
}

/** A change of a text by its lines, in one column, that can be altered. Loaded only where one is shown: it brings the editor. */
export default function EditedChange(props: {
  before: string;
  after: string;
  kind: TextKind;
  label: string;
  /** The text can be typed into. */
  editing: boolean;
  /** Parts can be left out. */
  parted: boolean;
  onReady: (handle: ChangeHandle) => void;
  onText: (text: string, parts: number) => void;
}) {
  let place!: HTMLDivElement;
  let view: EditorView | undefined;
  const typing = new Compartment();
  const compared = () => ({
    original: props.before,
    mergeControls: props.parted ? control : (false as const),
    gutter: true,
  });
  // Whoever types sees every line: in one that is folded away the cursor would be nowhere.
  const kept = (editing: boolean) =>
    editing
      ? [history(), keymap.of([...defaultKeymap, ...historyKeymap]), unifiedMergeView(compared())]
      : [
          ...readOnly,
          keymap.of(defaultKeymap),
          unifiedMergeView({ ...compared(), collapseUnchanged: { margin: 3, minSize: 6 } }),
        ];
  onMount(() => {
    const shown = new EditorView({
      parent: place,
      doc: props.after,
      extensions: [
        basics(props.kind, props.label),
        typing.of(kept(props.editing)),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) tell(update.state);
        }),
      ],
    });
    view = shown;
    const act = (command: (view: EditorView) => boolean) => void command(shown);
    props.onReady({
      next: () => act(goToNextChunk),
      previous: () => act(goToPreviousChunk),
      leaveOut: () => act((view) => rejectChunk(view, at(view))),
      focus: () => shown.focus(),
    });
    act(goToNextChunk);
    tell(shown.state);
    onCleanup(() => shown.destroy());
  });
  createEffect(
    on(
      () => props.editing,
      (editing) => view?.dispatch({ effects: typing.reconfigure(kept(editing)) }),
      { defer: true },
    ),
  );

  function tell(state: EditorState) {
    props.onText(state.doc.toString(), getChunks(state)?.chunks.length ?? 0);
  }

  /** Where the cursor is, if a part is there; else the first part. */
  function at(view: EditorView): number {
    const head = view.state.selection.main.head;
    const chunks = getChunks(view.state)?.chunks ?? [];
    const here = chunks.find((one) => one.fromB <= head && head <= Math.max(one.endB, one.fromB)) ?? chunks[0];
    return here?.fromB ?? head;
  }

  return <div ref={place} class="min-h-0 flex-1 overflow-auto select-text" />;
}

/** What stands beside each part: it can be left out. Taking it is what approving all does. */
function control(type: "reject" | "accept", act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  if (type === "accept") {
    button.hidden = true;
    return button;
  }
  button.textContent = "Leave out";
  button.className = "cm-leave-out";
  button.addEventListener("mousedown", act);
  button.addEventListener("click", (event) => {
    if (event.detail === 0) act(event); // by the keyboard
  });
  return button;
}
