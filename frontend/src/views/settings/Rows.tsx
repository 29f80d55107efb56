import { createSignal, For, Show, type JSX } from "solid-js";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";

export function Group(props: { title: string; children: JSX.Element }) {
  return (
    <section class="mb-4 max-w-[60rem]">
      <h2 class="pb-1.5 pl-2.5 text-mark font-semibold text-muted">{props.title}</h2>
      <div class="overflow-hidden rounded-card border border-line bg-raised [&>*+*]:border-t [&>*+*]:border-line">
        {props.children}
      </div>
    </section>
  );
}

/** Name, meaning, control; the default beside a changed value. */
export function Row(props: {
  title: string;
  says: JSX.Element;
  standard?: string;
  changed?: boolean;
  onReset?: () => void;
  children: JSX.Element;
}) {
  return (
    <div class="grid min-h-10 grid-cols-[11rem_minmax(0,1fr)_auto_13rem] items-center gap-3 px-2.5 py-1 slim:grid-cols-[9rem_minmax(0,1fr)_auto_10rem] tight:grid-cols-1 tight:gap-1 tight:py-2">
      <span class="font-medium text-strong">{props.title}</span>
      <span class="text-muted">{props.says}</span>
      <span>{props.children}</span>
      <span class="flex items-center justify-end gap-2 text-muted tabular-nums tight:justify-start">
        <Show when={props.standard}>default {props.standard}</Show>
        <Show when={props.changed}>
          <Button look="link" onClick={() => props.onReset?.()}>
            Reset
          </Button>
        </Show>
      </span>
    </div>
  );
}

/** A cell of a Table. */
export const cell = "h-8 border-t border-line px-2.5 whitespace-nowrap";

export function Table(props: { titles: string[]; children: JSX.Element }) {
  return (
    <table class="mb-4 w-full max-w-[60rem] border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-raised">
      <thead class="bg-sunken text-mark text-muted">
        <tr>
          <For each={props.titles}>
            {(title) => (
              <th scope="col" class="h-6.5 px-2.5 text-left font-medium">
                {title}
              </th>
            )}
          </For>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}

/** A number with bounds; a wrong one keeps the last valid value. */
export function NumberRow(props: {
  title: string;
  says: string;
  unit: string;
  value: number;
  standard: number;
  least: number;
  most: number;
  /** The word for 0. */
  zero?: string;
  onSave: (value: number) => void;
}) {
  const [bad, setBad] = createSignal(false);
  const words = (n: number) =>
    n === 0 && props.zero ? props.zero : `${n.toLocaleString("en")}${props.unit ? ` ${props.unit}` : ""}`;
  function take(text: string) {
    const value = Number(text.replaceAll(",", "").replace(/\s*[a-z]+$/i, ""));
    const fine = text.trim() !== "" && Number.isInteger(value) && value >= props.least && value <= props.most;
    setBad(!fine);
    if (fine && value !== props.value) props.onSave(value);
  }
  return (
    <>
      <Row
        title={props.title}
        says={props.says}
        standard={words(props.standard)}
        changed={props.value !== props.standard}
        onReset={() => {
          setBad(false);
          props.onSave(props.standard);
        }}
      >
        <Input
          class="w-28"
          aria-label={props.title}
          edited={props.value !== props.standard}
          invalid={bad()}
          value={props.value.toLocaleString("en")}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </Row>
      <Show when={bad()}>
        <p role="alert" class="flex items-center gap-1.5 px-2.5 py-1.5 pl-50 text-label text-danger">
          <Icon name="circle-x" />
          Enter a number from {props.least.toLocaleString("en")} to {props.most.toLocaleString("en")}. The last valid
          value, {words(props.value)}, stays in use.
        </p>
      </Show>
    </>
  );
}
