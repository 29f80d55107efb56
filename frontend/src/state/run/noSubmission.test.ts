import { describe, expect, test } from "vitest";
import type { Stamped } from "~/bridge/types";
import { cardOf } from "./cards";
import { noSubmissionOf } from "./noSubmission";

const card = (type: string, event: Stamped["event"]) => cardOf({ seq: 1, run_id: "r", ts: 1, type, event });

describe("a model that submitted nothing", () => {
  test.each([
    [
      { reason: "exhausted", code: "MAX_ITERATIONS", calls: 16, limit: 16 },
      true,
      "The model used up its 16 tool calls and submitted nothing.",
    ],
    [
      { reason: "silent", calls: 1, limit: 16 },
      false,
      "The model called no tool twice in a row and submitted nothing, after 1 of 16 tool calls.",
    ],
    [
      { reason: "cut_off", calls: 3, limit: 16 },
      false,
      "The model's answer was too long and was cut off twice in a row, so nothing was submitted, after 3 of 16 tool calls.",
    ],
    [
      { reason: "repeating", calls: 5, limit: 16, evidence: "look was called 5 times with the same arguments" },
      false,
      "The model repeated itself and submitted nothing, after 5 of 16 tool calls: look was called 5 times with the same arguments.",
    ],
  ])("%o", (event, exhausted, words) => {
    expect(noSubmissionOf(event)).toEqual({ exhausted, words });
    expect(card("exploration.ended", event)).toMatchObject({
      level: "quiet",
      tone: "warn",
      title: "Rules only",
      result: words,
    });
  });

  test("goes on with more calls", () => {
    expect(card("exploration.resumed", { calls: 18, limit: 34 })).toMatchObject({
      title: "The model continues",
      result: "16 more tool calls",
    });
  });
});

test("an answer that was recorded is not said to be the model's", () => {
  const usage = { prompt: 10, completion: 2, total: 12 };
  expect(card("llm.response", { tool_calls: 1, usage, recorded: true })).toMatchObject({
    title: "Recorded answer",
    result: "wants 1 tool call, no model was asked",
  });
  expect(card("llm.response", { tool_calls: 1, usage }).title).toBe("The model answered");
});
