import type { Passage, Stamped } from "~/bridge/types";

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
  /** What a tool has shown a model. */
  shown: Passage[];
  /** How many passages were not kept. */
  left: number;
  events: Stamped[];
}
