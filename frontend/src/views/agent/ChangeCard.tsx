import { createMemo, createSignal, For, lazy, Show, Suspense } from "solid-js";
import type { AgentReply, AskedChange } from "~/bridge/types";
import type { ChangeHandle } from "~/parts/EditedChange";
import type { TextKind } from "~/parts/editor";
import { useApp } from "~/state/app";
import { afterPaint } from "~/state/shared/async";
import { counted } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";
import { Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Longer, Refusal, takeKeys } from "./Answers";

const EditedChange = lazy(() => import("~/parts/EditedChange"));

const questions: Record<string, string> = {
  created: "Create this file?",
  changed: "Make this change?",
  deleted: "Delete this file?",
};

const kindOf = (path: string): TextKind => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith("dockerfile") || name.endsWith(".dockerfile")) return "dockerfile";
  if (name.endsWith(".json")) return "json";
  return /\.ya?ml$/.test(name) ? "yaml" : "plain";
};

/** A change of a file that waits for the user: whole, in part, or as they make it. */
export function ChangeCard(props: { asked: AskedChange }) {
  const app = useApp();
  const { agent } = app;
  const [text, setText] = createSignal<string>();
  const [parts, setParts] = createSignal(1);
  const [editing, setEditing] = createSignal(false);
  const [asText, setAsText] = createSignal(false);
  const [word, setWord] = createSignal("");
  const [sent, setSent] = createSignal(false);
  let handle: ChangeHandle | undefined;
  let card!: HTMLElement;

  const alterable = () => props.asked.alterable && props.asked.kind !== "deleted";
  const altered = createMemo(() => alterable() && text() !== undefined && text() !== props.asked.after);
  const nothingLeft = () => props.asked.kind === "changed" && altered() && text() === props.asked.before;

  async function reply(answer: AgentReply["answer"]) {
    if (sent() || (answer !== "refuse" && nothingLeft())) return;
    setSent(true);
    const made = altered() ? text() : undefined;
    await agent.approve({
      answer,
      word: answer === "refuse" ? word() : "",
      ...(answer !== "refuse" && made !== undefined ? { text: made } : {}),
    });
    setSent(false);
  }
  function edit() {
    setAsText(false);
    setEditing(true);
    afterPaint(() => handle?.focus());
  }

  const here = () => agent.asked()?.id === props.asked.id;
  const several = () => alterable() && props.asked.kind === "changed";
  app.commands.offer([
    {
      id: "change.approve",
      title: "Approve the change",
      group: "Run",
      keys: "A",
      when: () => here() && !nothingLeft(),
      run: () => void reply("once"),
    },
    {
      id: "change.refuse",
      title: "Refuse the change",
      group: "Run",
      keys: "X",
      when: here,
      run: () => void reply("refuse"),
    },
    {
      id: "change.edit",
      title: "Edit the change first",
      group: "Run",
      keys: "E",
      when: () => here() && alterable(),
      run: edit,
    },
    {
      id: "change.next",
      title: "Next part of the change",
      group: "View",
      keys: "]",
      when: here,
      run: () => handle?.next(),
    },
    {
      id: "change.previous",
      title: "Previous part of the change",
      group: "View",
      keys: "[",
      when: here,
      run: () => handle?.previous(),
    },
    {
      id: "change.leave-out",
      title: "Leave this part of the change out",
      group: "Run",
      keys: "D",
      when: () => here() && several(),
      run: () => handle?.leaveOut(),
    },
  ]);

  takeKeys(app, () => card);

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={`Change of ${props.asked.path}`}
      class="flex max-h-[68%] min-h-56 shrink-0 flex-col border-t border-accent bg-raised outline-none"
    >
      <header class="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <Icon name="file-code" class="text-accent" />
        <h3 class="cut code min-w-0 flex-1 font-semibold text-strong">{visible(props.asked.path)}</h3>
        <Show when={several()}>
          <span class="text-label text-muted tabular-nums" role="status">
            {counted(parts(), "part")}
            {altered() ? ", altered" : ""}
          </span>
          <IconButton icon="arrow-up" label="Previous part" keys={["["]} onClick={() => handle?.previous()} />
          <IconButton icon="arrow-down" label="Next part" keys={["]"]} onClick={() => handle?.next()} />
        </Show>
        <Segmented
          label="How the change is shown"
          options={[
            { id: "lines", label: "Lines" },
            { id: "text", label: "Text" },
          ]}
          value={asText() ? "text" : "lines"}
          onPick={(id) => setAsText(id === "text")}
        />
      </header>
      <Show when={props.asked.note}>
        <p class="border-b border-line px-3 py-1.5 text-label text-muted">{props.asked.note}</p>
      </Show>
      <Show when={props.asked.problems.length > 0 && !altered()}>
        <ul class="shrink-0 border-b border-warning-line bg-warning-soft px-3 py-1.5" aria-label="What it would break">
          <For each={props.asked.problems}>
            {(problem) => (
              <li class="flex items-baseline gap-2">
                <Icon name="alert" class="self-center text-warning" />
                <span class="selectable min-w-0 break-words">{problem}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={asText()}>
        <pre
          tabIndex={0}
          aria-label="The change as it was proposed"
          class="selectable min-h-0 flex-1 overflow-auto bg-sunken px-3 py-2 code whitespace-pre-wrap"
        >
          {visible(props.asked.diff)}
        </pre>
      </Show>
      <div class="min-h-0 flex-1 flex-col" classList={{ flex: !asText(), hidden: asText() }}>
        <Suspense fallback={<Skeleton rows={4} />}>
          <EditedChange
            before={props.asked.before}
            after={props.asked.after}
            kind={kindOf(props.asked.path)}
            label={`${props.asked.path} as it would be`}
            editing={editing()}
            parted={several()}
            onReady={(made) => (handle = made)}
            onText={(made, left) => (setText(made), setParts(left))}
          />
        </Suspense>
      </div>
      <footer class="grid shrink-0 gap-2 border-t border-accent bg-accent-soft px-3 py-2.5">
        <div class="flex flex-wrap items-center gap-2">
          <h4 class="mr-1 font-semibold text-strong">{questions[props.asked.kind]}</h4>
          <Button look="primary" disabled={sent() || nothingLeft()} keys={["A"]} onClick={() => void reply("once")}>
            {altered() ? "Approve what is left" : "Approve"}
          </Button>
          <Button disabled={sent()} keys={["X"]} onClick={() => void reply("refuse")}>
            Refuse
          </Button>
          <Show when={alterable()}>
            <Button disabled={editing()} keys={["E"]} onClick={edit}>
              Edit first
            </Button>
          </Show>
          <Show when={several()}>
            <Button look="ghost" keys={["D"]} onClick={() => handle?.leaveOut()}>
              Leave this part out
            </Button>
          </Show>
          <Longer
            what={`any change of ${props.asked.lasting}`}
            lasting={props.asked.lasting}
            onAnswer={(answer) => void reply(answer)}
          />
        </div>
        <Refusal word={word()} onWord={setWord} onRefuse={() => void reply("refuse")} />
        <p class="text-label text-muted">
          {nothingLeft()
            ? "Nothing of the change is left: refuse it."
            : "Nothing is written before you approve. What the file was is kept, and can be taken back."}
        </p>
      </footer>
    </section>
  );
}
