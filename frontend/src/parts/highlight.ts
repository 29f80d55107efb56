/** A small highlighter for single lines: enough for Dockerfiles and for the places that evidence names. */
export interface Token {
  text: string;
  kind: "" | "keyword" | "string" | "number" | "comment" | "property";
}

const docker =
  /(^\s*#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|^(\s*(?:FROM|WORKDIR|COPY|RUN|ENV|EXPOSE|CMD|USER|HEALTHCHECK|ARG|ENTRYPOINT|ADD|LABEL|VOLUME|STOPSIGNAL|SHELL)\b)|(\b(?:AS|CMD)\b(?=\s))|(--[\w-]+)|(\b\d{2,}\b)/g;
const json = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(\b(?:true|false|null)\b)|(-?\b\d+(?:\.\d+)?\b)/g;
const code =
  /((?<!:)\/\/.*$|^\s*#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|\b(import|from|const|let|var|export|async|await|function|return|if|else|for|while|new|type|class|def|func|package|use|pub|fn|let|match|require|module|end|do|interface|struct)\b|\b(\d+(?:\.\d+)?)\b/g;

/** Settings by name: a # begins a comment only at the start and after a space, and // is part of an address. */
const named =
  /((?:^|\s)#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|^(\s*(?:- )?[\w./-]+(?=\s*[:=]))|(\b(?:true|false|null)\b)|(\b\d+(?:\.\d+)?\b)/g;

const grammars: Record<string, { pattern: RegExp; kinds: Token["kind"][] }> = {
  dockerfile: { pattern: docker, kinds: ["comment", "string", "keyword", "keyword", "property", "number"] },
  json: { pattern: json, kinds: ["property", "string", "keyword", "number"] },
  ...Object.fromEntries(
    ["yaml", "yml", "toml", "ini", "env"].map((kind) => [
      kind,
      { pattern: named, kinds: ["comment", "string", "property", "keyword", "number"] as Token["kind"][] },
    ]),
  ),
  code: { pattern: code, kinds: ["comment", "string", "keyword", "number"] },
};

const plain = new Set(["md", "txt", "lock", "csv", "log"]);

/** Splits a line into coloured parts; together they are the line. */
export function highlight(line: string, kind: string): Token[] {
  const grammar = grammars[kind] ?? grammars["code"];
  if (!grammar || plain.has(kind) || line.length > 2_000) return [{ text: line, kind: "" }];
  const tokens: Token[] = [];
  let from = 0;
  for (const match of line.matchAll(grammar.pattern)) {
    if (match[0] === "") continue;
    if (match.index > from) tokens.push({ text: line.slice(from, match.index), kind: "" });
    const which = match.slice(1).findIndex((group: string | undefined) => group !== undefined);
    tokens.push({ text: match[0], kind: grammar.kinds[which] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < line.length) tokens.push({ text: line.slice(from), kind: "" });
  return tokens;
}
