import { createMemo, createSignal, For, onMount, Show, untrack } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { useApp } from "~/state/app";
import { unsureDecisions } from "~/state/plan/decisions";
import { fields, sections } from "~/state/plan/fields";
import { caps } from "~/state/frame/keys";
import { afterPaint } from "~/state/shared/async";
import type { Target } from "~/state/plan/result";
import { counted } from "~/state/shared/format";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Skeleton } from "~/parts/Messages";
import { IconButton } from "~/ui/Button";
import { Coded } from "~/parts/Coded";
import { FieldRow } from "./FieldRow";

/** The build plan as a form: every field with its evidence. */
export function Form() {
  const app = useApp();
  const { result } = app;
  const of = createMemo(() => JSON.stringify(result.here()));
  const unsure = createMemo(() => unsureDecisions(result.doc()).length);
  const detail = () =>
    unsure() === 0 ? "nothing is unsure" : `${counted(unsure(), "decision")} ${unsure() === 1 ? "is" : "are"} unsure`;
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Build plan">
      <div class={paneHead}>
        <PaneTitle title="Build plan" detail={detail()} />
        <span class="flex-1" />
        <IconButton
          icon="undo"
          label="Undo"
          keys={caps("Mod+Z")}
          disabled={!result.state()?.can_undo}
          onClick={() => void result.undo()}
        />
        <IconButton
          icon="redo"
          label="Redo"
          keys={caps("Mod+Shift+Z")}
          disabled={!result.state()?.can_redo}
          onClick={() => void result.redo()}
        />
        <span class="w-12 text-right text-label text-muted" aria-live="polite">
          {result.busy() ? "Saving" : "Saved"}
        </span>
      </div>
      <Show when={result.doc() && of()} fallback={<Skeleton rows={14} />} keyed>
        <Fields at={result.here()} />
      </Show>
    </section>
  );
}

/**
 * The fields of one service. They are made again for another one: what was typed last is saved where it was typed, and
 * never shown elsewhere.
 */
function Fields(props: { at: Target }) {
  const { result } = useApp();
  // What lies below the window's edge comes once the rest is painted.
  const [whole, setWhole] = createSignal(false);
  onMount(() => afterPaint(() => setWhole(true)));
  const at = untrack(() => props.at);
  const doc = createMemo<UniversalBuild | undefined>((known) => {
    const here = result.here();
    return here.run === at.run && here.service === at.service ? (result.doc() ?? known) : known;
  });
  return (
    <Show when={doc()}>
      {(doc) => (
        <div class="min-h-0 flex-1 overflow-auto pt-1 pb-4">
          <p class="selectable px-4 pt-1.5 text-body">
            <Coded text={doc().metadata.reasoning} />
          </p>
          <For each={whole() ? sections : sections.slice(0, 2)}>
            {(section) => (
              <fieldset>
                <legend class="px-4 pt-2.5 pb-1 text-mark font-semibold text-muted">{section}</legend>
                <For each={fields.filter((one) => one.section === section)}>
                  {(field) => <FieldRow field={field} doc={doc()} at={at} />}
                </For>
              </fieldset>
            )}
          </For>
        </div>
      )}
    </Show>
  );
}
