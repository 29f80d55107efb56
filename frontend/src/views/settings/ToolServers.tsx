import { createSignal, For, onMount, Show } from "solid-js";
import type { ToolServer } from "~/bridge/types";
import { useApp } from "~/state/app";
import { emptyDraft, isAddress, neededWords, orderOf, stateWords } from "~/state/agent/toolServers";
import { joinWords } from "~/state/shared/commandLine";
import { clock } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";
import { Group } from "./Rows";

/** The MCP servers whose tools a model may call, with the user's consent. */
export function ToolServers() {
  const app = useApp();
  const servers = app.toolServers;
  const [removing, setRemoving] = createSignal<ToolServer>();
  onMount(() => void servers.load());

  async function remove() {
    const one = removing();
    setRemoving(undefined);
    if (one && (await servers.remove(one.name)))
      app.toasts.show({ tone: "ok", title: `${one.name} is removed`, detail: "" });
  }
  return (
    <>
      <Show when={servers.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} title="That was not done" warning onReport={(text) => void app.api.report(text)} />
        )}
      </Show>
      <Group title="Tool servers (MCP)">
        <Show when={servers.list()} fallback={<Skeleton rows={2} />}>
          {(list) => (
            <ul aria-label="Tool servers" class="[&>*+*]:border-t [&>*+*]:border-line">
              <For
                each={list()}
                fallback={<li class="px-2.5 py-2 text-muted">None is set up. The agent has only its own tools.</li>}
              >
                {(one) => <ServerOfTools one={one} onRemove={() => setRemoving(one)} />}
              </For>
            </ul>
          )}
        </Show>
        <AddServer />
      </Group>
      <p class="max-w-[60rem] px-2.5 text-label text-muted">
        They are started with the first question of a conversation, here and by aipack ask, and ended with it. You are
        asked before each call, with all that would be sent. What a repository says about servers counts for nothing.
      </p>
      <Dialog
        open={removing() !== undefined}
        title={`Remove ${removing()?.name ?? ""}?`}
        description="The agent has its tools no more, here and on the command line, and a secret value that was kept for it is deleted."
        onClose={() => setRemoving(undefined)}
        footer={
          <>
            <Button look="danger" onClick={() => void remove()}>
              Remove
            </Button>
            <Button look="primary" onClick={() => setRemoving(undefined)}>
              Keep
            </Button>
          </>
        }
      >
        <p class="px-4.5 py-3 text-muted">What you allowed it in projects stays, in case it is set up again.</p>
      </Dialog>
    </>
  );
}

const marks: Record<ToolServer["state"], { icon: IconName; tone: string }> = {
  untried: { icon: "circle-dashed", tone: "text-muted" },
  ready: { icon: "circle-check", tone: "text-success" },
  failed: { icon: "circle-x", tone: "text-danger" },
};

function ServerOfTools(props: { one: ToolServer; onRemove: () => void }) {
  const servers = useApp().toolServers;
  const trying = () => servers.trying(props.one.name);
  const mark = () => marks[props.one.state];
  return (
    <li class="grid gap-1 px-2.5 py-2">
      <div class="flex min-w-0 flex-wrap items-center gap-2">
        <Icon name={trying() ? "loader" : mark().icon} class={trying() ? "animate-spin text-accent" : mark().tone} />
        <span class="font-medium text-strong">{props.one.name}</span>
        <span class="selectable min-w-0 flex-1 code break-all text-muted">
          {visible(props.one.url || joinWords(props.one.command))}
        </span>
        <span class="text-label text-muted" role="status">
          {trying() ? "is being tried" : stateWords(props.one)}
          {!trying() && props.one.tried_at > 0 ? `, at ${clock(props.one.tried_at)}` : ""}
        </span>
        <Button
          small
          icon="play"
          busy={trying()}
          aria-label={`Try ${props.one.name}`}
          onClick={() => void servers.tryOne(props.one.name)}
        >
          Try
        </Button>
        <IconButton icon="trash" label={`Remove ${props.one.name}`} onClick={() => props.onRemove()} />
      </div>
      <Show when={props.one.problem}>
        <p role="alert" class="selectable pl-6 break-words text-danger first-letter:uppercase">
          {visible(props.one.problem)}.
          <Show when={props.one.hint}>
            <span class="text-muted"> To mend it: {props.one.hint}.</span>
          </Show>
        </p>
      </Show>
      <For each={props.one.remarks}>{(text) => <p class="pl-6 break-words text-warning">{visible(text)}</p>}</For>
      <Show when={props.one.tools.length > 0}>
        <details class="pl-6 text-label text-muted">
          <summary class="cursor-default">Tools, as rules name them</summary>
          <ul class="flex flex-wrap gap-x-3 pt-1">
            <For each={props.one.tools}>
              {(tool) => (
                <li class="selectable code">
                  {props.one.name}/{tool}
                </li>
              )}
            </For>
          </ul>
        </details>
      </Show>
      <For each={props.one.needs}>{(need) => <Needed one={props.one} need={need} />}</For>
    </li>
  );
}

