import dagre from "dagre";
import type { Evidence, UniversalBuild } from "~/bridge/document";

export interface Box {
  id: string;
  title: string;
  language: string;
  outside: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where something is said that makes an edge. */
export interface Reason {
  /** The variable that leads there, "" where none does. */
  variable: string;
  path: string;
  line: number;
  excerpt: string;
}

/** What a service needs: it talks to it where a variable leads there or data is kept in it, else it only starts later. */
export interface Link {
  from: string;
  to: string;
  title: string;
  talks: boolean;
  label: string;
  reasons: Reason[];
}

export interface Edge extends Link {
  points: { x: number; y: number }[];
  /** The middle of the label. */
  x: number;
  y: number;
}

export interface Graph {
  boxes: Box[];
  edges: Edge[];
  width: number;
  height: number;
}

const service = { width: 224, height: 104 };
const outside = { width: 168, height: 56 };
/** What a label takes: 7 px a letter of its size, and its padding. */
const labelled = (label: string) => ({ width: 7 * label.length + 16, height: 20, labelpos: "c" });

/** What every service needs of the others and of data services, and why that is known. */
export function linksOf(documents: { path: string; doc: UniversalBuild }[]): Link[] {
  const names = new Map(documents.map((one) => [one.path, one.doc.metadata.project_name]));
  return documents.flatMap(({ path, doc }) => {
    const services = (doc.metadata.depends_on ?? []).filter((to) => names.has(to) && to !== path);
    const stores = doc.metadata.backing_services ?? [];
    return [
      ...services.map((to) => linkOf(doc, path, to, names.get(to) ?? to, `{service:${to}.`, false)),
      ...stores.map((id, i) =>
        linkOf(doc, path, `outside:${id}`, id, `{${id}.`, true, at(doc, `/metadata/backing_services/${i}`)),
      ),
    ];
  });
}

const at = (doc: UniversalBuild, field: string) =>
  (doc.evidence ?? []).filter((one) => one.field === field && one.path);

function linkOf(
  doc: UniversalBuild,
  from: string,
  to: string,
  title: string,
  reference: string,
  store: boolean,
  said: Evidence[] = [],
): Link {
  const reason = (variable: string, one: Pick<Evidence, "path" | "line" | "excerpt">): Reason => ({
    variable,
    path: one.path ?? "",
    line: one.line ?? 1,
    excerpt: one.excerpt ?? "",
  });
  const leading = (doc.runtime.variables ?? []).flatMap((one, i) =>
    one.value?.includes(reference)
      ? [{ name: one.name, places: at(doc, `/runtime/variables/${i}/value`), read: one }]
      : [],
  );
  const talks = store || leading.length > 0;
  const first = leading[0]?.name ?? (talks ? "talks to" : "starts after");
  return {
    from,
    to,
    title,
    talks,
    label: leading.length > 1 ? `${first} +${leading.length - 1}` : first,
    reasons: [
      ...leading.flatMap((one) =>
        (one.places.length > 0 ? one.places : [one.read]).map((place) => reason(one.name, place)),
      ),
      ...said.map((one) => reason("", one)),
    ],
  };
}

/** Services as boxes, what they need as arrows; data services from outside below. */
export function graphOf(documents: { path: string; doc: UniversalBuild }[]): Graph {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 64, marginx: 32, marginy: 32 });
  graph.setDefaultEdgeLabel(() => ({}));
  const boxes = new Map<string, Omit<Box, "x" | "y">>();
  for (const { path, doc } of documents) {
    boxes.set(path, {
      id: path,
      title: doc.metadata.project_name,
      language: doc.metadata.language,
      outside: false,
      ...service,
    });
    for (const name of doc.metadata.backing_services ?? []) {
      boxes.set(`outside:${name}`, { id: `outside:${name}`, title: name, language: "", outside: true, ...outside });
    }
  }
  for (const [id, box] of boxes) graph.setNode(id, { width: box.width, height: box.height });
  const links = linksOf(documents);
  for (const link of links) graph.setEdge(link.from, link.to, labelled(link.label));
  dagre.layout(graph);
  const size = graph.graph();
  return {
    boxes: [...boxes.values()].map((box) => {
      const { x, y } = graph.node(box.id);
      return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
    }),
    edges: links.map((link) => {
      const { points, x = 0, y = 0 } = graph.edge(link.from, link.to) as Pick<Edge, "points"> & Partial<Edge>;
      return { ...link, points, x, y };
    }),
    width: size.width ?? 0,
    height: size.height ?? 0,
  };
}

type Point = Readonly<{ x: number; y: number }>;

/** A soft line along the points of an edge: it bends at each, and begins and ends in the first and last. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return "";
  const bends = rest.map((point, i) => {
    const next = rest[i + 1];
    const end = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : last;
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y} ${bends.length > 0 ? bends.join(" ") : `L${last.x} ${last.y}`}`;
}

/** The least enlargement of a graph. */
export const smallest = 0.2;

/** How much smaller a graph has to be to be seen whole; never larger than it is. */
export function fitted(graph: Pick<Graph, "width" | "height">, room: { width: number; height: number }): number {
  if (graph.width === 0 || graph.height === 0) return 1;
  return Math.max(smallest, Math.min(1, room.width / graph.width, room.height / graph.height));
}
