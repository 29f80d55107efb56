import { createRoot } from "solid-js";
import { describe, expect, it, vi } from "vitest";
import type { LessonRow, LessonShelf } from "~/bridge/types";
import { createLearning, lessonWords, type LearningBridge } from "./learning";

const row = (over: Partial<LessonRow> = {}): LessonRow => ({
  id: "a",
  signature: "build unknown python pip: mysql_config not found",
  language: "python",
  category: "system package",
  words: "/build/system_packages gets libmariadb-dev",
  why: "",
  source: "model",
  helped: 2,
  failed: 0,
  projects: 2,
  last_at: 1,
  archived: false,
  rule: false,
  ...over,
});
const shelf = (...lessons: LessonRow[]): LessonShelf => ({
  on: true,
  categories: [{ name: "command", on: true }],
  lessons,
});

function made(over: Partial<LearningBridge> = {}) {
  const bridge: LearningBridge = {
    lessons: vi.fn(() => Promise.resolve(shelf(row()))),
    lessonsSwitch: vi.fn(() => Promise.resolve({ ...shelf(row()), on: false })),
    lessonForget: vi.fn(() => Promise.resolve(shelf())),
    lessonsClear: vi.fn(() => Promise.resolve(shelf())),
    lessonRule: vi.fn(() => Promise.resolve("## A rule")),
    lessonsExport: vi.fn(() => Promise.resolve("/home/ann/lessons.json")),
    lessonsImport: vi.fn(() => Promise.resolve("")),
    ...over,
  };
  return { bridge, learning: createRoot(() => createLearning(bridge)) };
}

describe("learning", () => {
  it("shows the lessons, switches them off and forgets them", async () => {
    const { bridge, learning } = made();
    await learning.load();
    expect(learning.shelf()?.lessons).toHaveLength(1);
    await learning.turn("", false);
    expect(bridge.lessonsSwitch).toHaveBeenCalledWith("", false);
    expect(learning.shelf()?.on).toBe(false);
    await learning.forget("a");
    expect(learning.shelf()?.lessons).toHaveLength(0);
  });

  it("keeps what is shown where something fails, and says why", async () => {
    const { learning } = made({ lessonForget: () => Promise.reject(new Error("the disk is full")) });
    await learning.load();
    await learning.forget("a");
    expect(learning.fault()?.message).toContain("the disk is full");
    expect(learning.shelf()?.lessons).toHaveLength(1);
  });

  it("loads nothing anew when the user thinks better of an import", async () => {
    const { bridge, learning } = made();
    expect(await learning.importMore()).toBe("");
    expect(bridge.lessons).not.toHaveBeenCalled();
  });

  it("says how often a lesson helped", () => {
    expect(lessonWords(row())).toBe("helped 2 times in 2 projects");
    expect(lessonWords(row({ helped: 0, failed: 1, archived: true }))).toBe(
      "has not helped yet, taken back 1 time, put aside",
    );
  });
});
