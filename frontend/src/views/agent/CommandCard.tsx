import { createSignal, Show } from "solid-js";
import type { AgentReply, AskedChange } from "~/bridge/types";
import { useApp } from "~/state/app";
import { visible } from "~/state/shared/visible";
import { Button } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Longer, Refusal, takeKeys } from "./Answers";

/** A command that waits for the user: what would run, where, and why it is asked about. */
export function CommandCard(props: { asked: AskedChange }) {
  const app = useApp();
  const { agent } = app;
  const [word, setWord] = createSignal("");
  const [sent, setSent] = createSignal(false);
  let card!: HTMLElement;

  async function reply(answer: AgentReply["answer"]) {
    if (sent()) return;
    setSent(true);
    await agent.approve({ answer, word: answer === "refuse" ? word() : "" });
    setSent(false);
  }
  const here = () => agent.asked()?.id === props.asked.id;
  app.commands.offer([
    { id: "command.run", title: "Run the command", group: "Run", keys: "A", when: here, run: () => void reply("once") },
    {
      id: "command.refuse",
      title: "Refuse the command",
      group: "Run",
      keys: "X",
      when: here,
      run: () => void reply("refuse"),
    },
  ]);
  takeKeys(app, () => card);

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="A command"
      class="flex max-h-[68%] shrink-0 flex-col border-t border-accent bg-raised outline-none"
    >
      <header class="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <Icon name="play" class="text-accent" />
        <h3 class="min-w-0 flex-1 font-semibold text-strong">The model wants to run a command</h3>
        <Show when={props.asked.background}>
          <Chip>in the background</Chip>
        </Show>
        <Chip tone={props.asked.contained ? "ok" : "warn"} icon={props.asked.contained ? "container" : "alert"}>
          {props.asked.contained ? "contained" : "on this computer"}
        </Chip>
      </header>
      <pre
        tabIndex={0}
        aria-label="The command"
        class="selectable min-h-12 overflow-auto bg-sunken px-3 py-2.5 code whitespace-pre-wrap text-strong"
      >
        {visible(props.asked.line)}
      </pre>
      <footer class="grid shrink-0 gap-2 border-t border-accent bg-accent-soft px-3 py-2.5">
        <div class="flex flex-wrap items-center gap-2">
          <h4 class="mr-1 font-semibold text-strong">Run it {props.asked.where}?</h4>
          <Button look="primary" disabled={sent()} keys={["A"]} onClick={() => void reply("once")}>
            Run
          </Button>
          <Button disabled={sent()} keys={["X"]} onClick={() => void reply("refuse")}>
            Refuse
          </Button>
          <Longer what={props.asked.lasting} lasting={props.asked.lasting} onAnswer={(answer) => void reply(answer)} />
        </div>
        <Refusal word={word()} onWord={setWord} onRefuse={() => void reply("refuse")} />
        <p class="text-label text-muted">
          It runs on a copy of the project; each file that it changes is shown to you before it is kept.
          {props.asked.why ? ` You are asked because ${props.asked.why}.` : ""}
        </p>
      </footer>
    </section>
  );
}
