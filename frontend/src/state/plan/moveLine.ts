/** A text in which the line of the cursor has changed places with its neighbour, and where the cursor is then. */
export function moveLine(text: string, cursor: number, by: number): { text: string; at: number } {
  const lines = text.split("\n");
  const before = text.slice(0, cursor).split("\n");
  const from = before.length - 1;
  const to = from + by;
  if (to < 0 || to >= lines.length) return { text, at: cursor };
  const [line = ""] = lines.splice(from, 1);
  lines.splice(to, 0, line);
  const start = lines.slice(0, to).reduce((sum, one) => sum + one.length + 1, 0);
  return { text: lines.join("\n"), at: start + (before.at(-1) ?? "").length };
}
