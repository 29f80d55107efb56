import { Select as SelectKit } from "@kobalte/core/select";
import { createEffect, Show, splitProps, type JSX } from "solid-js";
import { Icon, type IconName } from "./Icon";

export const inputLook =
  "rounded-control border bg-raised text-strong focus:outline-(length:--focus-width) focus:outline-focus focus:-outline-offset-1 disabled:border-line disabled:bg-transparent disabled:text-disabled";

interface Look {
  mono?: boolean;
  edited?: boolean;
  invalid?: boolean;
  small?: boolean;
}

function look(of: Look): string {
  const edge = of.invalid ? "border-danger" : "border-line-control";
  return `${inputLook} ${edge} ${of.edited ? "border-l-3 border-l-accent pl-1.5" : ""} ${of.mono ? "font-mono text-label" : "text-ui"}`;
}

export function Input(props: Look & { icon?: IconName } & JSX.InputHTMLAttributes<HTMLInputElement>) {
  const [own, rest] = splitProps(props, ["mono", "edited", "invalid", "small", "icon", "class"]);
  return (
    <span class={`relative inline-flex min-w-0 ${own.class ?? "w-full"}`}>
      <Show when={own.icon}>
        {(name) => (
          <span class="pointer-events-none absolute inset-y-0 left-2 flex items-center text-muted">
            <Icon name={name()} />
          </span>
        )}
      </Show>
      <input
        type="text"
        spellcheck={false}
        autocomplete="off"
        {...rest}
        aria-invalid={own.invalid}
        class={`w-full min-w-0 ${look(own)} ${own.small ? "h-(--h-control-s)" : "h-(--h-control)"} ${own.icon ? "pl-7" : "pl-2"} pr-2`}
      />
    </span>
  );
}

export function TextArea(props: Look & JSX.TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const [own, rest] = splitProps(props, ["mono", "edited", "invalid", "small", "class"]);
  return (
    <textarea
      spellcheck={false}
      {...rest}
      aria-invalid={own.invalid}
      class={`block w-full min-w-0 resize-none px-2 py-1 leading-5 ${look(own)} ${own.class ?? ""}`}
    />
  );
}

export function Check(props: {
  checked: boolean;
  label: string;
  /** Of a box that stands for several: some are ticked and others not. */
  some?: boolean;
  hidden?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="inline-flex min-h-6 items-center gap-2">
      <span class="relative grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={props.checked}
          ref={(box) => createEffect(() => (box.indeterminate = props.some === true))}
          disabled={props.disabled}
          tabIndex={props.tabIndex}
          aria-label={props.hidden ? props.label : undefined}
          class="peer size-4 appearance-none rounded-mark border border-line-control bg-raised checked:border-transparent checked:bg-accent-fill indeterminate:border-transparent indeterminate:bg-accent-fill disabled:border-line"
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <svg
          viewBox="0 0 12 12"
          class="pointer-events-none absolute hidden size-3 fill-none stroke-on-accent stroke-2 peer-checked:block peer-indeterminate:block"
          aria-hidden="true"
        >
          <path d={props.some ? "M3 6h6" : "m2.5 6.3 2.3 2.3 4.7-5"} stroke-linecap="round" stroke-linejoin="round" />
        </svg>
      </span>
      <Show when={!props.hidden}>
        <span>{props.label}</span>
      </Show>
    </label>
  );
}

interface Option {
  id: string;
  label: string;
}

/** A choice among more than four. The list is drawn here: the system's own knows neither theme nor font. */
export function Select(props: {
  label: string;
  value: string;
  options: Option[];
  edited?: boolean;
  class?: string;
  onPick: (id: string) => void;
}) {
  const chosen = () => props.options.find((one) => one.id === props.value);
  return (
    <SelectKit<Option>
      multiple={false}
      options={props.options}
      optionValue={(option) => `=${option.id}`} // "" is no key
      optionTextValue="label"
      value={chosen() ?? null}
      disallowEmptySelection
      gutter={4}
      sameWidth
      onChange={(option) => option && option.id !== props.value && props.onPick(option.id)}
      itemComponent={(item) => (
        <SelectKit.Item
          item={item.item}
          class="flex min-h-7 items-center gap-2 rounded-control px-2 text-body outline-none data-[highlighted]:bg-selection data-[highlighted]:text-strong"
        >
          <span class="w-4 shrink-0">
            <SelectKit.ItemIndicator>
              <Icon name="check" size="xs" />
            </SelectKit.ItemIndicator>
          </span>
          <SelectKit.ItemLabel class="cut">{item.item.rawValue.label}</SelectKit.ItemLabel>
        </SelectKit.Item>
      )}
      class={`relative inline-flex min-w-0 ${props.class ?? "w-full"}`}
    >
      <SelectKit.Trigger
        data-select
        aria-label={props.label}
        class={`flex h-(--h-control) w-full min-w-0 items-center gap-2 pr-2 pl-2 text-left ${look({ edited: props.edited ?? false })}`}
      >
        <SelectKit.Value<Option> class="cut flex-1">{(state) => state.selectedOption().label}</SelectKit.Value>
        <Icon name="chevron-down" size="xs" class="text-muted" />
      </SelectKit.Trigger>
      <SelectKit.Portal>
        <SelectKit.Content
          data-select
          class="appear z-(--z-tooltip) overflow-hidden rounded-card border border-line bg-raised shadow-popover"
        >
          <SelectKit.Listbox class="max-h-72 overflow-auto p-1 outline-none" />
        </SelectKit.Content>
      </SelectKit.Portal>
    </SelectKit>
  );
}
