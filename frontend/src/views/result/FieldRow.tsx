import { createMemo, createSignal, For, Show } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { useApp } from "~/state/app";
import { decidedWith, otherEdits, takenVersion, version, versionEdits } from "~/state/plan/decisions";
import { evidenceOf, fieldWords, valueAt, valueWords, within, type Field } from "~/state/plan/fields";
import { afterPaint } from "~/state/shared/async";
import type { Target } from "~/state/plan/result";
import { EvidenceMark } from "~/parts/Evidence";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Editor } from "./Editor";
import { focusField } from "./focus";

/** A question about a field's value. */
const questionOf = (label: string, value: string, service: string) =>
  `${label}${service === "." ? "" : ` of ${service}`}: why ${value || "nothing"}?`;

/** Whether nothing is right of the cursor, so that the arrow is free to leave the field. */
const atEnd = (at: EventTarget) =>
  (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) &&
  at.selectionStart === at.value.length &&
  at.selectionEnd === at.value.length;

/** Tab goes from field to field; the mark behind one is reached with the arrow. */
const toMark = (row: HTMLElement) => row.querySelector<HTMLElement>("[aria-haspopup=dialog]")?.focus();

/** One field: label, editor, evidence; problems and what was detected below. */
export function FieldRow(props: { field: Field; doc: UniversalBuild; at: Target }) {
  const app = useApp();
  const { result } = app;
  const [open, setOpen] = createSignal(false);
  const pointer = () => props.field.pointer;
  const value = createMemo(() => valueAt(props.doc, pointer()));
  const evidence = createMemo(() => evidenceOf(props.doc, pointer()));
  const edited = () => result.isEdited(pointer());
  const problems = createMemo(() => (result.state()?.problems ?? []).filter((one) => within(one.field, pointer())));
  const invalid = () => problems().some((one) => one.level === "error");
  function save(next: unknown) {
    if (pointer() === version && typeof next === "string")
      void result.editAll(versionEdits(props.doc, result.original(), next), props.at);
    else void result.edit(pointer(), next, props.at);
  }
  /** What was detected comes back, and with a version the images that followed it. */
  function reset() {
    const detected = valueAt(result.original(), pointer());
    if (pointer() === version && typeof detected === "string") save(detected);
    else void result.reset(pointer());
  }
  const id = () => `field${pointer().replaceAll("/", "-")}`;

  const together = createMemo(() => decidedWith(props.doc, props.field).map((one) => fieldWords(one.pointer)));

  return (
    <div
      data-field={pointer()}
      class="relative grid grid-cols-[6.125rem_minmax(0,1fr)_3.875rem] items-start gap-x-2.5 py-0.75 pr-2 pl-4 slim:grid-cols-[4.875rem_minmax(0,1fr)_3.875rem]"
      classList={{ "bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]": result.isLit(pointer()) }}
      onPointerEnter={() => result.light([pointer()])}
      onPointerLeave={() => result.light([])}
      onFocusIn={() => {
        result.light([pointer()]);
        result.focus(pointer());
      }}
      onFocusOut={() => {
        result.light([]);
        result.focus("");
      }}
      onKeyDown={(event) => {
        if (event.altKey && event.key.toLowerCase() === "e") setOpen(true);
        else if (event.key === "ArrowRight" && atEnd(event.target)) toMark(event.currentTarget);
        else return;
        event.preventDefault();
      }}
    >
      <label for={id()} class="pt-1.25 text-label text-muted">
        {props.field.label}
      </label>
      <div class="min-w-0">
        <Editor
          id={id()}
          field={props.field}
          doc={props.doc}
          value={value()}
          edited={edited()}
          invalid={invalid()}
          at={props.at}
          onSave={save}
        />
        <Show when={pointer() === version && takenVersion(props.doc)}>
          {(taken) => (
            <p class="pt-0.5 text-label text-muted">
              what the project allows; the plan takes <span class="code">{taken()}</span>
            </p>
          )}
        </Show>
        <Show when={edited()}>
          <p class="flex min-w-0 items-center gap-2 pt-0.5 text-label text-muted">
            <span class="cut">
              Detected <span class="code">{valueWords(valueAt(result.original(), pointer()))}</span>
            </span>
            <Button look="link" onClick={reset}>
              Undo
            </Button>
          </p>
        </Show>
        <For each={problems()}>
          {(problem) => (
            <p
              class={`flex items-start gap-1.5 pt-0.5 text-label ${problem.level === "error" ? "text-danger" : "text-warning"}`}
            >
              <Icon name={problem.level === "error" ? "circle-x" : "alert"} class="mt-0.5" />
              <span>
                {problem.message} <span class="text-muted">{problem.fix}</span>
              </span>
            </p>
          )}
        </For>
      </div>
      <span class="flex h-7 items-center">
        <EvidenceMark
          evidence={evidence()}
          edited={edited()}
          label={props.field.label}
          value={valueWords(value())}
          open={open()}
          onOpen={setOpen}
          together={together()}
          edits={(other) => otherEdits(props.doc, result.original(), other)}
          onUse={(edits) => void result.editAll(edits, props.at)}
          onPlace={app.setPlace}
          // eslint-disable-next-line solid/reactivity -- after a click, not while it is drawn
          onChange={() => afterPaint(() => focusField(pointer()))}
          onProve={() => app.navigation.go("prove")}
          onAsk={() => app.askAbout(questionOf(props.field.label, valueWords(value()), props.doc.metadata.path))}
        />
      </span>
    </div>
  );
}
