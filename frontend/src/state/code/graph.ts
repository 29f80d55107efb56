/** Where the boxes of the graph around a focus stand, and the lines between them. */
import type { CodeAround, CodeLink, CodeNear } from "~/bridge/types";

export interface Placed {
  node: CodeNear;
  x: number;
  y: number;
  /** The column, from the left, and the row in it: what arrows go by. */
  column: number;
  row: number;
}

export interface Line {
  link: CodeLink;
  d: string;
  /** Whether it comes from the side that depends on the focus. */
  toward: boolean;
  /** It is there in tests alone. */
  test: boolean;
  unsure: boolean;
}

export interface Layout {
  boxes: Placed[];
  lines: Line[];
  width: number;
  height: number;
}

export const box = { width: 148, height: 48 };
const gap = { x: 54, y: 26 };
/** Between few boxes there is more room. */
const airy = 46;
const margin = 12;
/** A column with more than so many is broken into several. */
const mostRows = 10;

/**
 * Who depends on the focus stands left of it, what it depends on right, one column for each step. Within a column the
 * boxes stand beside those that they have to do with. It takes time by the number of nodes and links, which are bounded.
 */
export function layoutOf(around: Pick<CodeAround, "nodes" | "links">): Layout {
  const columns = columnsOf(around);
  const rows = Math.max(1, ...columns.map((column) => column.length));
  const between = rows <= 6 ? airy : gap.y;
  const height = rows * (box.height + between) - between + 2 * margin;
  const boxes: Placed[] = columns.flatMap((column, i) => {
    const top = (height - column.length * (box.height + between) + between) / 2;
    return column.map((node, row) => ({
      node,
      x: margin + i * (box.width + gap.x),
      y: top + row * (box.height + between),
      column: i,
      row,
    }));
  });
  const at = new Map(boxes.map((one) => [one.node.id, one]));
  const lines = around.links.flatMap((link) => {
    const [from, to] = [at.get(link.from), at.get(link.to)];
    if (!from || !to) return [];
    return {
      link,
      d: curve(from, to),
      toward: to.node.level === 0 || (to.node.level < 0 && from.node.level < 0),
      test: from.node.test && !to.node.test,
      unsure: link.tier === "name" || link.tier === "ambiguous",
    };
  });
  return { boxes, lines, width: columns.length * (box.width + gap.x) - gap.x + 2 * margin, height };
}

/** The nodes by columns, from the left. */
function columnsOf({ nodes, links }: Pick<CodeAround, "nodes" | "links">): CodeNear[][] {
  const levels = [...new Set(nodes.map((node) => node.level))].sort((a, b) => a - b);
  const beside = new Map<string, string[]>();
  for (const { from, to } of links) {
    beside.set(from, [...(beside.get(from) ?? []), to]);
    beside.set(to, [...(beside.get(to) ?? []), from]);
  }
  const places = new Map<string, number>();
  const byLevel = new Map<number, CodeNear[]>();
  // From the focus outward: a column is ordered by where those stand that lead to it.
  for (const level of [...levels].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const mean = (node: CodeNear) => {
      const known = (beside.get(node.id) ?? []).flatMap((id) => places.get(id) ?? []);
      return known.length === 0 ? 0.5 : known.reduce((sum, place) => sum + place, 0) / known.length;
    };
    const ordered = nodes
      .filter((node) => node.level === level)
      .map((node, i) => ({ node, i, mean: mean(node) }))
      .sort((a, b) => a.mean - b.mean || a.i - b.i)
      .map(({ node }) => node);
    ordered.forEach((node, i) => places.set(node.id, (i + 0.5) / ordered.length));
    byLevel.set(level, ordered);
  }
  return levels.flatMap((level) => {
    const all = byLevel.get(level) ?? [];
    const parts = Math.ceil(all.length / mostRows);
    const each = Math.ceil(all.length / parts);
    return Array.from({ length: parts }, (_, i) => all.slice(i * each, (i + 1) * each));
  });
}

function curve(from: Placed, to: Placed): string {
  const [left, right] = [(one: Placed) => one.x, (one: Placed) => one.x + box.width];
  const middle = (one: Placed) => one.y + box.height / 2;
  if (from.column === to.column) {
    const down = to.row > from.row;
    if (Math.abs(to.row - from.row) === 1) {
      const x = from.x + box.width / 2;
      return `M${x} ${down ? from.y + box.height : from.y} L${x} ${down ? to.y : to.y + box.height}`;
    }
    const out = left(from) - gap.x / 3;
    return `M${left(from)} ${middle(from)} C${out} ${middle(from)} ${out} ${middle(to)} ${left(to)} ${middle(to)}`;
  }
  const ahead = to.column > from.column;
  const [x1, x2] = ahead ? [right(from), left(to)] : [left(from), right(to)];
  const bend = (x1 + x2) / 2;
  // One that leads back does not lie on the one that leads there.
  const [y1, y2] = [middle(from) + (ahead ? 0 : 10), middle(to) + (ahead ? 0 : 10)];
  return `M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}

/** The box that an arrow leads to from another: the next in its column, or the nearest of the column beside it. */
export function beside(layout: Layout, id: string, key: string): string | undefined {
  const here = layout.boxes.find((one) => one.node.id === id);
  if (!here) return layout.boxes[0]?.node.id;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) {
    return layout.boxes
      .filter((one) => one.column === here.column + step)
      .sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.node.id;
  }
  const row = { ArrowUp: here.row - 1, ArrowDown: here.row + 1 }[key];
  return layout.boxes.find((one) => one.column === here.column && one.row === row)?.node.id;
}
