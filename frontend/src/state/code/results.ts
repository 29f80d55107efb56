import type { CodeHits, CodeLines, CodeNode } from "~/bridge/types";

/** What is looked for: names, what a question in words means, or a text. */
export type Mode = "symbols" | "meaning" | "text";

/** A row of the results. */
export type Found =
  | { is: "hit"; node: CodeNode; score: number }
  | { is: "head"; title: string; count: string }
  | { is: "line"; path: string; line: number; text: string };

const mostLines = 40;

/** Symbols, and behind them lines of files with the same text; lines alone where a text is looked for. */
export function resultsOf(mode: Mode, hits: CodeHits | undefined, lines: CodeLines | undefined): Found[] {
  const symbols = (hits?.hits ?? []).map<Found>((node) => ({ is: "hit", node, score: node.score }));
  const text = (lines?.lines ?? []).map<Found>((line) => ({ is: "line", ...line }));
  if (mode === "text") return text;
  if (text.length === 0) return symbols;
  const title = symbols.length > 0 ? "In the text of files" : "No symbol; in the text of files";
  return [
    ...symbols,
    { is: "head", title, count: `${text.length}${lines?.cut ? "+" : ""}` },
    ...text.slice(0, mostLines),
  ];
}
