import type { Stamped } from "~/bridge/types";
import { phaseWords } from "./words";

export type Level = "quiet" | "normal" | "verbose" | "debug";
export type Tone = "plain" | "ok" | "warn" | "danger" | "running";

/** One line of the stream; several equal events fold into one. */
export interface StreamRow {
  key: number;
  ts: number;
  tone: Tone;
  level: Level;
  type: string;
  title: string;
  service: string;
  result: string;
  durationMs: number;
  details: string[];
  events: Stamped[];
}

const order: Level[] = ["quiet", "normal", "verbose", "debug"];

/** Collects rows as events come, so that twenty thousand of them cost no more than the newest. */
export class StreamRows {
  private rows: StreamRow[] = [];

  constructor(private level: Level) {}

  push(events: readonly Stamped[]) {
    for (const event of events) this.take(event);
  }

  /** The rows that hold the text, all without one. */
  matching(filter: string): StreamRow[] {
    const wanted = filter.trim().toLowerCase();
    if (wanted === "") return this.rows.slice();
    return this.rows.filter((row) => textOf(row).toLowerCase().includes(wanted));
  }

  private take(event: Stamped) {
    const row = rowOf(event);
    if (order.indexOf(row.level) > order.indexOf(this.level)) return;
    const last = this.rows.at(-1);
    if (last && this.level !== "debug" && foldable(last, row)) {
      const events = [...last.events, event];
      this.rows[this.rows.length - 1] = {
        ...last,
        events,
        service: `${events.length} services`,
        result: "",
        durationMs: Math.max(last.durationMs, row.durationMs),
        details: [...(last.events.length === 1 ? [oneLine(last)] : last.details), oneLine(row)],
      };
      return;
    }
    this.rows.push(row);
  }
}

function foldable(a: StreamRow, b: StreamRow): boolean {
  return a.type === b.type && a.title === b.title && a.tone === b.tone && a.service !== "" && b.service !== "";
}

function oneLine(row: StreamRow): string {
  return [row.service, row.result].filter(Boolean).join("  ");
}

export function textOf(row: StreamRow): string {
  return [row.title, row.service, row.result, ...row.details].join(" ");
}

function rowOf(stamped: Stamped): StreamRow {
  const { event, type } = stamped;
  const base = {
    key: stamped.seq,
    ts: stamped.ts,
    type,
    service: event.service ?? "",
    durationMs: event.duration_ms ?? 0,
    events: [stamped],
  };
  const row = (level: Level, tone: Tone, title: string, result = "", details: string[] = []): StreamRow => ({
    ...base,
    level,
    tone,
    title,
    result,
    details,
  });
  switch (type) {
    case "run.started":
      return row("normal", "plain", "Analysis started", event.path ?? "");
    case "run.completed":
      return event.missing
        ? row("quiet", "warn", "Analysis ended", event.missing)
        : row("quiet", "ok", "Analysis completed", counted(event.services?.length ?? 0, "service"));
    case "run.failed":
      return row("quiet", "danger", "Analysis failed", event.problem ?? "", event.hint ? [event.hint] : []);
    case "run.cancelled":
      return row("quiet", "warn", "Analysis stopped", "what was found so far stays");
    case "scan.completed":
      return event.partial
        ? row("quiet", "warn", "Scan is partial", event.partial)
        : row("normal", "ok", "Scan", counted(event.files ?? 0, "file"));
    case "phase.started":
      return row("verbose", "running", phaseWords(event.phase ?? ""), "started");
    case "phase.completed":
      return row("normal", "ok", phaseWords(event.phase ?? ""), event.result ?? "");
    case "phase.failed":
    case "scan.failed":
      return row("quiet", "danger", phaseWords(event.phase ?? "scan"), event.problem ?? "");
    case "validation.started":
      return row("verbose", "running", "Check of the document", "started");
    case "validation.passed":
      return row("normal", "ok", "Document checked", "in order");
    case "validation.failed":
      return row("quiet", "warn", "Document has problems", counted(event.problems?.length ?? 0, "problem"), [
        ...(event.problems ?? []),
      ]);
  }
  return row("debug", "plain", type, JSON.stringify(event));
}

export function counted(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}
