import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { ExportFile, ExportResult } from "~/bridge/types";
import { createExporting, type ExportBridge } from "./exporting";

const file = (path: string, more: Partial<ExportFile> = {}): ExportFile => ({
  path,
  content: path,
  exists: false,
  same: false,
  inside: [],
  outside: [],
  ...more,
});

/** A project with a Dockerfile of its own; what export is asked for is kept. */
function fake(states: Record<string, ExportResult["state"]> = {}) {
  const asked: { dir: string; paths: string[]; force: boolean; merged: boolean }[] = [];
  const bridge: ExportBridge = {
    preview: (_run, merged) =>
      Promise.resolve([
        file("Dockerfile", { exists: true }),
        file(".dockerignore"),
        file("universalbuild.json", { content: merged ? "{}" : "[]" }),
      ]),
    export: (_run, dir, paths, force, merged) => {
      asked.push({ dir, paths, force, merged });
      return Promise.resolve(
        paths.map((path) => ({ path, state: states[path] ?? "written", backup: "", message: "" })),
      );
    },
    pickFolder: () => Promise.resolve("/elsewhere"),
  };
  return { asked, exporting: createRoot(() => createExporting(bridge)) };
}

test("a file that is ticked after writing is written too, and it alone", async () => {
  const { asked, exporting } = fake();
  await exporting.open("r");
  expect(exporting.paths()).toEqual([".dockerignore"]);
  await exporting.write(false);
  expect([exporting.finished(), exporting.paths()]).toEqual([true, []]);
  exporting.choose("Dockerfile", true);
  expect([exporting.finished(), exporting.paths()]).toEqual([false, ["Dockerfile"]]);
  expect(exporting.replacing().map((one) => one.path)).toEqual(["Dockerfile"]);
  await exporting.write(true);
  expect(asked.map((one) => one.paths)).toEqual([[".dockerignore"], ["Dockerfile"]]);
  expect(exporting.finished()).toBe(true);
  expect(exporting.replacing()).toEqual([]);
  expect(exporting.results().map((one) => one.path)).toEqual([".dockerignore", "Dockerfile"]);
});

test("what was not written can be tried again", async () => {
  const { asked, exporting } = fake({ ".dockerignore": "failed" });
  await exporting.open("r");
  await exporting.write(false);
  expect([exporting.finished(), exporting.paths()]).toEqual([false, [".dockerignore"]]);
  await exporting.write(false);
  expect(asked).toHaveLength(2);
  expect(exporting.results()).toHaveLength(1);
});

test("another folder has nothing yet", async () => {
  const { asked, exporting } = fake();
  await exporting.open("r");
  await exporting.write(false);
  await exporting.pick();
  expect([exporting.finished(), exporting.paths()]).toEqual([false, [".dockerignore"]]);
  await exporting.write(false);
  expect(asked[1]?.dir).toBe("/elsewhere");
});

test("the other form of the document is to be written anew; what is the same is not", async () => {
  const { asked, exporting } = fake();
  await exporting.open("r");
  exporting.choose("universalbuild.json", true);
  await exporting.write(false);
  expect(exporting.finished()).toBe(true);
  await exporting.merge(true);
  expect(exporting.files().find((one) => one.path === "universalbuild.json")?.content).toBe("{}");
  expect(exporting.paths()).toEqual(["universalbuild.json"]);
  await exporting.write(true);
  expect(asked.map((one) => one.merged)).toEqual([false, true]);
  await exporting.open("r");
  expect(exporting.merged()).toBe(false);
});
