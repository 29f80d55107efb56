import { expect, test } from "vitest";
import type { EventBody, RunSummary, Stamped } from "~/bridge/types";
import { usageFacts } from "./usage";

const summary = (more: Partial<RunSummary> = {}): RunSummary => ({
  language: "go",
  build_system: "go",
  confidence: 0.9,
  iterations: 4,
  total_tool_calls: 7,
  cached_tool_calls: 2,
  total_duration_ms: 41_000,
  llm_duration_ms: 38_000,
  tool_duration_ms: 120,
  ...more,
});

const events = (...list: [string, EventBody][]): Stamped[] =>
  list.map(([type, event], i) => ({ run_id: "r", seq: i + 1, ts: 0, type, event }));

const used = (prompt: number, completion: number) => ({ usage: { prompt, completion, total: prompt + completion } });

test("a run tells what it took of a model", () => {
  const run = events(
    ["model.asked", {}],
    ["llm.response", used(1_200, 300)],
    ["context.compacted", { summary: "a\nb" }],
    ["model.asked", {}],
    ["llm.response", used(800, 100)],
    ["run.completed", { summary: summary() }],
  );
  expect(usageFacts(run)).toEqual([
    "2 questions",
    "4 requests",
    "2.0k tokens sent, 400 answered",
    "7 tool calls, 2 already known",
    "41 s, 38 s of it in the model",
  ]);
});

test("what was answered from recordings cost nothing", () => {
  const run = events(
    ["llm.response", { ...used(1_200, 300), recorded: true }],
    ["run.completed", { summary: summary({ iterations: 1, total_tool_calls: 0, cached_tool_calls: 0 }) }],
  );
  expect(usageFacts(run)).toEqual(["1 request, 1 answered from recordings", "41 s, 38 s of it in the model"]);
});

test("where no model was asked, or the run goes on, there is nothing to tell", () => {
  expect(usageFacts(events(["run.completed", { summary: summary({ iterations: 0 }) }]))).toEqual([]);
  expect(usageFacts(events(["model.asked", {}], ["llm.response", used(1, 1)]))).toEqual([]);
});
