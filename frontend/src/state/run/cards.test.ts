import { describe, expect, test } from "vitest";
import type { Stamped } from "~/bridge/types";
import { cardOf } from "./cards";
import { StreamRows } from "./stream";

const event = (type: string, body: Stamped["event"]): Stamped => ({ seq: 1, run_id: "r", ts: 0, type, event: body });

describe("what a model does, in the stream", () => {
  test("a retry says when and how often", () => {
    const card = cardOf(
      event("llm.failed", { problem: "overloaded", will_retry: true, in_ms: 2000, provider: "OpenAI", try: 1, of: 3 }),
    );
    expect(card).toMatchObject({ level: "quiet", tone: "warn", title: "Asking OpenAI again in 2.0 s, try 2 of 3" });
    expect(cardOf(event("llm.failed", { problem: "key", will_retry: false })).tone).toBe("danger");
  });

  test("a switch names both and the reason", () => {
    const card = cardOf(event("provider.switched", { from: "OpenAI", to: "Ollama", reason: "no answer" }));
    expect(card).toMatchObject({ title: "Switched from OpenAI to Ollama", result: "no answer", level: "quiet" });
  });

  test("an answer on its way is one row that grows", () => {
    const rows = new StreamRows("normal");
    rows.push([
      event("model.asked", { phase: "port", service: ".", ask: "Which port?" }),
      event("llm.delta", { text: "it is " }),
      event("llm.delta", { text: "4000" }),
      event("llm.response", { tool_calls: 0 }),
    ]);
    expect(rows.matching("").map((row) => row.type)).toEqual(["model.asked", "llm.delta", "llm.response"]);
    expect(rows.matching("4000")[0]).toMatchObject({ title: "The model writes", result: "it is 4000" });
  });

  test("what comes of an answer is told", () => {
    expect(cardOf(event("model.answered", { value: "4000", won: true }))).toMatchObject({ tone: "ok", result: "4000" });
    expect(cardOf(event("model.answered", { value: "4000", won: false })).level).toBe("verbose");
    expect(cardOf(event("model.refused", { problem: "no such file", sent_back: true })).title).toContain("sent back");
    expect(cardOf(event("loop.noticed", { rule: "R1", evidence: "five times", stopped: true }))).toMatchObject({
      level: "quiet",
      result: "five times (R1)",
    });
    const compacted = cardOf(
      event("context.compacted", { messages: 8, tokens_before: 9_000, tokens_after: 2_000, summary: "a\nb" }),
    );
    expect(compacted).toMatchObject({
      title: "8 older messages summarised",
      result: "9.0k to 2.0k tokens",
      details: ["a", "b"],
    });
  });

  test("an answer counts its tokens; an event nobody knows is shown as it is", () => {
    const usage = { prompt: 6_100, completion: 40, total: 6_140 };
    expect(cardOf(event("llm.response", { tool_calls: 2, usage })).result).toBe("wants 2 tool calls, 6.1k in, 40 out");
    expect(cardOf(event("new.thing", {}))).toMatchObject({ level: "debug", title: "new.thing" });
  });
});
