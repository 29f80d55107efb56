import { createMemo, createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, Stamped } from "~/bridge/types";

/** One part of what a model is sent: how full it is and how full it may get, in tokens. */
export interface Segment {
  name: string;
  used: number;
  limit: number;
}

/** How full the context of the last question was. */
export interface Context {
  profile: string;
  used: number;
  window: number;
  estimated: boolean;
  segments: Segment[];
  /** Messages that a summary stands for now. */
  summarised: number;
}

/** What the events say last about the context; undefined before a model was asked. */
export function contextOf(events: readonly Stamped[]): Context | undefined {
  const budget = events.findLast((one) => one.type === "budget")?.event;
  if (!budget) return undefined;
  return {
    profile: budget.profile ?? "",
    used: budget.used ?? 0,
    window: budget.window ?? 0,
    estimated: budget.estimated === true,
    segments: (budget.segments ?? []).filter((one) => one.limit > 0),
    summarised: summarised(events),
  };
}

/** What the tools' caches did in a run. */
export interface ToolCache {
  hits: number;
  misses: number;
  /** Of the last exploration, which begins with an empty one. */
  entries: number;
  bytes: number;
}

/** Hits and misses are added up; undefined where no model used a tool. */
export function toolCacheOf(events: readonly Stamped[]): ToolCache | undefined {
  const stats = events.filter((one) => one.type === "cache.stats").map((one) => one.event);
  const last = stats.at(-1);
  if (!last) return undefined;
  const sum = (of: "hits" | "misses") => stats.reduce((n, one) => n + (one[of] ?? 0), 0);
  return { hits: sum("hits"), misses: sum("misses"), entries: last.entries ?? 0, bytes: last.bytes ?? 0 };
}

/** Every question begins a conversation of its own, and every summary can be put back. */
function summarised(events: readonly Stamped[]): number {
  const since = events.findLastIndex((one) => one.type === "model.asked");
  let messages = 0;
  for (const { type, event } of events.slice(Math.max(0, since))) {
    if (type === "context.compacted") messages += event.messages ?? 0;
    if (type === "context.restored") messages -= event.messages ?? 0;
  }
  return Math.max(0, messages);
}

export type ContextBridge = Pick<Api, "compactContext" | "restoreContext">;

/** The context of the followed run, and the user's hand on it. Must be created inside an owner. */
export function createContextMeter(bridge: ContextBridge, events: () => readonly Stamped[]) {
  const [fault, setFault] = createSignal<Fault>();
  const [said, setSaid] = createSignal("");

  async function guarded(work: () => Promise<string>) {
    setSaid("");
    try {
      setSaid(await work());
      setFault(undefined);
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  return {
    now: createMemo(() => contextOf(events())),
    cache: createMemo(() => toolCacheOf(events())),
    fault,
    /** What came of the last change, where that is worth a word. */
    said,
    compact: (run: string) =>
      guarded(async () => ((await bridge.compactContext(run)) ? "" : "Nothing is old enough to be summarised.")),
    restore: (run: string) => guarded(async () => (await bridge.restoreContext(run), "")),
  };
}

const names: Record<string, string> = {
  system: "Instructions",
  bootstrap: "Repository",
  immediate: "Code",
  related: "Signatures around it",
  history: "Conversation",
  output: "Reserved for the answer",
  safety: "Reserve",
};

export const segmentWords = (name: string) => names[name] ?? name;
