import { createSignal, untrack, type JSX } from "solid-js";
import type { AgentReply, AskedChange } from "~/bridge/types";
import { useApp } from "~/state/app";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { Longer, Refusal, takeKeys } from "./Answers";

/** Something that waits for the user's word: all of it, why it is asked about, and the answers, by keys too. */
export function ConsentCard(props: {
  asked: AskedChange;
  /** What it is: "command", "call". */
  id: string;
  label: string;
  icon: IconName;
  heading: JSX.Element;
  /** Beside the heading. */
  chips: JSX.Element;
  bodyLabel: string;
  body: string;
  question: string;
  /** What agreeing does: "Run", and in the palette "Run the command". */
  verb: string;
  object: string;
  /** What an answer for longer allows. */
  longer: string;
  note: string;
}) {
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
  // What a card is stays so as long as it is shown.
  const kind = untrack(() => ({ id: props.id, agree: `${props.verb} the ${props.object}` }));
  app.commands.offer([
    {
      id: `${kind.id}.agree`,
      title: kind.agree,
      group: "Run",
      keys: "A",
      when: here,
      run: () => void reply("once"),
    },
    {
      id: `${kind.id}.refuse`,
      title: `Refuse the ${kind.id}`,
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
      aria-label={props.label}
      class="flex max-h-[68%] shrink-0 flex-col border-t border-accent bg-raised outline-none"
    >
      <header class="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
        <Icon name={props.icon} class="text-accent" />
        <h3 class="min-w-0 flex-1 font-semibold break-words text-strong">{props.heading}</h3>
        {props.chips}
      </header>
      <pre
        tabIndex={0}
        aria-label={props.bodyLabel}
        class="selectable min-h-12 overflow-auto bg-sunken px-3 py-2.5 code whitespace-pre-wrap text-strong"
      >
        {props.body}
      </pre>
      <footer class="grid shrink-0 gap-2 border-t border-accent bg-accent-soft px-3 py-2.5">
        <div class="flex flex-wrap items-center gap-2">
          <h4 class="mr-1 font-semibold text-strong">{props.question}</h4>
          <Button look="primary" disabled={sent()} keys={["A"]} onClick={() => void reply("once")}>
            {props.verb}
          </Button>
          <Button disabled={sent()} keys={["X"]} onClick={() => void reply("refuse")}>
            Refuse
          </Button>
          <Longer what={props.longer} lasting={props.asked.lasting} onAnswer={(answer) => void reply(answer)} />
        </div>
        <Refusal word={word()} onWord={setWord} onRefuse={() => void reply("refuse")} />
        <p class="text-label text-muted">
          {props.note}
          {props.asked.why ? ` You are asked because ${props.asked.why}.` : ""}
        </p>
      </footer>
    </section>
  );
}
