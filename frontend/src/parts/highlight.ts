/** A small highlighter for single lines: enough for Dockerfiles and for the places that evidence names. */
export interface Token {
  text: string;
  kind: "" | "keyword" | "string" | "number" | "comment" | "property";
}

const docker =
  /^\s*(#.*)$|("(?:[^"\\]|\\.)*"|'[^']*')|^(\s*(?:FROM|WORKDIR|COPY|RUN|ENV|EXPOSE|CMD|USER|HEALTHCHECK|ARG|ENTRYPOINT|ADD|LABEL|VOLUME|STOPSIGNAL|SHELL)\b)|(\b(?:AS|CMD)\b(?=\s))|(--[\w-]+)|(\b\d{2,}\b)/;
const json = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(\b(?:true|false|null)\b)|(-?\b\d+(?:\.\d+)?\b)/;
const code =
  /(\/\/.*$|^\s*#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|\b(import|from|const|let|var|export|async|await|function|return|if|else|for|while|new|type|class|def|func|package|use|pub|fn|let|match|require|module|end|do|interface|struct)\b|\b(\d+(?:\.\d+)?)\b/;

const grammars: Record<string, { pattern: RegExp; kinds: Token["kind"][] }> = {
  dockerfile: { pattern: docker, kinds: ["comment", "string", "keyword", "keyword", "property", "number"] },
  json: { pattern: json, kinds: ["property", "string", "keyword", "number"] },
  code: { pattern: code, kinds: ["comment", "string", "keyword", "number"] },
};

const plain = new Set(["md", "txt", "lock", "csv", "log"]);

/** Splits a line into coloured parts; together they are the line. */
export function highlight(line: string, kind: string): Token[] {
  if (plain.has(kind) || line.length > 2_000) return [{ text: line, kind: "" }];
  const grammar = grammars[kind] ?? grammars["code"];
  if (!grammar) return [{ text: line, kind: "" }];
  const tokens: Token[] = [];
  let rest = line;
  for (let first = true; rest !== ""; first = false) {
    const match = grammar.pattern.exec(rest);
    // Anchors of the pattern mean the line's start, not that of the rest.
    const found = match && (first || !/^\s*(#|[A-Z]+\b)/.test(match[0]) || match.index > 0 || kind !== "dockerfile");
    if (!match || !found) {
      tokens.push({ text: rest, kind: "" });
      break;
    }
    const which = match.slice(1).findIndex((group) => group !== undefined);
    if (match.index > 0) tokens.push({ text: rest.slice(0, match.index), kind: "" });
    tokens.push({ text: match[0], kind: grammar.kinds[which] ?? "" });
    rest = rest.slice(match.index + match[0].length);
    if (match[0] === "") {
      tokens.push({ text: rest, kind: "" });
      break;
    }
  }
  return tokens;
}
