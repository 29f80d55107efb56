import type { IconName } from "~/ui/Icon";

const icons: Record<string, IconName> = {
  folder: "folder",
  file: "file-code",
  function: "square-function",
  method: "square-function",
  macro: "square-function",
  constant: "variable",
  variable: "variable",
  field: "variable",
  package: "package",
  module: "package",
};

/** The icon of a kind; types of all kinds look the same. */
export const kindIcon = (kind: string): IconName => icons[kind] ?? "box";

/** Parts of the screen that keys lead to. */
export const ids = { search: "code-search", graph: "code-graph", references: "code-references" };

/** Puts the focus on a part of the screen, or on what it goes to first. */
export function focusOn(id: string) {
  const part = document.getElementById(id);
  const inside = (what: string) => part?.querySelector<HTMLElement>(what);
  const first = part?.matches("input") ? part : (inside("[data-node][tabindex='0']") ?? inside("[tabindex='0']"));
  (first ?? part)?.focus();
}
