import dagre from "dagre";
import type { UniversalBuild } from "~/bridge/document";

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

export interface Edge {
  from: string;
  to: string;
  points: { x: number; y: number }[];
}

export interface Graph {
  boxes: Box[];
  edges: Edge[];
  width: number;
  height: number;
}

const service = { width: 224, height: 104 };
const outside = { width: 168, height: 56 };

/** Services as boxes, what they need as arrows; data services from outside below. */
export function graphOf(documents: { path: string; doc: UniversalBuild }[]): Graph {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 64, marginx: 32, marginy: 32 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(documents.map((one) => one.path));
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
  for (const { path, doc } of documents) {
    for (const to of doc.metadata.depends_on ?? []) if (known.has(to) && to !== path) graph.setEdge(path, to);
    for (const name of doc.metadata.backing_services ?? []) graph.setEdge(path, `outside:${name}`);
  }
  dagre.layout(graph);
  const size = graph.graph();
  return {
    boxes: [...boxes.values()].map((box) => {
      const { x, y } = graph.node(box.id);
      return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
    }),
    edges: graph.edges().map((edge) => ({ from: edge.v, to: edge.w, points: graph.edge(edge).points })),
    width: size.width ?? 0,
    height: size.height ?? 0,
  };
}

/** A soft line through the points of an edge. */
export function pathOf(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const last = rest.at(-1) ?? first;
  const middle = (first.y + last.y) / 2;
  return `M${first.x} ${first.y} C${first.x} ${middle} ${last.x} ${middle} ${last.x} ${last.y}`;
}
