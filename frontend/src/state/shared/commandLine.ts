/** Reads and writes a command in exec form as a person types it: shell words or a JSON list. */

/** Words of a command line: quotes group, a backslash takes the next letter as it is. Undefined: a quote is open. */
export function splitWords(text: string): string[] | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) return fromJson(trimmed);
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < trimmed.length; i++) {
    const c = trimmed.charAt(i);
    if (quote !== "") {
      if (c === quote) quote = "";
      else if (c === "\\" && quote === '"' && '"\\'.includes(trimmed.charAt(i + 1)))
        word = (word ?? "") + trimmed.charAt(++i);
      else word = (word ?? "") + c;
    } else if (c === " " || c === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= "";
    } else if (c === "\\" && i + 1 < trimmed.length) word = (word ?? "") + trimmed.charAt(++i);
    else word = (word ?? "") + c;
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

function fromJson(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The opposite of splitWords: what it gives is read back the same. */
export function joinWords(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./$\-{}*?!~#^]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replace(/[\\"]/g, "\\$&")}"`;
}
