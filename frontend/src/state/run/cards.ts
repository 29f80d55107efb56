import type { Stamped } from "~/bridge/types";
import { tokens } from "~/state/models/models";
import { lookedAt } from "./passages";
import type { Level, StreamRow, Tone } from "./streamRow";
import { noSubmissionOf } from "./noSubmission";
import { bytes, counted, duration, phaseOf, phaseWords } from "~/state/shared/format";

/** An event as a line of the stream. */
export function cardOf(stamped: Stamped): StreamRow {
  const [level, tone, title, result = "", details = []] = words(stamped);
  const { event, type } = stamped;
  return {
    key: stamped.seq,
    ts: stamped.ts,
    type,
    service: event.service === "." ? "" : (event.service ?? ""), // the root alone needs no name
    durationMs: event.duration_ms ?? 0,
    events: [stamped],
    level,
    tone,
    title,
    result,
    details,
    shown: event.shown ?? [],
    left: event.left ?? 0,
  };
}

type Words = [level: Level, tone: Tone, title: string, result?: string, details?: string[]];

function words(stamped: Stamped): Words {
  return (
    ofLine(stamped) ??
    ofModel(stamped) ??
    ofAnswers(stamped) ?? ["debug", "plain", stamped.type, JSON.stringify(stamped.event)]
  );
}

/** Of the line of phases. */
function ofLine({ event, type }: Stamped): Words | undefined {
  const phase = phaseWords(event.phase ?? "");
  switch (type) {
    case "run.started":
      return event.retry_from
        ? [
            "normal",
            "plain",
            `Retried from ${phaseOf(event.retry_from, event.retry_service)}`,
            "earlier answers are kept",
          ]
        : ["normal", "plain", "Analysis started", event.path ?? ""];
    case "run.completed":
      return event.missing
        ? ["quiet", "warn", "Analysis ended", event.missing]
        : [
            "quiet",
            event.rules_alone ? "warn" : "ok",
            "Analysis completed",
            counted(event.services?.length ?? 0, "service") + (event.rules_alone ? ", by rules only" : ""),
            event.rules_alone ? [event.rules_alone] : [],
          ];
    case "run.failed":
      return ["quiet", "danger", "Analysis failed", event.problem ?? "", event.hint ? [event.hint] : []];
    case "run.cancelled":
      return ["quiet", "warn", "Analysis stopped", "what was found so far is kept"];
    case "scan.completed":
      return event.partial ? ["quiet", "warn", "Partial scan", event.partial] : undefined; // else the phase says it
    case "phase.started":
      return ["verbose", "running", phase, "started"];
    case "phase.completed":
      return ["normal", "ok", phase, event.result ?? ""];
    case "phase.failed":
      return ["quiet", "danger", phase, event.problem ?? ""];
    case "scan.failed":
      return undefined; // the phase says it, or the scan that goes on with a part
    case "validation.started":
      return ["verbose", "running", "Checking the build plan", "started"];
    case "validation.passed":
      return ["normal", "ok", "Build plan checked", "no problems"];
    case "validation.failed":
      return [
        "quiet",
        "warn",
        "Build plan has problems",
        counted(event.problems?.length ?? 0, "problem"),
        [...(event.problems ?? [])],
      ];
    default:
      return undefined;
  }
}

