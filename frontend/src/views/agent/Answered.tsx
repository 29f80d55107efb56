import { For, Show } from "solid-js";
import type { AgentCommand, AgentEnd, AgentPlace } from "~/bridge/types";
import { changeTools, todosOf, todoTool, type Deed, type Exchange, type Todo } from "~/state/agent/exchange";
import type { Place } from "~/state/frame/view";
import { counted } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";
import { Markdown } from "~/parts/Markdown";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { Changed } from "./Changed";

const todoMarks: Record<Todo["status"], { icon: IconName; tone: string; words: string }> = {
  pending: { icon: "circle-dashed", tone: "text-muted", words: "to do" },
  in_progress: { icon: "loader", tone: "text-accent", words: "under way" },
  completed: { icon: "circle-check", tone: "text-success", words: "done" },
};

/** The steps that the model has set itself, and how far it is. */
function Todos(props: { list: Todo[]; pinned: boolean }) {
  const done = () => props.list.filter(({ status }) => status === "completed").length;
  return (
    <section
      class="rounded-card border border-line bg-raised px-3 py-2"
      classList={{ "sticky top-0 z-1": props.pinned }}
      aria-label="Steps"
    >
      <h4 class="pb-1 text-label font-semibold text-strong">
        Steps{" "}
        <span class="font-normal text-muted tabular-nums">
          {done()} of {props.list.length}
        </span>
      </h4>
      <ul class="grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
        <For each={props.list}>
          {(one) => {
            const mark = () => todoMarks[one.status];
            return (
              <li class="flex min-w-0 items-baseline gap-2">
                <Icon name={mark().icon} class={`self-center ${mark().tone}`} />
                <span class="min-w-0 break-words">{one.content}</span>
                <span class="sr-only">{mark().words}</span>
              </li>
            );
          }}
        </For>
      </ul>
    </section>
  );
}

