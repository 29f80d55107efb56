import { createMemo, createSignal, onCleanup } from "solid-js";
import { fuzzy } from "~/state/shared/fuzzy";
import { isSingle, isTyping, matches } from "./keys";

/** Something the user can do. One registry feeds menus, keys, the palette and the shortcut sheet. */
export interface Command {
  id: string;
  title: string;
  group: "Go to" | "Project" | "Run" | "Service" | "Symbol" | "View" | "Setting";
  hint?: string | (() => string);
  keys?: string;
  /** Left out of the palette: only a key. */
  quiet?: boolean;
  /** One of many: in the palette only once it is asked for. */
  sought?: boolean;
  /** Works while a field has the focus though it is a single key. */
  always?: boolean;
  when?: () => boolean;
  run: () => void;
}

export interface Found {
  command: Command;
  at: number[];
}

export function createCommands() {
  const [sets, setSets] = createSignal<readonly (readonly Command[])[]>([]);
  /** What a screen registered last comes first: it is what the user looks at. */
  const all = createMemo(() => sets().flat());
  const usable = (command: Command) => command.when?.() ?? true;

  /** Offers commands until the owner goes away. */
  function offer(commands: readonly Command[]) {
    setSets((known) => [commands, ...known]);
    onCleanup(() => setSets((known) => known.filter((one) => one !== commands)));
  }

  /** Runs the command of a key; true when there was one. */
  function press(event: KeyboardEvent): boolean {
    const typing = isTyping(event.target);
    const command = all().find(
      (one) =>
        one.keys !== undefined &&
        matches(event, one.keys) &&
        (!typing || one.always === true || !isSingle(one.keys)) &&
        usable(one),
    );
    command?.run();
    return command !== undefined;
  }

  /** What the palette shows for a question; everything, in groups, without one. After ">" only settings. */
  function search(question: string): Found[] {
    const settings = question.startsWith(">");
    const wanted = (settings ? question.slice(1) : question).trim();
    const offered = all().filter((one) => !one.quiet && usable(one) && (!settings || one.group === "Setting"));
    if (wanted === "") return offered.filter((one) => settings || !one.sought).map((command) => ({ command, at: [] }));
    return offered
      .flatMap((command) => {
        const named = fuzzy(wanted, command.title);
        const match = named ?? (command.sought ? undefined : fuzzy(wanted, `${command.title} ${hintOf(command)}`));
        return match ? [{ command, at: match.at, score: match.score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .map(({ command, at }) => ({ command, at }));
  }

  const run = (id: string) => {
    const command = all().find((one) => one.id === id);
    if (command && usable(command)) command.run();
  };

  return { all, usable, offer, press, search, run };
}

export type Commands = ReturnType<typeof createCommands>;

export function hintOf(command: Command): string {
  return typeof command.hint === "function" ? command.hint() : (command.hint ?? "");
}
