/** How kinds, edges, tiers and places of code are written for a person. */
import type { CodeContext, CodeNear, CodeNode, CodeState, CodeUse } from "~/bridge/types";
import { fieldWords } from "~/state/plan/fields";
import { counted, languageWords } from "~/state/shared/format";

const kinds: Record<string, string> = {
  function: "func",
  method: "method",
  constant: "const",
  variable: "var",
  struct: "struct",
  interface: "interface",
};

/** A kind beside a name: short, as programmers write it. */
export const kindWords = (kind: string) => kinds[kind] ?? kind;

const plural: Record<string, string> = { class: "Classes", type: "Types", module: "Modules" };

/** A kind in a list of kinds. */
export const kindTitle = (kind: string) =>
  plural[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`.replace(/ys$/, "ies");

/** The kinds of edges that can be followed. */
export const edgeKinds = [
  { id: "calls", title: "Calls" },
  { id: "imports", title: "Imports" },
  { id: "inherits", title: "Inherits" },
  { id: "uses", title: "Uses" },
  { id: "packages", title: "External packages" },
] as const;

/** "All edges", "Calls, imports", "No edges". */
export function edgesWords(chosen: readonly string[]): string {
  if (chosen.length === edgeKinds.length) return "All edges";
  const titles = edgeKinds.filter(({ id }) => chosen.includes(id)).map(({ id }) => id as string);
  const words = titles.join(", ");
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "No edges";
}

const tiers: Record<string, string> = {
  exact: "sure",
  syntactic: "followed",
  name: "by name only",
  ambiguous: "one of several",
};

/** How sure it is that a name means a thing. */
export const tierWords = (tier: string) => tiers[tier] ?? tier;

/** What stands below the name of a box. */
export function boxWords(node: CodeNear): string {
  if (node.outside) return "package";
  if (node.level === 0 && node.via) return `${node.via}, line ${node.via_line}`;
  if (node.level === 0) return node.kind === "file" ? "file" : `${kindWords(node.kind)}, line ${node.line}`;
  if (node.kind !== "file") return `${short(node.path)}:${node.line}`;
  if (node.level < 0 && node.test) return "test only";
  if (node.level < 0 && node.via) return `${node.via}, line ${node.via_line}`;
  if (node.level < 0) return `${node.via_kind} it, line ${node.via_line}`;
  return node.via ? node.via : "imported";
}

/** The last two parts of a path: enough to know a file by. */
export const short = (path: string) => path.split("/").slice(-2).join("/");

/** A file's name, with its folder where many files are called so. */
export function fileTitle(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^(index|mod|main|__init__|lib|page|route)\./.test(name) ? short(path) : name;
}

/** Titles of files that stand in one list: as many folders before each as tell it from the others. */
export function fileTitles(paths: string[]): string[] {
  return paths.map((path) => {
    let title = fileTitle(path);
    while (title !== path && paths.some((other) => other !== path && other.endsWith(`/${title}`))) {
      title = path
        .split("/")
        .slice(-title.split("/").length - 1)
        .join("/");
    }
    return title;
  });
}

export const nodeTitle = (node: CodeNode) => (node.kind === "file" ? fileTitle(node.path) : node.name);

const fieldNames: Record<string, string> = { ports: "port", "copied from build": "copied files" };

/** "port of api". */
export function useWords(use: CodeUse): string {
  const field = fieldWords(use.field)
    .replace(/^[^:]*: /, "")
    .toLowerCase();
  return `${fieldNames[field] ?? field} of ${use.name}`;
}

/** Where the reading of the sources is, in a few words. */
export function stateWords(state: CodeState | undefined): string {
  if (!state) return "Opening";
  const symbols = counted(state.symbols, "symbol");
  switch (state.state) {
    case "failed":
      return "Cannot be read";
    case "current":
      return symbols;
    case "changed":
      return `${symbols}, reading changes`;
    default: {
      if (state.of === 0) return "Looking for sources";
      const rate = state.rate >= 1 ? `, ${Math.round(state.rate)} a second` : "";
      return `${state.done.toLocaleString("en")} of ${counted(state.of, "file")}${rate}`;
    }
  }
}

/** What a part of a context is: "whole", "2 symbols", "signatures". */
export function partWords(part: CodeContext["parts"][number]): string {
  if (part.level === "outline") return counted(part.signatures, "name");
  if (part.level === "signatures") return counted(part.signatures, "signature");
  return part.whole ? "whole" : part.names.length === 1 ? (part.names[0] ?? "") : counted(part.names.length, "symbol");
}

/** "Ruby (12 files), Shell (2 files)". */
export const languagesWords = (list: CodeState["other"]) =>
  list.map(({ id, files }) => `${languageWords(id)} (${counted(files, "file")})`).join(", ");