/** A secret value that a server is handed: where it is, or a field for it. */
function Needed(props: { one: ToolServer; need: ToolServer["needs"][number] }) {
  const servers = useApp().toolServers;
  const [value, setValue] = createSignal("");
  async function give() {
    if (value() !== "" && (await servers.give(props.one.name, props.need.name, value()))) setValue("");
  }
  return (
    <form
      class="flex flex-wrap items-center gap-2 pl-6 text-label"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <Icon name="key" class={props.need.kept === "" ? "text-warning" : "text-muted"} />
      <span class="code">{props.one.url ? props.one.header || "Authorization" : props.need.name}</span>
      <span class={props.need.kept === "" ? "text-warning" : "text-muted"}>{neededWords(props.need)}</span>
      <Show when={props.need.kept === ""}>
        <Input
          small
          class="w-56"
          type="password"
          aria-label={`Value of ${props.need.name} for ${props.one.name}`}
          value={value()}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <Button small type="submit" disabled={value() === ""}>
          Keep
        </Button>
      </Show>
    </form>
  );
}

function AddServer() {
  const servers = useApp().toolServers;
  const [draft, setDraft] = createSignal(emptyDraft);
  const [busy, setBusy] = createSignal(false);
  let name: HTMLInputElement | undefined;
  const set = (more: Partial<typeof emptyDraft>) => setDraft((now) => ({ ...now, ...more }));
  const order = () => orderOf(draft());
  const whole = () => draft().name.trim() !== "" && draft().where.trim() !== "" && order() !== undefined;

  async function add() {
    const wanted = order();
    if (!whole() || !wanted || busy()) return;
    setBusy(true);
    if (await servers.add(wanted)) {
      setDraft(emptyDraft);
      name?.focus();
      void servers.tryOne(wanted.name);
    }
    setBusy(false);
  }
  return (
    <form
      aria-label="Add a tool server"
      class="grid gap-2 px-2.5 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="grid grid-cols-[10rem_minmax(0,1fr)] gap-2 tight:grid-cols-1">
        <Input
          ref={name}
          mono
          aria-label="Name of the server"
          placeholder="tracker"
          value={draft().name}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
        <Input
          mono
          aria-label="Command line or address"
          placeholder="npx -y @modelcontextprotocol/server-filesystem /home/me/notes, or https://…"
          invalid={order() === undefined}
          value={draft().where}
          onInput={(event) => set({ where: event.currentTarget.value })}
        />
      </div>
      <div class="grid grid-cols-[10rem_minmax(0,1fr)_auto] gap-2 tight:grid-cols-1">
        <Input
          mono
          aria-label="Name of the secret"
          placeholder={isAddress(draft().where) ? "Authorization" : "VARIABLE"}
          value={draft().secret}
          onInput={(event) => set({ secret: event.currentTarget.value })}
        />
        <Input
          mono
          type="password"
          aria-label="Secret value"
          placeholder="secret value, if it needs one"
          value={draft().value}
          onInput={(event) => set({ value: event.currentTarget.value })}
        />
        <Button type="submit" icon="plus" busy={busy()} disabled={!whole()}>
          Add and try
        </Button>
      </div>
      <p class="text-label text-muted" role="status">
        <Show when={order()} fallback={<span class="text-danger">A quotation mark is open.</span>}>
          {isAddress(draft().where)
            ? "The secret is sent in that header, to this server alone."
            : "A program is handed the secret in that variable; without a value it comes from aipack's environment."}{" "}
          It goes into the keychain where there is one, and into no file.
        </Show>
      </p>
    </form>
  );
}
