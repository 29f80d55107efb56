import { expect, test } from "vitest";
import type { UniversalBuild, Variable } from "~/bridge/document";
import { fitted, graphOf, linksOf, pathOf } from "./graph";

const service = (path: string, needs: string[], stores: string[], variables: Variable[] = []) => ({
  path,
  doc: {
    metadata: { project_name: `the ${path}`, language: "go", depends_on: needs, backing_services: stores },
    runtime: { variables },
    evidence: [
      { field: "/metadata/backing_services/0", value: "redis", path: "compose.yaml", line: 27, excerpt: "cache:" },
      { field: "/runtime/variables/0/value", value: "", path: "compose.yaml", line: 12, excerpt: "API_URL" },
    ],
  } as unknown as UniversalBuild,
});

const plan = [
  service(
    "web",
    ["api", "jobs", "web", "gone"],
    ["redis"],
    [
      { name: "API_URL", value: "{service:api.url}" },
      { name: "API_HOST", value: "{service:api.host}", path: "web.js", line: 3 },
    ],
  ),
  service("api", [], []),
  service("jobs", [], []),
];

test("a service talks to what a variable leads to and to its data; else it starts after", () => {
  expect(linksOf(plan).map((one) => [one.to, one.title, one.talks, one.label])).toEqual([
    ["api", "the api", true, "API_URL +1"],
    ["jobs", "the jobs", false, "starts after"],
    ["outside:redis", "redis", true, "talks to"],
  ]);
});

test("every edge knows the places that say it", () => {
  const [api, jobs, redis] = linksOf(plan);
  expect(api?.reasons).toEqual([
    { variable: "API_URL", path: "compose.yaml", line: 12, excerpt: "API_URL" },
    { variable: "API_HOST", path: "web.js", line: 3, excerpt: "" },
  ]);
  expect(jobs?.reasons).toEqual([]);
  expect(redis?.reasons).toEqual([{ variable: "", path: "compose.yaml", line: 27, excerpt: "cache:" }]);
});

test("labels lie within the graph, and on no box", () => {
  const { boxes, edges, width, height } = graphOf(plan);
  expect(edges).toHaveLength(3);
  for (const { x, y, points } of edges) {
    expect(points.length).toBeGreaterThan(1);
    expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    expect(boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)).toBe(false);
  }
});

test("a line begins and ends where its edge does", () => {
  const points = [0, 1, 2].map((n) => ({ x: 10 * n, y: 20 * n }));
  expect(pathOf(points)).toBe("M0 0 Q10 20 20 40");
  expect(pathOf(points.slice(0, 2))).toBe("M0 0 L10 20");
  expect(pathOf(points.slice(0, 1))).toBe("");
});

test("a graph is made smaller until all of it is seen, and never larger", () => {
  expect(fitted({ width: 400, height: 300 }, { width: 800, height: 800 })).toBe(1);
  expect(fitted({ width: 1600, height: 300 }, { width: 800, height: 800 })).toBe(0.5);
  expect(fitted({ width: 400, height: 1000 }, { width: 800, height: 400 })).toBe(0.4);
  expect(fitted({ width: 0, height: 0 }, { width: 800, height: 400 })).toBe(1);
});
