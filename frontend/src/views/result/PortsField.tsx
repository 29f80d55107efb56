import { createSignal, For, Show } from "solid-js";
import type { Port } from "~/bridge/document";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { createDraft } from "~/state/plan/draft";

const portProblem = "A port must be a number from 1 to 65535. The last valid value stays in use.";

function PortInput(props: {
  port: Port;
  edited: boolean;
  name: string;
  onSave: (port: number) => void;
  onRemove: () => void;
}) {
  const [bad, setBad] = createSignal(false);
  const valid = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535;
  const draft = createDraft(
    () => String(props.port.port),
    (text) => {
      setBad(!valid(text));
      if (valid(text)) props.onSave(Number(text));
    },
  );
  return (
    <>
      <span class="inline-flex items-center">
        <Input
          class="w-20"
          mono
          inputmode="numeric"
          aria-label={props.name}
          edited={props.edited}
          invalid={bad()}
          value={draft.text()}
          onInput={(event) => draft.input(event.currentTarget.value)}
          onBlur={draft.commit}
        />
        <span class="pr-0.5 pl-1.5 font-mono text-mark text-muted">{props.port.protocol}</span>
        <IconButton icon="x" label={`Remove port ${props.port.port}`} onClick={() => props.onRemove()} />
      </span>
      <Show when={bad()}>
        <p class="flex w-full items-center gap-1.5 text-label text-danger">
          <Icon name="circle-x" /> {portProblem}
        </p>
      </Show>
    </>
  );
}

export function PortsField(props: { value: Port[]; edited: boolean; onSave: (ports: Port[]) => void }) {
  const free = () => {
    let port = 8080;
    while (props.value.some((one) => one.port === port)) port++;
    return port;
  };
  return (
    <div class="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
      <For each={props.value.map((_, i) => i)}>
        {(i) => (
          <Show when={props.value[i]}>
            {(port) => (
              <PortInput
                name={`Port ${i + 1}`}
                port={port()}
                edited={props.edited}
                onSave={(next) => props.onSave(props.value.map((one, at) => (at === i ? { ...one, port: next } : one)))}
                onRemove={() => props.onSave(props.value.filter((_, at) => at !== i))}
              />
            )}
          </Show>
        )}
      </For>
      <IconButton
        icon="plus"
        label="Add a port"
        onClick={() => props.onSave([...props.value, { port: free(), protocol: "tcp" }])}
      />
    </div>
  );
}
