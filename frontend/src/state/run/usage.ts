import type { RunSummary, Stamped } from "~/bridge/types";
import { tokens } from "~/state/models/models";
import { counted, duration } from "~/state/shared/format";

/**
 * What a run took of a model, in a few facts: questions, tokens, tool calls, time. Nothing where no model was asked, or
 * the run goes on.
 */
export function usageFacts(events: readonly Stamped[]): string[] {
  const summary = events.map((one) => one.event.summary).findLast(isSummary);
  if (!summary || summary.iterations === 0) return [];
  const asked = events.filter((one) => one.type === "model.asked").length;
  const answers = events.filter((one) => one.type === "llm.response").map((one) => one.event);
  const recorded = answers.filter((one) => one.recorded).length;
  const sum = (of: "prompt" | "completion") =>
    answers.reduce((known, one) => known + (one.recorded ? 0 : (one.usage?.[of] ?? 0)), 0);
  const [sent, came] = [sum("prompt"), sum("completion")];
  const calls = summary.total_tool_calls;
  const again = summary.cached_tool_calls;
  return [
    asked > 0 ? counted(asked, "question") : "",
    `${counted(summary.iterations, "request")}${recorded > 0 ? `, ${recorded} answered from recordings` : ""}`,
    sent + came > 0 ? `${tokens(sent)} tokens sent, ${tokens(came)} answered` : "",
    calls > 0 ? `${counted(calls, "tool call")}${again > 0 ? `, ${again} already known` : ""}` : "",
    `${duration(summary.total_duration_ms)}, ${duration(summary.llm_duration_ms)} of it in the model`,
  ].filter(Boolean);
}

/** The end of a run says what it came to; a summary of a conversation is a text. */
function isSummary(summary: string | RunSummary | null | undefined): summary is RunSummary {
  return typeof summary === "object" && summary !== null;
}
