import type { Asked, Probe, Report, Warning } from "~/bridge/report";
import { duration } from "~/state/shared/format";

/** What was asked from outside, and what came of it at both looks. */
export interface Answer {
  what: string;
  /** Where it was asked, of a port that the plan does not name; "" for one of the plan. */
  unplanned: string;
  /** At the first look. */
  said: string;
  tone: Tone;
  /** At the second; absent where it was not asked again. */
  again?: { said: string; tone: Tone; same: boolean };
}

/**
 * A refusal or a 404 is the program's own answer, and yet none that shows it working; nor does a good one at a port
 * where nobody asks who goes by the plan.
 */
export type Tone = "ok" | "doubt" | "bad";

const toneOf = (one: Asked): Tone => (!one.ok ? "bad" : (one.status ?? 0) >= 400 || one.unplanned ? "doubt" : "ok");

/** Pairs the two looks, in the order in which was asked. */
export function answersOf(probe: Probe): Answer[] {
  const asked = probe.asked ?? [];
  const planned = asked.filter((one) => !one.unplanned);
  const several = new Set(planned.map((one) => one.port)).size > 1;
  const answers = new Map<string, Answer>();
  for (const one of asked) {
    const unplanned = one.unplanned ?? "";
    const what = several && !unplanned ? `${one.what} on port ${one.port}` : one.what;
    const key = `${unplanned} ${what}`;
    const known = answers.get(key);
    if (one.look < 2 || !known) answers.set(key, { what, unplanned, said: saidOf(one), tone: toneOf(one) });
    else
      known.again = {
        said: saidOf(one),
        tone: toneOf(one),
        same: toneOf(one) === known.tone && saidOf(one) === known.said,
      };
  }
  return [...answers.values()];
}

/** "200, via /login". */
function saidOf(one: Asked): string {
  const via = one.via ?? [];
  const said = one.said || String(one.status ?? "");
  return via.length > 0 ? `${said}, via ${via.join(", ")}` : said;
}

/** How long after the first look the second was, in words; "" where there was none. */
export function secondCheckWords(probe: Probe): string {
  return probe.again_ms ? `${duration(probe.again_ms - probe.after_ms)} later` : "";
}

const protocols: Record<string, string> = {
  https: "HTTPS",
  http2: "HTTP/2 only",
  grpc: "gRPC",
  websocket: "WebSocket",
  tcp: "its own protocol over TCP",
};

/** What the program speaks where it is not plain HTTP. */
export const protocolWords = (probe: Probe) => protocols[probe.protocol ?? ""] ?? "";

export const loudWarnings = (report: Report | null): Warning[] => (report?.warnings ?? []).filter((one) => one.loud);

/** How a program came to be healthy, in a sentence; nothing is said that was not seen. */
export function healthyWords(probe: Probe): string {
  if (probe.kind === "watch") return `It was still running ${duration(probe.again_ms || probe.after_ms)} after start.`;
  const first = (probe.asked ?? []).find((one) => one.ok);
  const healthy = `It was healthy ${duration(probe.after_ms)} after start`;
  const answered = first?.status ? ` and answered ${first.what} with ${first.said}` : "";
  return `${healthy}${answered}${probe.again_ms ? `; ${secondCheckWords(probe)} it still ${answered ? "did" : "was"}` : ""}.`;
}