/** A question with what came of it. */
export function Answered(props: { one: Exchange; busy: boolean; onPlace: (place: Place) => void }) {
  const deeds = () => props.one.deeds.filter(({ tool }) => tool !== todoTool);
  return (
    <article class="grid min-w-0 gap-2" aria-busy={props.busy}>
      <p class="selectable rounded-card border border-line bg-raised px-3 py-2 break-words whitespace-pre-wrap text-strong">
        {props.one.question}
      </p>
      <Show when={todosOf(props.one.deeds).length > 0}>
        <Todos list={todosOf(props.one.deeds)} pinned={props.busy} />
      </Show>
      <Show when={deeds().length > 0}>
        <details class="text-label text-muted" open={props.busy}>
          <summary class="cursor-default">{deedWords(deeds())}</summary>
          <ul class="grid gap-0.5 pt-1 pl-4">
            <For each={deeds()}>
              {(deed) => (
                <li class="min-w-0 break-words">
                  <Show when={deed.kind === "tool"} fallback={visible(deed.text)}>
                    <span class="code text-body">{deed.tool}</span>{" "}
                    <span class="code">{visible(argumentsOf(deed))}</span>
                    <Show when={deed.failed}> failed{deed.problem ? `: ${visible(deed.problem)}` : ""}</Show>
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </details>
      </Show>
      <Show when={props.one.answer}>
        <Markdown text={props.one.answer} />
      </Show>
      <Show when={props.one.changes}>
        {(changes) => <Changed changes={changes()} onOpen={(path) => props.onPlace({ path, line: 1 })} />}
      </Show>
      <Show when={props.busy && !props.one.answer && !props.one.asked}>
        <p class="flex items-center gap-2 text-muted" role="status">
          <Icon name="loader" class="animate-spin" />
          {props.one.deeds.some((deed) => deed.running) ? "The command is running" : "The model is at work"}
        </p>
      </Show>
      <Show when={props.one.end}>{(end) => <Stopped end={end()} />}</Show>
      <Show when={props.one.did}>{(did) => <Did did={did()} onPlace={props.onPlace} />}</Show>
      <Show when={props.one.end}>{(end) => <Cost end={end()} />}</Show>
    </article>
  );
}

function commandWords(ran: AgentCommand): string {
  if (ran.decision === "refused") return "you refused it";
  if (ran.decision === "denied") return "it was not allowed";
  if (ran.decision === "" && ran.exit === null) return "how it ended is not known";
  return ran.exit === null ? "it did not end by itself" : `exit code ${ran.exit}`;
}

const times = (n: number) => (n === 1 ? "once" : `${n} times`);

/** Begins the names of other programs' tools. */
const outside = "mcp_";

const deedWords = (deeds: Deed[]) => {
  const calls = deeds.filter(({ kind }) => kind === "tool");
  const changes = calls.filter(({ tool }) => changeTools.includes(tool)).length;
  const runs = calls.filter(({ tool }) => tool === "bash").length;
  const others = calls.filter(({ tool }) => tool.startsWith(outside)).length;
  const looks = calls.length - changes - runs - others;
  const parts = [
    looks > 0 || calls.length === 0 ? `looked something up ${times(looks)}` : "",
    changes > 0 ? `proposed a change ${times(changes)}` : "",
    runs > 0 ? `asked to run a command ${times(runs)}` : "",
    others > 0 ? `asked to call another program ${times(others)}` : "",
  ].filter(Boolean);
  const words = parts.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What a tool was called with; of a change only the file: the change itself is shown by itself. */
function argumentsOf(deed: Deed): string {
  if (!changeTools.includes(deed.tool)) return deed.text;
  try {
    const given = JSON.parse(deed.text) as { path?: unknown };
    return typeof given.path === "string" ? given.path : "";
  } catch {
    return "";
  }
}

const placeWords = (at: AgentPlace) =>
  at.first === at.last || !at.last ? `${at.path}:${at.first}` : `${at.path}:${at.first}-${at.last}`;

function Stopped(props: { end: AgentEnd }) {
  return (
    <>
      <Show when={props.end.fault}>
        {(fault) => <ErrorCard fault={fault()} title="The model could not be asked" warning />}
      </Show>
      <Show when={props.end.stopped && !props.end.fault}>
        <p class="text-warning">No whole answer: {props.end.stopped}</p>
      </Show>
    </>
  );
}

/** What the model did for an answer: the commands that it wished to run, and what it looked at. */
function Did(props: { did: NonNullable<Exchange["did"]>; onPlace: (place: Place) => void }) {
  return (
    <>
      <Show when={(props.did.commands ?? []).length > 0}>
        <ul class="grid gap-1" aria-label="Commands">
          <For each={props.did.commands}>
            {(ran) => (
              <li class="min-w-0">
                <details>
                  <summary class="flex min-w-0 cursor-default items-baseline gap-2">
                    <Icon name={ran.exit === 0 ? "circle-check" : "play"} class="self-center text-muted" />
                    <span class="min-w-0 break-words code text-strong">{ran.command}</span>
                    <span class="text-label text-muted">{commandWords(ran)}</span>
                  </summary>
                  <pre
                    tabIndex={0}
                    aria-label={`What ${ran.command} printed`}
                    class="selectable mt-1 max-h-60 overflow-auto rounded-control bg-sunken px-3 py-2 code whitespace-pre-wrap"
                  >
                    {ran.output.length > 0 ? ran.output.join("\n") : "It printed nothing."}
                  </pre>
                </details>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.did.evidence.length > 0}>
        <div class="flex flex-wrap items-center gap-1.5" role="group" aria-label="What shows it">
          <span class="text-label text-muted">Looked at</span>
          <For each={props.did.evidence}>
            {(at) => (
              <Button small icon="file" onClick={() => props.onPlace({ path: at.path, line: at.first || 1 })}>
                <span class="code">{placeWords(at)}</span>
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  );
}

function Cost(props: { end: AgentEnd }) {
  return (
    <>
      <Show when={props.end.left.length > 0}>
        <p class="text-label text-muted">There was no room to show the model: {props.end.left.join(", ")}.</p>
      </Show>
      <Show when={props.end.unkept}>
        <p class="text-label text-warning">This conversation is not kept: {props.end.unkept}</p>
      </Show>
      <Show when={props.end.model}>
        <p class="text-label text-muted tabular-nums">
          {props.end.model}, {counted(props.end.prompt, "token")} in, {counted(props.end.written, "token")} out
          {props.end.priced ? `, $${props.end.usd.toFixed(4)}` : ""}
        </p>
      </Show>
    </>
  );
}
