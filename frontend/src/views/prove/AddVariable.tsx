import { createSignal, For, onMount, Show, untrack } from "solid-js";
import { useApp } from "~/state/app";
import { Button } from "~/ui/Button";
import { Input } from "~/ui/Input";
import { ValueField } from "./ValueField";

/** Hides what is typed; what a secret is in the end is decided where it is kept. */
const likelySecret = /key|token|secret|passw|auth|credential|database_url/i;

/** A name and a value, with the names that the program is known to read. */
export function AddVariable(props: { name: string; service: string }) {
  const { result, variables } = useApp();
  const [name, setName] = createSignal(untrack(() => props.name));
  const [value, setValue] = createSignal("");
  let nameField: HTMLInputElement | undefined;
  let valueField: HTMLTextAreaElement | undefined;
  const given = () => new Set(variables.list().map((one) => one.name));
  const reads = () =>
    (result.documentOf(props.service)?.runtime.variables ?? []).filter((one) => !given().has(one.name)).slice(0, 24);
  const signsIn = () =>
    (result.documentOf(props.service)?.build.secrets ?? []).filter((one) => !given().has(one.id) && !one.file);
  const declared = () =>
    signsIn().some((one) => one.id === name().trim()) || reads().find((one) => one.name === name().trim())?.secret;

  onMount(() => (props.name ? valueField : nameField)?.focus());

  function pick(one: string) {
    setName(one);
    valueField?.focus();
  }

  async function add() {
    if (name().trim() === "" || !(await variables.set(name().trim(), value()))) return;
    setName("");
    setValue("");
    nameField?.focus();
  }

  return (
    <form
      class="border-b border-line px-4.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="grid grid-cols-[13rem_minmax(0,1fr)_auto] items-start gap-2">
        <Input
          ref={nameField}
          mono
          aria-label="Name"
          placeholder="NAME"
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <ValueField
          ref={(field) => (valueField = field)}
          label="Value"
          placeholder="value"
          hidden={declared() ?? likelySecret.test(name())}
          value={value()}
          onInput={setValue}
          onKeep={() => void add()}
        />
        <Button type="submit" icon="plus" disabled={name().trim() === ""}>
          Add
        </Button>
      </div>
      <Show when={signsIn().length > 0}>
        <p class="flex flex-wrap items-center gap-1 pt-2 text-label text-muted">
          The build signs in with
          <For each={signsIn()}>
            {(one) => (
              <Button small look="ghost" class="font-mono" onClick={() => pick(one.id)}>
                {one.id}
                {one.required ? " *" : ""}
              </Button>
            )}
          </For>
        </p>
      </Show>
      <Show when={reads().length > 0}>
        <p class="flex flex-wrap items-center gap-1 pt-2 text-label text-muted">
          The program reads
          <For each={reads()}>
            {(one) => (
              <Button small look="ghost" class="font-mono" onClick={() => pick(one.name)}>
                {one.name}
                {one.required ? " *" : ""}
              </Button>
            )}
          </For>
        </p>
      </Show>
    </form>
  );
}
