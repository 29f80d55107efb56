import type { Stamped } from "~/bridge/types";
import { cardOf } from "./cards";
import type { Level, StreamRow } from "./streamRow";

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
    const row = cardOf(event);
    if (order.indexOf(row.level) > order.indexOf(this.level)) return;
    const last = this.rows.at(-1);
    if (last && last.type === "llm.delta" && row.type === "llm.delta" && this.level !== "debug") {
      this.rows[this.rows.length - 1] = written(last, row);
      return;
    }
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

/** An answer on its way is one row that grows; the line shows its end. */
function written(last: StreamRow, next: StreamRow): StreamRow {
  const text = (last.details[0] ?? "") + (next.details[0] ?? "");
  return { ...last, title: next.title, result: text.slice(-200), details: [text] };
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
