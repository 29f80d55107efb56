import { describe, expect, test } from "vitest";
import type { Evidence, UniversalBuild } from "~/bridge/document";
import { decidedWith, othersOf, otherEdits, takenVersion, unsureDecisions, versionEdits, whyUnsure } from "./decisions";
import { fields } from "./fields";

const plan = (version: string, build: string, run: string, evidence: Evidence[] = []) =>
  ({
    metadata: { runtime_version: version },
    build: { base_image: build },
    runtime: { base_image: run, ports: [{ port: 3000, protocol: "tcp" }], environment: { PORT: "3000" } },
    evidence,
  }) as unknown as UniversalBuild;

const guess = (field: string, more: Partial<Evidence> = {}): Evidence => ({
  field,
  value: "22",
  confidence: 0.6,
  source: "rule",
  rule: "javascript.default_version",
  ...more,
});

describe("unsure fields", () => {
  const node = plan("22", "node:22-bookworm-slim", "node:22-bookworm-slim", [
    guess("/metadata/runtime_version"),
    guess("/build/base_image"),
    guess("/runtime/base_image"),
    guess("/build/pre_build_commands", { rule: "node.manager-default" }),
    guess("/runtime/command", { confidence: 0.9 }),
  ]);

  test("of one reason are one decision", () => {
    expect(unsureDecisions(node).map((one) => [one.field, ...one.others].map((field) => field.pointer))).toEqual([
      ["/metadata/runtime_version", "/build/base_image", "/runtime/base_image"],
      ["/build/pre_build_commands"],
    ]);
    const image = fields.find((one) => one.pointer === "/build/base_image");
    expect(image && decidedWith(node, image).map((one) => one.pointer)).toEqual([
      "/metadata/runtime_version",
      "/runtime/base_image",
    ]);
  });

  test("read from two places are two", () => {
    const doc = plan("22", "node:22", "node:22", [
      guess("/build/base_image", { path: "a", line: 1 }),
      guess("/runtime/base_image", { path: "a", line: 2 }),
    ]);
    expect(unsureDecisions(doc)).toHaveLength(2);
  });
});

test("why a field is unsure is said of what it was concluded from", () => {
  const at = { path: "a.js", line: 1 };
  expect(whyUnsure([])).toBe("");
  expect(whyUnsure([guess("/a", { confidence: 0.7 })])).toBe("");
  expect(whyUnsure([guess("/a")])).toMatch(/^No file in the project says it/);
  expect(whyUnsure([guess("/a", at)])).toMatch(/hint at it/);
  expect(whyUnsure([guess("/a", { ...at, alternatives: [{ value: "1", confidence: 0.4 }] })])).toMatch(/more than one/);
  expect(
    whyUnsure([guess("/a", { ...at, alternatives: [{ value: "gunicorn a", confidence: 0.95, path: "web/app.py" }] })]),
  ).toBe("app.py says gunicorn a, which is just as likely; nothing decides between the two.");
  expect(whyUnsure([guess("/a", { source: "model" })])).toMatch(/^It is a model's answer/);
  expect(whyUnsure([guess("/a", { source: "model", ...at })])).toMatch(/^A model inferred it/);
});

test.each([
  ["22", "node:22-bookworm-slim", "24", "node:24-bookworm-slim"],
  ["17", "maven:3.9-eclipse-temurin-17", "21", "maven:3.9-eclipse-temurin-21"],
  ["8", "gradle:8-jdk8", "21", "gradle:8-jdk21"],
  ["22.3.1", "node:22-slim", "24.1.0", "node:24-slim"],
  ["3.12", "registry.local:5000/python:3.12-slim", "3.13.1", "registry.local:5000/python:3.13.1-slim"],
  ["3.12", "python:3.120-slim", "3.13", undefined],
  ["22", "debian:bookworm-slim", "24", undefined],
  ["22", "localhost:22/node", "24", undefined],
  ["22", "node:22@sha256:22", "24", undefined],
  [">=20", "node:22", "24", undefined],
  ["22", "node:22", "lts", undefined],
])("version %s in %s, changed to %s", (version, image, next, want) => {
  const doc = plan(version, image, "debian:bookworm-slim");
  const follows = want === undefined ? [] : [{ field: "/build/base_image", value: want }];
  expect(versionEdits(doc, doc, next)).toEqual([{ field: "/metadata/runtime_version", value: next }, ...follows]);
});

test("images follow a version over several edits and back, until they are others", () => {
  const original = plan("22", "node:22-slim", "node:22-slim");
  const images = (doc: UniversalBuild, next: string) => versionEdits(doc, original, next).slice(1);
  expect(images(plan("2", "node:2-slim", "node:20-alpine"), "24")).toEqual([
    { field: "/build/base_image", value: "node:24-slim" },
  ]);
  expect(images(plan("", "node:24-slim", "node:24-slim"), "22")).toEqual([
    { field: "/build/base_image", value: "node:22-slim" },
    { field: "/runtime/base_image", value: "node:22-slim" },
  ]);
});

test("another value takes the exact place of the one that won", () => {
  const lost = { value: "8080", confidence: 0.4 };
  const doc = plan("22", "node:22", "node:22");
  const evidence = [
    guess("/runtime/ports/0/port", { alternatives: [lost, { ...lost, value: "80", confidence: 0.5 }] }),
    guess("/runtime/ports/0/port", { alternatives: [{ ...lost, confidence: 0.3 }] }),
  ];
  const others = othersOf(evidence);
  expect(others.map((one) => [one.value, one.confidence])).toEqual([
    ["80", 0.5],
    ["8080", 0.4],
  ]);
  expect(others.map((one) => otherEdits(doc, doc, one))[1]).toEqual([
    { field: "/runtime/ports", value: [{ port: 8080, protocol: "tcp" }] },
    { field: "/runtime/environment/PORT", value: "8080" },
  ]);
  const edits = (field: string, value: string) => otherEdits(doc, doc, { field, value, confidence: 0.4 });
  expect(edits("/runtime/environment/PORT", "1")).toEqual([{ field: "/runtime/environment/PORT", value: "1" }]);
  expect(edits("/runtime/command", "node 'a b.js'")).toEqual([
    { field: "/runtime/command", value: ["node", "a b.js"] },
  ]);
  expect(edits("/runtime/command", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} app:app")).toEqual([
    { field: "/runtime/command", value: ["sh", "-c", "exec gunicorn --bind 0.0.0.0:${PORT:-8000} app:app"] },
  ]);
  expect(edits("/runtime/command", "sh -c 'exec node a.js'")).toEqual([
    { field: "/runtime/command", value: ["sh", "-c", "exec node a.js"] },
  ]);
  expect(edits("/runtime/ports/4/port", "1")).toBeUndefined();
  expect(edits("/runtime/healthcheck", "/health")).toBeUndefined();
});

test("of what a project allows, the plan's image says what is taken", () => {
  expect(takenVersion(plan(">=20", "node:22-bookworm-slim", "node:22-bookworm-slim"))).toBe("22");
  expect(takenVersion(plan("^8.2", "", "php:8.4-apache"))).toBe("8.4");
  expect(takenVersion(plan("22", "node:22-slim", "node:22-slim"))).toBe("");
  expect(takenVersion(plan(">=1", "", "localhost:5000/mine"))).toBe("");
  expect(takenVersion(plan("", "", "node:22"))).toBe("");
});
