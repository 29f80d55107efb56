import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import type { EventBody, Stamped } from "~/bridge/types";
import { limitOfScan } from "~/state/settings/limits";
import { createCourse, inOrder } from "./phases";

let seq = 0;
const event = (type: string, body: EventBody = {}): Stamped => ({
  seq: ++seq,
  run_id: "r",
  ts: seq,
  type,
  event: body,
});
const course = () => createRoot(createCourse);

describe("the course of a run", () => {
  test("says why the rules were left alone, until the next run begins", () => {
    const run = course();
    run.apply([event("run.started")]);
    expect(run.course.rulesAlone).toBe("");
    run.apply([event("run.completed", { services: [], rules_alone: "openai: overloaded" })]);
    expect(run.course.rulesAlone).toBe("openai: overloaded");
    run.apply([event("run.started")]);
    expect(run.course.rulesAlone).toBe("");
  });

  test.each([
    ["max_files_reached", "Files"],
    ["max_depth_reached", "Depth"],
    ["timeout", "Scan time"],
    ["unreadable_folders", undefined],
    ["manifest_read_errors", undefined],
  ])("a scan that is partial by %s is seen whole with a higher limit, or with none", (reason, title) => {
    const run = course();
    run.apply([event("run.started"), event("scan.completed", { partial: "why", reason })]);
    expect(run.course.partial).toBe("why");
    expect(limitOfScan(run.course.partialReason)?.title).toBe(title);
  });

  test("ends where nobody told its end: nothing that ran is ticked", () => {
    const run = course();
    run.apply([
      event("run.started"),
      event("phase.completed", { phase: "scan" }),
      event("phase.started", { phase: "classify" }),
    ]);
    run.settle("running");
    expect(run.course.state).toBe("running");
    run.settle("interrupted");
    expect(run.course.state).toBe("interrupted");
    expect(run.course.before.slice(0, 2).map((step) => step.state)).toEqual(["done", "waiting"]);
    run.settle("failed");
    expect(run.course.state).toBe("interrupted");
  });

  test("says what was found until it ended early, until the next run begins", () => {
    const run = course();
    run.apply([event("run.started"), event("phase.completed", { phase: "port", service: "api" })]);
    const api = { path: "api", name: "shop-api", language: "go", confidence: 0.9 };
    run.apply([event("run.cancelled", { services: [api], left_services: ["web"] })]);
    expect(run.course.state).toBe("cancelled");
    expect(run.course.kept).toEqual({ through: 1, left: ["web"] });
    expect(run.course.lanes[0]?.name).toBe("shop-api");
    run.apply([event("run.started"), event("run.failed", {})]);
    expect(run.course.kept).toBeUndefined();
  });

  test("says how a model submitted nothing, until the next run begins", () => {
    const run = course();
    run.apply([event("run.started"), event("exploration.ended", { reason: "exhausted", calls: 16, limit: 16 })]);
    expect(run.course.noSubmission).toEqual({
      exhausted: true,
      words: "The model used up its 16 tool calls and submitted nothing.",
    });
    run.apply([event("run.completed", { services: [] })]);
    expect(run.course.noSubmission?.exhausted).toBe(true);
    run.apply([event("run.started")]);
    expect(run.course.noSubmission).toBeUndefined();
    run.apply([event("exploration.resumed", { calls: 18, limit: 34 })]);
    expect(run.course.noSubmission).toBeUndefined();
  });

  test("has a lane for each of a thousand services, in their order, whatever order their events come in", () => {
    const phases = ["runtime", "entrypoint", "port", "build", "native_deps", "env_vars", "health", "cache"];
    const paths = Array.from({ length: 1000 }, (_, i) => `services/${String((i * 7919) % 1000).padStart(4, "0")}`);
    const run = course();
    run.apply([event("run.started")]);
    for (const path of paths) run.apply([event("phase.started", { phase: "runtime", service: path })]);
    for (const phase of phases) {
      run.apply(paths.map((path) => event("phase.completed", { phase, service: path, result: `${phase} of ${path}` })));
    }
    run.apply([
      event("run.completed", {
        services: paths.map((path) => ({ path, name: `the ${path}`, language: "go", confidence: 1 })),
      }),
    ]);
    expect(inOrder(run.course.lanes).map((lane) => lane.path)).toEqual([...paths].sort());
    expect([run.course.total, run.course.done]).toEqual([8 + 8_000, 8_000]);
    for (const lane of run.course.lanes) {
      expect(lane.name).toBe(`the ${lane.path}`);
      expect(lane.steps.map((step) => step.result)).toEqual(phases.map((phase) => `${phase} of ${lane.path}`));
    }
  });

  test("a run that starts over knows nothing of the lanes before", () => {
    const run = course();
    run.apply([event("phase.completed", { phase: "port", service: "b" })]);
    run.apply([event("run.started"), event("phase.completed", { phase: "port", service: "a" })]);
    expect(run.course.lanes.map((lane) => lane.path)).toEqual(["a"]);
    run.reset();
    run.apply([event("phase.completed", { phase: "port", service: "c" })]);
    expect(run.course.lanes.map((lane) => lane.path)).toEqual(["c"]);
  });
});
