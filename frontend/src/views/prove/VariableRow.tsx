import { createSignal, Show } from "solid-js";
import type { ProofVariable } from "~/bridge/types";
import { useApp } from "~/state/app";
import { keptWords } from "~/state/proof/variables";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { ValueField } from "./ValueField";

/** One variable: its value, a secret's as dots until it is looked at. */
export function VariableRow(props: { one: ProofVariable }) {
  const { variables } = useApp();
  const shown = () => variables.revealed[props.one.name];
  const known = () => (props.one.secret ? (shown() ?? "") : props.one.value);
  /** What was typed and is not kept yet. */
  const [draft, setDraft] = createSignal<string>();
  const changed = () => draft() !== undefined && draft() !== known();
  const gone = () => props.one.kept === "";
  async function keep() {
    if (changed() && (await variables.set(props.one.name, draft() ?? ""))) setDraft(undefined);
  }
  return (
    <li class="grid grid-cols-[13rem_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line px-4.5 py-2 last:border-b-0">
      <span class="flex min-h-7 items-center gap-1.5 code break-all text-strong">
        <Icon name={props.one.secret ? "key" : "minus"} class={props.one.secret ? "text-muted" : "invisible"} />
        {props.one.name}
      </span>
      <ValueField
        label={`Value of ${props.one.name}`}
        hidden={props.one.secret && shown() === undefined}
        placeholder={gone() ? "enter it again" : props.one.secret ? "••••••••" : "empty"}
        value={draft() ?? known()}
        onInput={setDraft}
        onKeep={() => void keep()}
      />
      <span class="flex items-center gap-1">
        <Show when={changed()}>
          <Button small onClick={() => void keep()}>
            Save
          </Button>
        </Show>
        <Show when={props.one.secret && !gone() && !changed()}>
          <IconButton
            icon={shown() === undefined ? "eye" : "eye-off"}
            label={`${shown() === undefined ? "Show" : "Hide"} the value of ${props.one.name}`}
            onClick={() =>
              shown() === undefined ? void variables.reveal(props.one.name) : variables.hide(props.one.name)
            }
          />
        </Show>
        <IconButton
          icon="trash"
          label={`Remove ${props.one.name}`}
          onClick={() => void variables.remove(props.one.name)}
        />
      </span>
      <Show when={keptWords(props.one)}>
        {(words) => (
          <p class={`col-start-2 pt-0.5 text-label ${gone() ? "text-warning" : "text-muted"} first-letter:uppercase`}>
            {words()}.
          </p>
        )}
      </Show>
    </li>
  );
}
