/** CodeMirror, loaded only by the panes that edit or compare text. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { dockerFile } from "@codemirror/legacy-modes/mode/dockerfile";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { unseen } from "~/state/shared/visible";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--c-syn-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--c-syn-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--c-syn-number)" },
  { tag: tags.comment, color: "var(--c-syn-comment)" },
  { tag: tags.propertyName, color: "var(--c-syn-property)" },
  { tag: [tags.punctuation, tags.bracket], color: "var(--c-syn-punct)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", background: "var(--c-sunken)", color: "var(--c-text)", fontSize: "var(--t-12)" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "var(--l-code)", fontVariantLigatures: "none" },
  ".cm-gutters": { background: "var(--c-sunken)", color: "var(--c-muted)", border: "0" },
  ".cm-content": { caretColor: "var(--c-strong)", padding: "6px 0" },
  ".cm-cursor": { borderLeftColor: "var(--c-strong)" },
  "&.cm-focused": { outline: "none" },
  ".cm-content:focus-visible": { outline: "none" },
  "&.cm-focused .cm-gutters": { boxShadow: "inset 2px 0 0 var(--c-focus)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "var(--c-selection) !important" },
  ".cm-searchMatch": { background: "var(--c-found)", color: "var(--c-on-found)" },
  ".cm-panels": { background: "var(--c-raised)", color: "var(--c-text)", borderColor: "var(--c-line)" },
  ".cm-tooltip": { background: "var(--c-raised)", color: "var(--c-text)", border: "1px solid var(--c-line-strong)" },
  ".cm-collapsedLines": {
    background: "var(--c-diff-hunk)",
    color: "var(--c-muted)",
    fontFamily: "var(--font-ui)",
    fontSize: "var(--t-11)",
    padding: "2px 10px",
  },
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: '""', margin: "0" },
  ".cm-changedLineGutter": { background: "var(--c-diff-add-mark)" },
  "&.cm-merge-a .cm-changedLineGutter": { background: "var(--c-diff-del-mark)" },
  "&.cm-merge-b .cm-changedLine, .cm-insertedLine": { background: "var(--c-diff-add)" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { background: "var(--c-diff-del)" },
  "&.cm-merge-b .cm-changedText": { background: "var(--c-diff-add-word)", borderRadius: "2px" },
  ".cm-chunkButtons button.cm-leave-out": {
    border: "1px solid var(--c-line-strong)",
    borderRadius: "4px",
    background: "var(--c-raised)",
    color: "var(--c-strong)",
    fontFamily: "var(--font-ui)",
    fontSize: "var(--t-11)",
    lineHeight: "1.2",
    padding: "1px 6px",
  },
  "&.cm-merge-a .cm-changedText": { background: "var(--c-diff-del-word)", borderRadius: "2px" },
  // The colours of the syntax are too faint on the ground of a changed word.
  ".cm-changedText, .cm-changedText *": { color: "var(--c-strong) !important" },
});

export type TextKind = "json" | "dockerfile" | "yaml" | "plain";

const languages: Record<TextKind, () => Extension[]> = {
  json: () => [json()],
  dockerfile: () => [StreamLanguage.define(dockerFile)],
  yaml: () => [StreamLanguage.define(yaml)],
  plain: () => [],
};

/** What every editor here has: colours from the tokens, line numbers, find. */
export function basics(kind: TextKind, label: string): Extension[] {
  return [
    look,
    syntaxHighlighting(colours),
    lineNumbers(),
    highlightSpecialChars({ addSpecialChars: unseen }),
    search({ top: true }),
    keymap.of(searchKeymap),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    ...languages[kind](),
  ];
}

export const readOnly: Extension[] = [EditorState.readOnly.of(true)];

/** What changes a text by hand; the rest comes from elsewhere. */
const byUser = ["input", "delete", "move", "undo", "redo"];

/** An editor whose changes are told as they are typed. */
export function textEditor(
  parent: HTMLElement,
  text: string,
  kind: TextKind,
  label: string,
  changed: (text: string) => void,
): EditorView {
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      basics(kind, label),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && update.transactions.some((one) => byUser.some((event) => one.isUserEvent(event)))) {
          changed(update.state.doc.toString());
        }
      }),
    ],
  });
}
