import { createSignal } from "solid-js";
import type { AgentReply, AskedChange } from "~/bridge/types";
import { useApp } from "~/state/app";
import { visible } from "~/state/shared/visible";
import { Button } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Longer, Refusal, takeKeys } from "./Answers";

/** A call of another program's tool that waits for the user, with all that would be sent. */
export function CallCard(props: { asked: AskedChange }) {
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
    { id: "call.make", title: "Call the tool", group: "Run", keys: "A", when: here, run: () => void reply("once") },
    {
      id: "call.refuse",
      title: "Refuse the call",
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
      aria-label="A call of a tool"
      class="flex max-h-[68%] shrink-0 flex-col border-t border-accent bg-raised outline-none"
    >
      <header class="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <Icon name="plug" class="text-accent" />
        <h3 class="min-w-0 flex-1 font-semibold break-words text-strong">
          The model wants to call <span class="code">{props.asked.tool}</span> of the server{" "}
          <span class="code">{props.asked.server}</span>
        </h3>
        <Chip tone="warn" icon="alert">
          another program
        </Chip>
      </header>
      <pre
        tabIndex={0}
        aria-label="What would be sent"
        class="selectable min-h-12 overflow-auto bg-sunken px-3 py-2.5 code whitespace-pre-wrap text-strong"
      >
        {visible(props.asked.arguments)}
      </pre>
      <footer class="grid shrink-0 gap-2 border-t border-accent bg-accent-soft px-3 py-2.5">
        <div class="flex flex-wrap items-center gap-2">
          <h4 class="mr-1 font-semibold text-strong">Call it with this?</h4>
          <Button look="primary" disabled={sent()} keys={["A"]} onClick={() => void reply("once")}>
            Call
          </Button>
          <Button disabled={sent()} keys={["X"]} onClick={() => void reply("refuse")}>
            Refuse
          </Button>
          <Longer
            what={`any call of ${props.asked.lasting}`}
            lasting={props.asked.lasting}
            onAnswer={(answer) => void reply(answer)}
          />
        </div>
        <Refusal word={word()} onWord={setWord} onRefuse={() => void reply("refuse")} />
        <p class="text-label text-muted">
          What is sent leaves aipack, and what the tool does there cannot be taken back here. What it answers the model
          is shown as data.
          {props.asked.why ? ` You are asked because ${props.asked.why}.` : ""}
        </p>
      </footer>
    </section>
  );
}
