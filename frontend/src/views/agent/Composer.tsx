import { createSignal, For, onMount, Show } from "solid-js";
import { attaching } from "~/state/agent/commands";
import { useApp } from "~/state/app";
import { counted } from "~/state/shared/format";
import { Button } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { TextArea } from "~/ui/Input";

/** Where the next question is written. */
export function Composer() {
  const app = useApp();
  const { agent } = app;
  let field: HTMLTextAreaElement | undefined;
  // What leads here has begun a question: it waits for a word more, or Enter.
  onMount(() => {
    if (agent.draft() !== "") field?.focus();
  });
  const [paths, setPaths] = createSignal<string[]>([]);
  /** Offers the files that what is written behind an @ may mean. */
  async function offer() {
    const text = attaching(agent.draft().slice(0, field?.selectionStart ?? 0));
    if (!text) {
      setPaths([]);
      return;
    }
    const found = await app.api.attachable(app.run.info.id, text).catch(() => []);
    if (attaching(agent.draft().slice(0, field?.selectionStart ?? 0)) === text) setPaths(found);
  }
  function attach(path: string) {
    const at = field?.selectionStart ?? 0;
    const before = agent.draft().slice(0, at);
    const begins = before.length - (attaching(before)?.length ?? 0);
    agent.setDraft(`${before.slice(0, begins)}${path} ${agent.draft().slice(at)}`);
    setPaths([]);
    field?.focus();
    field?.setSelectionRange(begins + path.length + 1, begins + path.length + 1);
  }
  const ready = () => agent.draft().trim() !== "" && !agent.answering();
  async function send() {
    const question = agent.draft();
    if (!ready()) return;
    agent.setDraft("");
    setPaths([]);
    if (!(await agent.ask(question))) agent.setDraft(question);
  }
  return (
    <form
      class="flex shrink-0 flex-wrap items-end gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Show when={paths().length > 0}>
        <div class="flex basis-full flex-wrap items-center gap-1.5" role="group" aria-label="Files to attach">
          <For each={paths()}>
            {(path, i) => (
              <Button small icon="file" keys={i() === 0 ? ["Tab"] : []} onClick={() => attach(path)}>
                <span class="code">{path}</span>
              </Button>
            )}
          </For>
        </div>
      </Show>
      <TextArea
        ref={field}
        class="min-h-15 basis-full"
        rows={2}
        aria-label="Question"
        placeholder={agent.changing() ? "Say what is to be changed" : "Ask about this project"}
        value={agent.draft()}
        onInput={(event) => {
          agent.setDraft(event.currentTarget.value);
          void offer();
        }}
        onKeyDown={(event) => {
          const first = paths()[0];
          if (event.key === "Tab" && !event.shiftKey && first) {
            event.preventDefault();
            attach(first);
          }
          if (event.key === "Escape" && first) {
            setPaths([]);
            return;
          }
          if (event.key === "Escape" && agent.answering()) agent.stop();
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <Segmented
        label="What the model may do"
        options={[
          { id: "ask", label: "Ask" },
          { id: "change", label: "Change files" },
        ]}
        value={agent.changing() ? "change" : "ask"}
        onPick={(id) => agent.setChanging(id === "change")}
      />
      <Meter />
      <span class="flex-1" />
      <Show
        when={agent.answering()}
        fallback={
          <Button look="primary" type="submit" disabled={!ready()} keys={["Enter"]}>
            {agent.changing() ? "Change" : "Ask"}
          </Button>
        }
      >
        <Button icon="stop" onClick={agent.stop} keys={["Esc"]}>
          Stop
        </Button>
      </Show>
    </form>
  );
}

const partWords: Record<string, string> = {
  instructions: "instructions",
  tools: "tools",
  notes: "notes",
  project: "the project",
  summary: "the summary",
  conversation: "the conversation",
};

/** How much of the model's window the next question is sent with. */
function Meter() {
  const { agent } = useApp();
  const end = () => agent.exchanges.at(-1)?.end;
  const used = () => (end()?.holds ?? []).reduce((sum, part) => sum + part.tokens, 0);
  const share = () => Math.round((100 * used()) / (end()?.window || 1));
  return (
    <Show when={used() > 0 && !agent.exchanges.at(-1)?.summed}>
      <details class="relative text-label text-muted">
        <summary class="cursor-default tabular-nums">{share()} % of the model’s window</summary>
        <div class="absolute bottom-full left-0 z-2 mb-1 w-72 rounded-card border border-line bg-raised p-3 shadow-raised">
          <ul class="grid gap-1" aria-label="What the next question is sent with">
            <For each={end()?.holds}>
              {(part) => (
                <li class="flex gap-2">
                  <span class="flex-1">{partWords[part.name] ?? part.name}</span>
                  <span class="tabular-nums">{counted(part.tokens, "token")}</span>
                </li>
              )}
            </For>
          </ul>
          <Button small class="mt-2" disabled={agent.answering()} onClick={() => void agent.compact()}>
            Sum up what was said
          </Button>
        </div>
      </details>
    </Show>
  );
}
