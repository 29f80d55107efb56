import { createSignal, For, Show } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { heldBackBy, standsOn } from "~/state/plan/standsOn";
import { confidenceWord, sentence } from "~/state/shared/format";
import { Ball } from "~/parts/Evidence";
import { Bar } from "~/ui/Bar";
import { Icon } from "~/ui/Icon";
import { Popover } from "~/ui/Overlay";

/** How sure a plan is; a click says what of it, and leads there. */
export function WhyConfidence(props: { doc: UniversalBuild; onField: (pointer: string) => void }) {
  const [open, setOpen] = createSignal(false);
  const words = () => `${confidenceWord(props.doc.metadata.confidence)} ${props.doc.metadata.confidence.toFixed(2)}`;
  return (
    <Popover
      open={open()}
      onOpen={setOpen}
      label="Why this confidence"
      triggerLabel={`Confidence: ${words()}. Why?`}
      triggerClass="flex h-7 items-center gap-1.5 rounded-control px-1.5 font-semibold text-strong tabular-nums hover:bg-hover"
      trigger={
        <>
          <span class="text-evidence">
            <Ball confidence={props.doc.metadata.confidence} />
          </span>
          {words()}
        </>
      }
    >
      {(close) => (
        <div class="flex flex-col py-2 text-label">
          <p class="px-3.5 pb-1.5 text-muted">
            How sure aipack is of what the plan stands on. The project itself counts twice. A proof decides.
          </p>
          <For each={standsOn(props.doc)}>
            {(one) => (
              <button
                type="button"
                class="inset-focus flex h-7 items-center gap-2.5 px-3.5 text-left hover:bg-hover"
                onClick={() => (close(), props.onField(one.pointer))}
              >
                <span class="flex-1 text-ui text-strong">{one.label}</span>
                <Bar
                  part={one.confidence}
                  tone={one.confidence >= 0.8 ? "ok" : one.confidence >= 0.5 ? "warn" : "danger"}
                  class="w-20"
                />
                <span class="w-8 text-right text-strong tabular-nums">{one.confidence.toFixed(2)}</span>
              </button>
            )}
          </For>
          <Show when={heldBackBy(props.doc).length > 0}>
            <p class="px-3.5 pt-2 pb-0.5 font-semibold text-muted">It counts less than that because</p>
            <For each={heldBackBy(props.doc)}>
              {(one) => (
                <p class="flex items-start gap-2 px-3.5 py-0.5 text-body">
                  <Icon name="alert" size="xs" class="mt-0.75 text-warning" /> {sentence(one.message)}
                </p>
              )}
            </For>
          </Show>
        </div>
      )}
    </Popover>
  );
}
