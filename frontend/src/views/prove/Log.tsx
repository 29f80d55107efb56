import { createMemo, createSignal, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { LogLine } from "~/state/proof/proof";
import { Empty } from "~/parts/Messages";
import { LiveList } from "~/parts/LiveList";
import { IconButton } from "~/ui/Button";
import { Input } from "~/ui/Input";

/** Words that mark a line as an error or a warning. */
function toneOf(text: string): string {
  if (/\b(error|fatal|panic|failed|cannot find)\b/i.test(text)) return "text-log-error";
  return /\bwarn(ing)?\b/i.test(text) ? "text-log-warn" : "text-log-info";
}

/** The live log; following stops when the user scrolls up. */
export function Log(props: { lines: readonly LogLine[] }) {
  const app = useApp();
  const [find, setFind] = createSignal("");
  const [wrap, setWrap] = createSignal(false);
  const [follow, setFollow] = createSignal(true);
  const [at, setAt] = createSignal(-1);
  let search: HTMLInputElement | undefined;
  const shown = createMemo(() => {
    const wanted = find().trim().toLowerCase();
    return wanted === "" ? props.lines : props.lines.filter((line) => line.text.toLowerCase().includes(wanted));
  });
  app.commands.offer([
    { id: "log.find", title: "Find in the log", group: "View", keys: "Mod+F", run: () => search?.focus() },
  ]);
  return (
    <div class="relative flex min-h-0 flex-1 flex-col bg-sunken">
      <div class="flex h-8 shrink-0 items-center gap-1.5 border-b border-line px-3">
        <Input
          ref={search}
          small
          icon="search"
          class="w-44"
          aria-label="Find in the log"
          placeholder="Find"
          value={find()}
          onInput={(event) => setFind(event.currentTarget.value)}
        />
        <Show when={find()}>
          <span class="text-label text-muted tabular-nums">{shown().length} lines</span>
        </Show>
        <span class="flex-1" />
        <Show when={follow()}>
          <span class="text-label text-accent">Following</span>
        </Show>
        <IconButton icon="list-checks" label="Wrap lines" pressed={wrap()} onClick={() => setWrap(!wrap())} />
        <IconButton
          icon="copy"
          label="Copy the whole log"
          onClick={() => void app.copy(props.lines.map((line) => line.text).join("\n"), "Log")}
        />
      </div>
      <LiveList
        label="Log"
        class="py-1.5"
        empty={
          <Empty icon="list-checks" title={find() ? "No matching lines" : "No lines yet"}>
            {find() ? "Clear the search to see all." : "The output of the builder and the program appears here."}
          </Empty>
        }
        items={shown()}
        rowHeight={1.125}
        current={at()}
        follow={follow()}
        onFollow={setFollow}
        onMove={setAt}
        grows={wrap() ? () => true : undefined}
        row={(line) => (
          <div
            class={`selectable min-h-4.5 px-3 log ${wrap() ? "break-all whitespace-pre-wrap" : "whitespace-pre"} ${toneOf(line().text)}`}
          >
            {line().text}
          </div>
        )}
      />
    </div>
  );
}
