import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { ExportFile, ExportResult } from "~/bridge/types";
import { createExporting, type ExportBridge } from "./exporting";

const file = (path: string, more: Partial<ExportFile> = {}): ExportFile => ({
  path,
  content: path,
  needs: [],
  serves: [],
  exists: false,
  same: false,
  ours: false,
  unread: "",
  override: "",
  touches: [],
  theirs: "",
  theirs_path: "",
  inside: [],
  outside: [],
  ...more,
});

/** One service beside its database. */
const shop = (own: Record<string, Partial<ExportFile>> = {}, merged = false) => [
  file("Dockerfile", { needs: [".dockerignore"], ...own["Dockerfile"] }),
  file(".dockerignore", { serves: ["Dockerfile"], ...own[".dockerignore"] }),
  file("compose.yaml", { needs: ["Dockerfile", ".env.example"], ...own["compose.yaml"] }),
  file(".env.example", { serves: ["compose.yaml"], ...own[".env.example"] }),
  file("universalbuild.json", { content: merged ? "{}" : "[]" }),
];

const all = ["Dockerfile", ".dockerignore", "compose.yaml", ".env.example"];

/** A project with files of its own; what export is asked for is kept. */
function fake(own: Record<string, Partial<ExportFile>> = {}, states: Record<string, ExportResult["state"]> = {}) {
  const asked: { dir: string; paths: string[]; force: boolean; merged: boolean }[] = [];
  const bridge: ExportBridge = {
    preview: (_run, dir, merged) => Promise.resolve(shop(dir === "" ? own : {}, merged)),
    export: (_run, dir, paths, force, merged) => {
      asked.push({ dir, paths, force, merged });
      return Promise.resolve({
        folder: dir,
        files: paths.map((path) => ({ path, state: states[path] ?? "written", backup: "", message: "" })),
        steps: [{ folder: ".", command: "docker compose up --build", note: "" }],
      });
    },
    pickFolder: () => Promise.resolve("/elsewhere"),
  };
  return { asked, exporting: createRoot(() => createExporting(bridge)) };
}

test("what belongs together is ticked together, at first and by hand", async () => {
  const { exporting } = fake();
  await exporting.open("r");
  expect([exporting.paths(), exporting.all()]).toEqual([all, "some"]);
  exporting.choose("Dockerfile", false);
  expect(exporting.paths()).toEqual([]);
  expect(exporting.together()).toBe("Without Dockerfile: .dockerignore, compose.yaml and .env.example");
  exporting.choose(".env.example", true);
  expect(exporting.paths()).toEqual(all);
  expect(exporting.together()).toBe("With .env.example: Dockerfile, .dockerignore and compose.yaml");
  exporting.choose("universalbuild.json", true);
  expect([exporting.all(), exporting.together()]).toEqual(["all", ""]);
  exporting.chooseAll(false);
  expect([exporting.all(), exporting.paths()]).toEqual(["none", []]);
});

test.each<[string, Record<string, Partial<ExportFile>>, string[]]>([
  ["its Dockerfile", { Dockerfile: { exists: true } }, []],
  ["its .dockerignore", { ".dockerignore": { exists: true } }, []],
  ["its docker-compose.yml", { "compose.yaml": { unread: "docker-compose.yml" } }, all.slice(0, 2)],
  ["an override", { "compose.yaml": { override: "compose.override.yml" } }, all.slice(0, 2)],
  ["its .env.example", { ".env.example": { exists: true } }, all.slice(0, 2)],
  ["a Dockerfile of an earlier export", { Dockerfile: { exists: true, ours: true } }, all],
  ["the same Dockerfile", { Dockerfile: { exists: true, same: true } }, all],
])("nothing of the project's own is taken over unasked: %s", async (_what, own, want) => {
  const { exporting } = fake(own);
  await exporting.open("r");
  expect(exporting.paths()).toEqual(want);
  const mine = exporting.own().map((one) => one.path);
  expect(mine.length === 0).toBe(want.length === all.length);
  for (const one of exporting.files()) {
    const { text } = exporting.standing(one);
    if (mine.includes(one.path)) expect(text).toMatch(/yours? |your /);
    else if (!exporting.chosen(one.path) && one.path !== "universalbuild.json") expect(text).toMatch(/^belongs with /);
  }
});

test("the project's own is replaced only where it was ticked, all with a word", async () => {
  const { asked, exporting } = fake({ Dockerfile: { exists: true } });
  await exporting.open("r");
  exporting.choose("Dockerfile", true);
  expect(exporting.paths()).toEqual(all.slice(0, 2));
  expect(exporting.replacing().map((one) => one.path)).toEqual(["Dockerfile"]);
  await exporting.write();
  expect(asked).toEqual([{ dir: "", paths: all.slice(0, 2), force: true, merged: false }]);
  expect([exporting.finished(), exporting.replacing()]).toEqual([true, []]);
  expect(exporting.outcome()?.steps).toHaveLength(1);
});

test("a file that is ticked after writing is written too, and it alone", async () => {
  const { asked, exporting } = fake();
  await exporting.open("r");
  await exporting.write();
  expect([exporting.finished(), exporting.paths()]).toEqual([true, []]);
  exporting.choose("universalbuild.json", true);
  expect([exporting.finished(), exporting.paths()]).toEqual([false, ["universalbuild.json"]]);
  await exporting.write();
  expect(asked.map((one) => [one.paths, one.force])).toEqual([
    [all, false],
    [["universalbuild.json"], false],
  ]);
  expect(exporting.results().map((one) => one.path)).toEqual([...all, "universalbuild.json"]);
});

test("what was not written can be tried again", async () => {
  const { asked, exporting } = fake({}, { ".env.example": "failed" });
  await exporting.open("r");
  await exporting.write();
  expect([exporting.finished(), exporting.paths()]).toEqual([false, [".env.example"]]);
  await exporting.write();
  expect(asked).toHaveLength(2);
  expect(exporting.results()).toHaveLength(4);
});

test("another folder has nothing yet, and nothing of the project's own in the way", async () => {
  const { asked, exporting } = fake({ Dockerfile: { exists: true } });
  await exporting.open("r");
  expect(exporting.paths()).toEqual([]);
  await exporting.pick();
  expect([exporting.finished(), exporting.paths()]).toEqual([false, all]);
  await exporting.write();
  expect(asked[0]).toEqual({ dir: "/elsewhere", paths: all, force: false, merged: false });
  await exporting.toProject();
  expect([exporting.results(), exporting.paths()]).toEqual([[], []]);
});

test("the other form of the document is to be written again; what is the same is not", async () => {
  const { asked, exporting } = fake();
  await exporting.open("r");
  exporting.choose("universalbuild.json", true);
  await exporting.write();
  expect(exporting.finished()).toBe(true);
  await exporting.merge(true);
  expect(exporting.files().find((one) => one.path === "universalbuild.json")?.content).toBe("{}");
  expect(exporting.paths()).toEqual(["universalbuild.json"]);
  await exporting.write();
  expect(asked.map((one) => one.merged)).toEqual([false, true]);
  await exporting.open("r");
  expect(exporting.merged()).toBe(false);
});
