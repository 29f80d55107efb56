import { For, Show } from "solid-js";
import type { Evidence } from "~/bridge/document";
import { othersOf, whyUnsure, type Edits, type Other } from "~/state/plan/decisions";
import { confidenceWord } from "~/state/shared/format";
import { Button, CloseButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Popover } from "~/ui/Overlay";

/** The circumference of the inner circle. */
const full = 10.996;
const diamonds = [
  "M4.2 7.5h3.6L6 9.3z",
  "M2.7 6h6.6L6 9.3z",
  "M4.2 4.5h3.6L9.3 6 6 9.3 2.7 6z",
  "M6 2.7 9.3 6 6 9.3 2.7 6z",
];

/** Circle: a rule decided. Diamond: a model decided. Filled in quarters by confidence. */
export function Ball(props: { confidence: number; model?: boolean }) {
  const quarters = () => (props.confidence >= 0.9 ? 4 : props.confidence >= 0.8 ? 3 : props.confidence >= 0.5 ? 2 : 1);
  const part = () => quarters() / 4;
  const diamond = () => diamonds[quarters() - 1] ?? "";
  return (
    <svg class="size-3 shrink-0" viewBox="0 0 12 12" aria-hidden="true">
      <Show
        when={props.model}
        fallback={
          <>
            <circle cx="6" cy="6" r="5.3" fill="none" stroke="currentColor" stroke-width="1.2" />
            <Show when={part() < 1} fallback={<circle cx="6" cy="6" r="3.5" fill="currentColor" />}>
              <circle
                cx="6"
                cy="6"
                r="1.75"
                fill="none"
                stroke="currentColor"
                stroke-width="3.5"
                stroke-dasharray={`${part() * full} 20`}
                transform="rotate(-90 6 6)"
              />
            </Show>
          </>
        }
      >
        <path d="M6 .9 11.1 6 6 11.1 .9 6z" fill="none" stroke="currentColor" stroke-width="1.2" />
        <path d={diamond()} fill="currentColor" />
      </Show>
    </svg>
  );
}

/** ".92", and "1.0" for certainty. */
export function mark(confidence: number): string {
  return confidence >= 0.995 ? "1.0" : confidence.toFixed(2).slice(1);
}

interface Place {
  path: string;
  line: number;
}

interface CardProps {
  evidence: Evidence[];
  edited: boolean;
  value: string;
  /** Other fields that are unsure for the same reason, in words. */
  together: string[];
  /** The edits that put another value in its place; undefined where it takes more than that. */
  edits: (other: Other) => Edits | undefined;
  onUse: (edits: Edits) => void;
  onPlace: (place: Place) => void;
  onChange: () => void;
  onProve: () => void;
  /** Leads to a question about the value. */
  onAsk: () => void;
}

/** The mark behind a field, and what it opens: why, from where, and what else it could have been. */
export function EvidenceMark(
  props: CardProps & {
    label: string;
    open: boolean;
    onOpen: (open: boolean) => void;
  },
) {
  const best = () => props.evidence[0];
  const words = () => {
    const one = best();
    if (props.edited) return `${props.label}: edited by you`;
    if (!one) return `${props.label}: no evidence`;
    return `${props.label}, evidence: ${one.source}, confidence ${one.confidence.toFixed(2)}, ${props.evidence.length} places`;
  };
  return (
    <Show when={best() ?? props.edited}>
      <Popover
        open={props.open}
        onOpen={props.onOpen}
        label={`Evidence for ${props.label}`}
        passed
        triggerLabel={words()}
        triggerClass={`inline-flex h-5.5 items-center gap-1 rounded-mark px-1 text-mark font-medium tabular-nums ${props.edited ? "text-accent hover:bg-accent-soft" : "text-evidence hover:bg-evidence-soft"} ${props.open ? "bg-evidence-soft ring-1 ring-evidence-line" : ""}`}
        trigger={
          <Show
            when={!props.edited && best()}
            fallback={
              <>
                <Icon name="pencil" size="xs" /> edited
              </>
            }
          >
            {(one) => (
              <>
                <Ball confidence={one().confidence} model={one().source === "model"} />
                {mark(one().confidence)}
              </>
            )}
          </Show>
        }
      >
        {(close) => <EvidenceCard {...props} close={close} />}
      </Popover>
    </Show>
  );
}

