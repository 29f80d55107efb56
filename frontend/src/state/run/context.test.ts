import { createRoot, createSignal } from "solid-js";
import { describe, expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { Stamped } from "~/bridge/types";
import { cardOf } from "./cards";
import { contextOf, createContextMeter, segmentWords, toolCacheOf } from "./context";
import { createOpening, type OpeningBridge } from "./opening";

let seq = 0;
const event = (type: string, body: Stamped["event"] = {}): Stamped => ({
  seq: ++seq,
  run_id: "r",
  ts: 0,
  type,
  event: body,
});
const budget = (used: number) =>
  event("budget", {
    profile: "ask-8k",
    used,
    window: 8000,
    estimated: true,
    segments: [
      { name: "system", used: 300, limit: 750 },
      { name: "history", used: used - 300, limit: 5000 },
      { name: "nothing", used: 0, limit: 0 },
    ],
  });

test("what the tools' caches did is added up, and said in words", () => {
  expect(toolCacheOf([budget(1)])).toBeUndefined();
  const told = [
    event("cache.stats", { hits: 2, misses: 3, entries: 3, bytes: 5000 }),
    event("cache.stats", { hits: 1, misses: 4, entries: 4, bytes: 2000 }),
  ];
  expect(toolCacheOf(told)).toEqual({ hits: 3, misses: 7, entries: 4, bytes: 2000 });
  expect(cardOf(told[1] as Stamped)).toMatchObject({
    level: "verbose",
    result: "1 hit, 4 missed; it holds 4 results, 2.0 kB",
  });
});

describe("the context meter", () => {
  test("shows what was told last, and nothing before a model was asked", () => {
    expect(contextOf([event("phase.started")])).toBeUndefined();
    const now = contextOf([budget(1000), event("llm.response"), budget(2400)]);
    expect(now).toMatchObject({ used: 2400, window: 8000, profile: "ask-8k", estimated: true, summarised: 0 });
    expect(now?.segments.map((one) => segmentWords(one.name))).toEqual(["Instructions", "Conversation"]);
  });

  test("knows what a summary stands for, until it is put back or another question begins", () => {
    const events = [event("model.asked"), budget(6000), event("context.compacted", { messages: 5 }), budget(2000)];
    expect(contextOf(events)?.summarised).toBe(5);
    expect(contextOf([...events, event("context.restored", { messages: 5 })])?.summarised).toBe(0);
    expect(contextOf([...events, event("model.asked"), budget(900)])?.summarised).toBe(0);
  });

  test("says what came of a change", async () => {
    const [events] = createSignal<Stamped[]>([]);
    const asked: string[] = [];
    const meter = createRoot(() =>
      createContextMeter(
        {
          compactContext: (run) => (asked.push(run), Promise.resolve(false)),
          restoreContext: () => Promise.reject(new Rejected("WRONG_USE", "no room", "a larger context")),
        },
        events,
      ),
    );
    await meter.compact("a");
    expect(asked).toEqual(["a"]);
    expect(meter.said()).toMatch(/^Nothing is old enough/);
    await meter.restore("a");
    expect(meter.fault()?.message).toBe("no room");
    expect(meter.said()).toBe("");
  });
});

test("recorded answers make a new run; one that has none says why", async () => {
  const begun: string[] = [];
  let refuse = false;
  const bridge = {
    replayRun: (run: string) =>
      refuse
        ? Promise.reject(new Rejected("NOTHING_FOUND", "no model was asked", ""))
        : Promise.resolve(`${run}-again`),
  } as unknown as OpeningBridge;
  const opening = createRoot(() => createOpening(bridge, (id) => begun.push(id)));
  await opening.replay("a", "/project");
  expect(begun).toEqual(["a-again"]);
  refuse = true;
  await opening.replay("a", "/project");
  expect(opening.obstacle()).toMatchObject({
    kind: "refused",
    path: "/project",
    fault: { message: "no model was asked" },
  });
});
