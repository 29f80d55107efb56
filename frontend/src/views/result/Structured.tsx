import { createSignal, For, Show } from "solid-js";
import type { Healthcheck, Port, UniversalBuild, Variable } from "~/bridge/document";
import { joinWords, splitWords } from "~/state/exec";
import { IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { createDraft } from "./Typed";

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

/** A line of text that becomes part of something larger. */
function Part(props: {
  label: string;
  value: string;
  class: string;
  mono?: boolean;
  edited?: boolean;
  onSave: (text: string) => void;
}) {
  const draft = createDraft(
    () => props.value,
    (text) => props.onSave(text),
  );
  return (
    <Input
      class={props.class}
      mono={props.mono ?? true}
      edited={props.edited ?? false}
      aria-label={props.label}
      title={draft.text()}
      value={draft.text()}
      onInput={(event) => draft.input(event.currentTarget.value)}
      onBlur={draft.commit}
    />
  );
}

const usualCheck: Healthcheck = { command: ["true"], interval: "30s", timeout: "5s", retries: 3 };

export function HealthField(props: {
  value: Healthcheck | undefined;
  edited: boolean;
  onSave: (check: Healthcheck | null) => void;
}) {
  return (
    <Show
      when={props.value}
      fallback={
        <span class="flex min-h-7 items-center gap-2 text-muted">
          none
          <IconButton icon="plus" label="Add a health check" onClick={() => props.onSave(usualCheck)} />
        </span>
      }
    >
      {(check) => (
        <div class="flex flex-wrap items-center gap-1">
          <Part
            class="min-w-40 flex-1"
            label="Health command"
            edited={props.edited}
            value={joinWords(check().command)}
            onSave={(text) => {
              const words = splitWords(text);
              if (words && words.length > 0) props.onSave({ ...check(), command: words });
            }}
          />
          <Part
            class="w-14"
            label="Time between two checks"
            value={check().interval}
            onSave={(interval) => props.onSave({ ...check(), interval })}
          />
          <IconButton icon="x" label="Remove the health check" onClick={() => props.onSave(null)} />
          <Show when={check().path}>
            {(path) => (
              <p class="w-full text-label text-muted">
                asks <span class="font-mono">GET {path()}</span>, {check().retries} tries of {check().timeout}
              </p>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}

export function PairsField(props: {
  label: string;
  value: Record<string, string>;
  edited: boolean;
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
            <Part
              class="w-36 shrink-0"
              label={`${props.label}: name`}
              edited={props.edited}
              value={name}
              onSave={(to) => rename(name, to.trim())}
            />
            <Part
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

export function CopyField(props: { value: UniversalBuild["runtime"]["copy"] }) {
  return (
    <ul class="flex min-h-7 flex-col justify-center">
      <For each={props.value} fallback={<li class="text-muted">nothing</li>}>
        {(one) => (
          <li class="flex min-h-6 items-center gap-1.5 code">
            <span class="cut text-strong">{one.from}</span>
            <Icon name="arrow-right" size="xs" class="text-muted" />
            <span class="cut">{one.to}</span>
          </li>
        )}
      </For>
    </ul>
  );
}

/** The variables the program reads; a click shows where. */
export function VariablesField(props: { value: Variable[]; onPlace: (place: { path: string; line: number }) => void }) {
  return (
    <ul class="flex min-h-7 flex-wrap items-center gap-1">
      <For each={props.value} fallback={<li class="text-muted">no variables</li>}>
        {(one) => (
          <li>
            <button
              type="button"
              disabled={!one.path}
              title={[
                one.description,
                one.default ? `default ${one.default}` : "",
                one.path ? `${one.path}:${one.line ?? 1}` : "",
              ]
                .filter(Boolean)
                .join("\n")}
              onClick={() => props.onPlace({ path: one.path ?? "", line: one.line ?? 1 })}
            >
              <Chip tone={one.required ? "warn" : "plain"} {...(one.secret ? { icon: "lock" as const } : {})}>
                <span class="font-mono">{one.name}</span> {one.required ? "required" : ""}
              </Chip>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