function EvidenceCard(props: CardProps & { close: () => void }) {
  const best = () => props.evidence[0];
  const places = () => props.evidence.filter((one) => one.path);
  const others = () => othersOf(props.evidence);
  const why = () => whyUnsure(props.evidence);
  const unsure = () => !props.edited && why() !== "";
  const where = () => {
    const count = places().length;
    return count === 0 ? "not stated in any file" : `${count} ${count === 1 ? "place" : "places"}`;
  };
  return (
    <>
      <header class="flex items-center gap-2 px-3.5 pt-3">
        <Show when={best()}>
          {(one) => (
            <span class="text-evidence">
              <Ball confidence={one().confidence} model={one().source === "model"} />
            </span>
          )}
        </Show>
        <strong class="cut code font-medium text-strong">{best()?.value ?? props.value}</strong>
        <Show when={best()}>
          {(one) => (
            <span class="shrink-0 font-medium text-evidence tabular-nums">
              {confidenceWord(one().confidence)} {one().confidence.toFixed(2)}
            </span>
          )}
        </Show>
        <span class="flex-1" />
        <CloseButton onClick={() => props.close()} />
      </header>
      <p class="px-3.5 pt-1 pb-2.5 text-label text-muted">
        <Show when={props.edited}>You changed this field. What was detected is shown below. </Show>
        <Show when={unsure()}>
          <span class="block pb-0.5 text-ui text-strong">
            {why()}{" "}
            <Show when={props.together.length > 0}>It is decided together with {props.together.join(" and ")}.</Show>
          </span>
        </Show>
        <Show
          when={best()?.rule}
          fallback={props.edited || unsure() ? "" : "Nothing in the project says this; aipack uses the default."}
        >
          {(rule) => (
            <>
              Rule <span class="font-mono text-body">{rule()}</span>
              {unsure() ? "" : `, ${where()}`}
            </>
          )}
        </Show>
      </p>
      <For each={places().slice(0, 6)}>
        {(one) => <Excerpt one={one} onPlace={props.onPlace} close={props.close} />}
      </For>
      <Show when={others().length > 0}>
        <h3 class="border-t border-line px-3.5 pt-2.5 pb-1 text-mark font-semibold text-muted">Also considered</h3>
        <ul class="px-3.5 pb-2.5">
          <For each={others().slice(0, 8)}>
            {(one) => (
              <li class="flex min-h-6.5 items-center gap-3">
                <span class="cut code flex-1 text-strong">{one.value}</span>
                <Show when={one.path} fallback={<span class="cut max-w-44 text-label text-muted">{one.rule}</span>}>
                  {(path) => (
                    <button
                      type="button"
                      class="cut max-w-44 text-label text-accent hover:underline"
                      title={path()}
                      onClick={() => {
                        props.onPlace({ path: path(), line: one.line ?? 1 });
                        props.close();
                      }}
                    >
                      {path().split("/").at(-1)} {one.line ?? ""}
                    </button>
                  )}
                </Show>
                <span class="text-mark font-medium text-evidence tabular-nums">{mark(one.confidence)}</span>
                <Show when={props.edits(one)}>
                  {(edits) => (
                    <Button
                      look="link"
                      aria-label={`Use ${one.value}`}
                      onClick={() => {
                        props.onUse(edits());
                        props.close();
                      }}
                    >
                      Use
                    </Button>
                  )}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <footer class="flex items-center gap-2 border-t border-line px-3.5 py-2">
        <Show when={unsure()}>
          <Button
            small
            onClick={() => {
              props.close();
              props.onChange();
            }}
          >
            Change it
          </Button>
          <Button small look="ghost" onClick={() => props.onProve()}>
            Prove it
          </Button>
        </Show>
        <Button small look="ghost" icon="message" onClick={() => props.onAsk()}>
          Ask about it
        </Button>
      </footer>
    </>
  );
}

function Excerpt(props: { one: Evidence; onPlace: (place: Place) => void; close: () => void }) {
  return (
    <div class="border-t border-line bg-sunken">
      <button
        type="button"
        class="inset-focus block w-full px-3.5 pt-1.5 text-left code text-accent hover:underline"
        onClick={() => {
          props.onPlace({ path: props.one.path ?? "", line: props.one.line ?? 1 });
          props.close();
        }}
      >
        {props.one.path} <Show when={props.one.line}>{(line) => <span class="text-muted">line {line()}</span>}</Show>
      </button>
      <Show when={props.one.excerpt}>
        {(text) => (
          <p class="mb-1.5 flex bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]">
            <span class="w-10 shrink-0 pr-3 text-right code text-muted select-none">{props.one.line}</span>
            <span class="selectable code min-w-0 pr-3 break-all whitespace-pre-wrap">{text()}</span>
          </p>
        )}
      </Show>
    </div>
  );
}
