import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Snapshot, Stamped } from "~/bridge/types";
import { createReplay, gap } from "./replay";
import { createCourse, failedPhase } from "./phases";
import { StreamRows } from "./stream";

const stamp = (seq: number, ts: number, type: string, event: Stamped["event"] = {}): Stamped => ({
  seq,
  run_id: "r",
  ts,
  type,
  event,
});

const recorded: Stamped[] = [
  stamp(1, 0, "run.started", { path: "/p" }),
  stamp(2, 1, "phase.started", { phase: "scan" }),
  stamp(3, 5_000, "phase.completed", { phase: "scan", duration_ms: 4_999 }),
  stamp(4, 5_001, "phase.started", { phase: "port", service: "a" }),
  stamp(5, 5_002, "phase.completed", { phase: "port", service: "a", confidence: 0.9, duration_ms: 1 }),
  stamp(6, 5_003, "run.completed", { services: [{ path: "a", name: "api", language: "go", confidence: 0.9 }] }),
];

const snapshot: Snapshot = {
  run_id: "r",
  path: "/p",
  hint: "",
  name: "p",
  state: "completed",
  seq: 6,
  started_at: 0,
  duration_ms: 5_003,
  missing: "",
  error: null,
  events: recorded.toReversed(),
  services: ["a"],
  documents: [],
  original: [],
  problems: [],
};

describe("a replay", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("plays every event in order, at the pace of the speed", () => {
    createRoot((dispose) => {
      const replay = createReplay(snapshot);
      replay.play();
      vi.advanceTimersByTime(0);
      expect(replay.position()).toBe(1);
      vi.advanceTimersByTime(120);
      expect(replay.position()).toBe(2);
      vi.advanceTimersByTime(1_499);
      expect(replay.position()).toBe(2);
      replay.at(4);
      vi.advanceTimersByTime(5_000);
      expect(replay.position()).toBe(6);
      expect(replay.playing()).toBe(false);
      expect(replay.course.course.state).toBe("completed");
      dispose();
    });
  });

  test("steps back to an earlier state", () => {
    createRoot((dispose) => {
      const replay = createReplay(snapshot);
      replay.seek(6);
      expect(replay.course.course.lanes[0]?.name).toBe("api");
      replay.step(-2);
      expect(replay.position()).toBe(4);
      expect(replay.course.course.lanes[0]?.steps.find((step) => step.name === "port")?.state).toBe("running");
      expect(replay.events().length).toBe(4);
      dispose();
    });
  });

  test("no event flashes by and none makes the viewer wait for long", () => {
    expect(gap(stamp(1, 0, ""), stamp(2, 1, ""))).toBe(120);
    expect(gap(stamp(1, 0, ""), stamp(2, 60_000, ""))).toBe(1_500);
    expect(gap(stamp(1, 0, ""), stamp(2, 500, ""))).toBe(500);
  });
});

describe("the stream", () => {
  const many = Array.from({ length: 30 }, (_, i) =>
    stamp(i + 1, i, "phase.completed", { phase: "port", service: `s${i}`, result: String(i) }),
  );

  test("equal rows of several services fold into one with all results", () => {
    const rows = new StreamRows("normal");
    rows.push(many);
    const [row, ...rest] = rows.matching("");
    expect(rest).toEqual([]);
    expect(row?.service).toBe("30 services");
    expect(row?.details.length).toBe(30);
  });

  test("debug shows every event by itself, quiet only what ends", () => {
    const debug = new StreamRows("debug");
    debug.push(many);
    expect(debug.matching("").length).toBe(30);
    const quiet = new StreamRows("quiet");
    quiet.push(recorded);
    expect(quiet.matching("").map((row) => row.type)).toEqual(["run.completed"]);
  });

  test("the filter finds what a folded row holds", () => {
    const rows = new StreamRows("normal");
    rows.push(many);
    expect(rows.matching("s29").length).toBe(1);
    expect(rows.matching("nothing of it").length).toBe(0);
  });

  test("twenty thousand events are taken in well under a second", () => {
    const rows = new StreamRows("verbose");
    const begun = performance.now();
    for (let i = 0; i < 200; i++) {
      rows.push(
        Array.from({ length: 100 }, (_, j) =>
          stamp(i * 100 + j, j, j % 2 ? "phase.started" : "phase.completed", { phase: `p${j}` }),
        ),
      );
      rows.matching("");
    }
    expect(rows.matching("").length).toBe(20_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe("a retry", () => {
  const courseOf = (...events: Stamped[]) =>
    createRoot(() => {
      const model = createCourse();
      model.apply([stamp(1, 0, "run.started"), ...events]);
      return model.course;
    });

  test("begins with the phase that failed, of the repository or of a service", () => {
    expect(failedPhase(courseOf(stamp(2, 1, "phase.failed", { phase: "classify", problem: "no" })))).toEqual({
      phase: "classify",
      service: "",
    });
    expect(failedPhase(courseOf(stamp(2, 1, "phase.failed", { phase: "cache", service: "apps/web" })))).toEqual({
      phase: "cache",
      service: "apps/web",
    });
    expect(failedPhase(courseOf(stamp(2, 1, "phase.completed", { phase: "scan" })))).toBeUndefined();
  });

  test("is told in the stream", () => {
    const rows = new StreamRows("normal");
    rows.push([stamp(1, 0, "run.started", { retry_from: "port", retry_service: "apps/web" })]);
    expect(rows.matching("")[0]?.title).toBe("Retried from port of apps/web");
  });
});
