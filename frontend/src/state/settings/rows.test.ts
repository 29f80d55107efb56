import { expect, test } from "vitest";
import { searchSettings, sections, settingRows } from "./rows";

test("a setting is found by any of its words, a section by its own", () => {
  expect(searchSettings("contrast").map((row) => row.title)).toEqual(["Theme"]);
  expect(searchSettings("model retries").map((row) => [row.section, row.title])).toEqual([["limits", "Retries"]]);
  expect(searchSettings("Diagnos")[0]?.section).toBe("diagnostics");
  expect(searchSettings("recorded answers").map((row) => row.section)).toEqual(["diagnostics"]);
  expect(searchSettings("  ")).toEqual([]);
  expect(searchSettings("no such thing")).toEqual([]);
});

test("every row stands in a section that there is, under a name of its own there", () => {
  const known = new Set<string>(sections.map((one) => one.id));
  expect(settingRows.filter((row) => !known.has(row.section))).toEqual([]);
  const names = settingRows.map((row) => `${row.section} ${row.title}`);
  expect(new Set(names).size).toBe(names.length);
});