/** Of a conversation with a model and its tools. */
function ofModel({ event, type }: Stamped): Words | undefined {
  switch (type) {
    case "iteration.started":
      return ["verbose", "running", `Model turn ${event.iteration ?? ""}`, "started"];
    case "iteration.completed":
      return ["verbose", "ok", `Model turn ${event.iteration ?? ""}`, counted(event.tool_calls ?? 0, "tool call")];
    case "llm.request":
      return ["normal", "running", "Asked the model", counted(event.messages ?? 0, "message")];
    case "llm.response": {
      const used = event.usage ? `${tokens(event.usage.prompt)} in, ${tokens(event.usage.completion)} out` : "";
      const wants = event.tool_calls ? `wants ${counted(event.tool_calls, "tool call")}` : "";
      return event.recorded
        ? ["normal", "plain", "Recorded answer", [wants, "no model was asked"].filter(Boolean).join(", ")]
        : ["normal", "ok", "The model answered", [wants, used].filter(Boolean).join(", ")];
    }
    case "llm.failed":
      return event.will_retry
        ? ["quiet", "warn", retries(event), event.problem ?? ""]
        : ["quiet", "danger", `${event.provider ?? "The model"} did not answer`, event.problem ?? ""];
    case "provider.switched":
      return ["quiet", "warn", `Switched from ${event.from ?? ""} to ${event.to ?? ""}`, event.reason ?? ""];
    case "tool.started":
      return ["verbose", "running", event.tool ?? "tool", event.args ?? ""];
    case "tool.completed":
      return [
        "normal",
        event.success === false ? "warn" : "ok",
        event.tool ?? "tool",
        [lookedAt(event.shown ?? []), bytes(event.output_bytes ?? 0), event.truncated ? "cut" : ""]
          .filter(Boolean)
          .join(", "),
      ];
    case "tool.cached":
      return ["normal", "plain", event.tool ?? "tool", "from the cache"];
    case "tool.failed":
      return ["normal", "warn", event.tool ?? "tool", event.problem ?? ""];
    case "message.added":
      return ["debug", "plain", `Message from ${event.role ?? ""}`, event.preview ?? ""];
    default:
      return undefined;
  }
}

/** Of what a phase asks a model, and what comes of the answer. */
function ofAnswers({ event, type }: Stamped): Words | undefined {
  switch (type) {
    case "model.chosen":
      return ["normal", "plain", `Asking ${event.model ?? "a model"}`, event.reason ?? ""];
    case "model.asked":
      return ["normal", "running", `${phaseWords(event.phase ?? "")} asks the model`, event.ask ?? ""];
    case "model.answered":
      return event.won
        ? ["normal", "ok", "The model's answer was accepted", event.value ?? ""]
        : ["verbose", "plain", "The rules were more certain than the model", event.value ?? ""];
    case "model.refused":
      return [
        "normal",
        "warn",
        event.sent_back ? "The model's answer was sent back" : "The model's answer was rejected",
        event.problem ?? "",
        event.value ? [event.value] : [],
      ];
    case "loop.noticed":
      return [
        "quiet",
        "warn",
        event.stopped ? "The model repeated itself and was stopped" : "The model repeats itself",
        `${event.evidence ?? ""} (${event.rule ?? ""})`,
      ];
    case "exploration.ended":
      return ["quiet", "warn", "Rules only", noSubmissionOf(event).words];
    case "exploration.resumed":
      return [
        "normal",
        "plain",
        "The model continues",
        counted((event.limit ?? 0) - (event.calls ?? 0), "more tool call"),
      ];
    case "context.compacted":
      return [
        "normal",
        "plain",
        `${counted(event.messages ?? 0, "older message")} summarised`,
        `${tokens(event.tokens_before ?? 0)} to ${tokens(event.tokens_after ?? 0)} tokens`,
        typeof event.summary === "string" && event.summary !== "" ? event.summary.split("\n") : [],
      ];
    case "context.restored":
      return [
        "normal",
        "plain",
        `${counted(event.messages ?? 0, "message")} restored`,
        `${tokens(event.tokens ?? 0)} tokens`,
      ];
    case "cache.stats":
      return [
        "verbose",
        "plain",
        "Tool cache",
        `${counted(event.hits ?? 0, "hit")}, ${event.misses ?? 0} missed; it holds ${counted(event.entries ?? 0, "result")}, ${bytes(event.bytes ?? 0)}`,
      ];
    case "llm.delta": {
      const writes = event.text || event.thinking || "";
      return ["normal", "running", event.text ? "The model writes" : "The model thinks", event.tool ?? "", [writes]];
    }
    case "budget":
      return [
        "debug",
        "plain",
        "Context",
        `${tokens(event.used ?? 0)} of ${tokens(event.window ?? 0)} tokens, ${event.profile ?? ""}`,
      ];
    default:
      return undefined;
  }
}

function retries({ provider, in_ms, try: number, of }: Stamped["event"]): string {
  const which = number && of ? `, try ${number + 1} of ${of}` : "";
  return `Asking ${provider ?? "the model"} again in ${duration(in_ms ?? 0)}${which}`;
}
