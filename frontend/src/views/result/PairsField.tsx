import { For, Show } from "solid-js";
import { IconButton } from "~/ui/Button";
import { PartField } from "./PartField";

/** Names and their values. */
export function PairsField(props: {
  label: string;
  value: Record<string, string>;
  /** Whether the pair of that name was changed. */
  edited: (name: string) => boolean;
  onSave: (pairs: Record<string, string>) => void;
}) {
  const names = () => Object.keys(props.value);
  const add = () => {
    let name = "NAME";
    for (let i = 2; name in props.value; i++) name = `NAME_${i}`;
    props.onSave({ ...props.value, [name]: "" });
  };
  const rename = (from: string, to: string) => {
    if (!/^[A-Za-z_]\w*$/.test(to)) return;
    props.onSave(
      Object.fromEntries(Object.entries(props.value).map(([name, value]) => [name === from ? to : name, value])),
    );
  };
  return (
    <div class="flex flex-col gap-1">
      <For each={names()}>
        {(name) => (
          <span class="flex items-center gap-1">
            <PartField
              class="w-36 shrink-0"
              label={`${props.label}: name`}
              edited={props.edited(name)}
              value={name}
              onSave={(to) => rename(name, to.trim())}
            />
            <PartField
              class="min-w-0 flex-1"
              label={`${props.label}: value of ${name}`}
              value={props.value[name] ?? ""}
              onSave={(value) => props.onSave({ ...props.value, [name]: value })}
            />
            <IconButton
              icon="x"
              label={`Remove ${name}`}
              onClick={() =>
                props.onSave(Object.fromEntries(Object.entries(props.value).filter(([one]) => one !== name)))
              }
            />
          </span>
        )}
      </For>
      <span class="flex min-h-7 items-center gap-2 text-muted">
        <Show when={names().length === 0}>none</Show>
        <IconButton icon="plus" label={`Add to ${props.label.toLowerCase()}`} onClick={add} />
      </span>
    </div>
  );
}
