/** What can be written in place of a question. */
export const commands = [
  { word: "/clear", does: "begins a new conversation; this one is kept" },
  { word: "/compact", does: "has the model sum up what was said, to make room" },
  { word: "/help", does: "shows these words" },
  { word: "/init", does: "writes AIPACK.md from the plan, once you agree to the change" },
  { word: "/save", does: "saves the conversation as Markdown" },
  { word: "/undo", does: "takes the last question back, or the summary after it" },
] as const;

export type Command = (typeof commands)[number]["word"];

/** The command that a text is; "unknown" where it is one word like a command, and none. A path is no command. */
export function commandOf(text: string): Command | "unknown" | undefined {
  const word = text.trim();
  if (!/^\/[a-z]+$/i.test(word)) return undefined;
  return commands.find((one) => one.word === word.toLowerCase())?.word ?? "unknown";
}

/** The beginning of a path that is being written behind an @ at the end of a text. */
export function attaching(before: string): string | undefined {
  return /(?:^|[\s("'`])@([^\s@]+)$/.exec(before)?.[1];
}
