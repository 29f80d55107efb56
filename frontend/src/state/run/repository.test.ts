import { describe, expect, test } from "vitest";
import { percentWord, repositoryOf, segments } from "./repository";

const share = (id: string, files: number, of: number) => ({ id, name: id, files, percent: (100 * files) / of });

describe("the language bar", () => {
  test("adds up, however many languages there are", () => {
    const languages = [40, 20, 10, 8, 6, 4, 2].map((files, i) => share(`l${i}`, files, 100));
    const parts = segments(
      repositoryOf({ languages, others: 10, unknown: [{ name: ".xyz", files: 10, percent: 10 }] }),
    );
    expect(parts.map((part) => part.name)).toEqual(["l0", "l1", "l2", "l3", "l4", "Other"]);
    expect(parts.reduce((sum, part) => sum + part.percent, 0)).toBeCloseTo(100);
    expect(parts.at(-1)?.percent).toBeCloseTo(16);
    expect(parts.at(-1)?.title).toBe("Other: l5 4 l6 2 .xyz 10");
  });

  test("is not there without files", () => {
    expect(segments(repositoryOf({}))).toEqual([]);
  });

  test("says small parts as such", () => {
    expect([0.2, 0.5, 71.6].map(percentWord)).toEqual(["< 1 %", "1 %", "72 %"]);
  });
});

describe("the scan", () => {
  test("tells what it took the project for, and what it is made of", () => {
    const told = repositoryOf({
      guess: { language: "Node.js", build_system: "npm", confidence: 0.92, reason: "package.json" },
      steps: [{ name: "walk", duration_us: 2500, result: "12 files in 3 folders" }],
    });
    expect(told.guess).toMatchObject({ words: "Node.js, npm", tone: "ok" });
    expect(told.steps).toEqual([
      { name: "walk", words: "Walk through the folder", result: "12 files in 3 folders", ms: 2.5 },
    ]);
    const tone = (confidence: number) => repositoryOf({ guess: { language: "Go", confidence } }).guess?.tone;
    expect([0.9, 0.89, 0.7, 0.69].map(tone)).toEqual(["ok", "info", "info", "warn"]);
  });

  test("of an older version tells neither", () => {
    expect(repositoryOf({})).toMatchObject({ guess: undefined, steps: [] });
  });
});
