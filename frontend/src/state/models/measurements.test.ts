import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { MeasurePlan, MeasureState } from "~/bridge/types";
import { createMeasurements } from "./measurements";

const plan = (cloud: boolean): MeasurePlan => ({ provider: "p", model: "m", cloud, sends: "", costs: "" });
const state = (number: number, more: Partial<MeasureState> = {}): MeasureState => ({ number, worth: [], ...more });
const run = (done: number) => ({ provider: "p", model: "m", started_at: 1_000, done, of: 10, canceling: false });

/** Measurements over a bridge that remembers what it was asked. */
function made(cloud: boolean, started: () => Promise<void> = () => Promise.resolve()) {
  const asked: string[] = [];
  let tell: (state: MeasureState) => void = () => undefined;
  const clock = { now: 1_000 };
  const [measures, end] = createRoot((dispose) => [
    createMeasurements(
      {
        measures: () => Promise.resolve(state(1)),
        planMeasure: (provider, model) => {
          asked.push(`plan ${provider} ${model}`);
          return Promise.resolve(plan(cloud));
        },
        startMeasure: () => {
          asked.push("start");
          return started();
        },
        cancelMeasure: () => {
          asked.push("cancel");
          return Promise.resolve();
        },
        onMeasure: (then) => {
          tell = then;
          return () => undefined;
        },
      },
      () => clock.now,
    ),
    dispose,
  ]);
  return { measures, asked, clock, tell: (next: MeasureState) => tell(next), end };
}

describe("measuring a model", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("one on this computer is measured at once", async () => {
    const { measures, asked, end } = made(false);
    await measures.measure("p", "m");
    expect(asked).toEqual(["plan p m", "start"]);
    expect(measures.plan("p", "m")).toBeUndefined();
    end();
  });

  test("one of the cloud waits for the user's word", async () => {
    const { measures, asked, end } = made(true);
    await measures.measure("p", "m");
    expect(asked).toEqual(["plan p m"]);
    expect(measures.plan("p", "m")?.cloud).toBe(true);
    expect(measures.plan("p", "other")).toBeUndefined();
    measures.refuse();
    expect(measures.plan("p", "m")).toBeUndefined();
    expect(asked).toEqual(["plan p m"]);
    await measures.measure("p", "m");
    await measures.agree("p", "m");
    expect(asked).toEqual(["plan p m", "plan p m", "start"]);
    expect(measures.plan("p", "m")).toBeUndefined();
    end();
  });

  test("progress counts projects, and seconds between them", () => {
    const { measures, clock, tell, end } = made(false);
    tell(state(2, { running: run(3) }));
    expect(measures.busy()).toBe(true);
    expect(measures.running("p", "other")).toBeUndefined();
    clock.now = 42_000;
    vi.advanceTimersByTime(1_000);
    expect(measures.progress("p", "m")).toBe("3 of 10 projects, 41 s so far");
    tell(state(3, { running: { ...run(3), canceling: true } }));
    expect(measures.progress("p", "m")).toBe("stopping");
    tell(state(4));
    expect(measures.progress("p", "m")).toBe("");
    expect(vi.getTimerCount()).toBe(0);
    end();
  });

  test("an older state never replaces a newer one", () => {
    const { measures, tell, end } = made(false);
    tell(state(5, { worth: [{ provider: "p", model: "m", words: "new", tone: "ok", details: [] }] }));
    tell(state(4, { running: run(9) }));
    expect(measures.busy()).toBe(false);
    expect(measures.worth("p", "m")?.words).toBe("new");
    expect(measures.worth("p", "n")).toBeUndefined();
    end();
  });

  test("what fails is told beside the model that it concerns", async () => {
    const { measures, tell, end } = made(false, () => Promise.reject(new Rejected("BUSY", "another one", "wait")));
    await measures.measure("p", "m");
    expect(measures.fault("p", "m")?.message).toBe("another one");
    expect(measures.fault("p", "n")).toBeUndefined();
    expect(measures.asking("p", "m")).toBe(false);
    tell(
      state(2, { failed: { provider: "p", model: "n", fault: { code: "X", message: "no", hint: "", report: "" } } }),
    );
    expect(measures.fault("p", "n")?.message).toBe("no");
    end();
  });
});
