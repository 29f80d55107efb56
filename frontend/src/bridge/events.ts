import type { ProofBatch } from "./report";
import type {
  AgentBatch,
  CodeFound,
  CodeState,
  Download,
  MeasureState,
  Notice,
  ServiceState,
  Snapshot,
  Stamped,
  UnderWay,
} from "./types";

/** What arrives under the name "run". */
export interface RunBatch {
  run_id: string;
  events: Stamped[] | null;
  /** Comes with the last event: what is shown first, without the events. */
  end?: { snapshot: Snapshot; first: ServiceState | null } | null;
}

/** What a service that is kept running says. */
export interface PreviewBatch {
  id: string;
  text: string;
  done: boolean;
}

/** Calls `then` for every batch until the returned function is called. */
function on<T>(name: string, then: (payload: T) => void): () => void {
  return window.runtime?.EventsOn(name, (payload) => then(payload as T)) ?? (() => undefined);
}

export const events = {
  run: (then: (batch: RunBatch) => void) => on("run", then),
  prove: (then: (batch: ProofBatch) => void) => on("prove", then),
  preview: (then: (batch: PreviewBatch) => void) => on("preview", then),
  notice: (then: (notice: Notice) => void) => on("notice", then),
  /** Which model answers, or what state one is in, has changed: ask again. */
  models: (then: () => void) => on("models", then),
  /** What happens while a question about the project is answered. */
  agent: (then: (batch: AgentBatch) => void) => on("agent", then),
  /** How far the reading of the sources is, and that there is a new graph. */
  code: (then: (state: CodeState) => void) => on("code", then),
  /** How far the answer to a question in words is. */
  codeFound: (then: (found: CodeFound) => void) => on("code.found", then),
  download: (then: (batch: { downloads: Download[] }) => void) => on("download", then),
  measure: (then: (state: MeasureState) => void) => on("measure", then),
  /** A second start of the program was given a folder. */
  open: (then: (path: string) => void) => on("open", then),
  /** The window was told to close while something is under way: ask. */
  closing: (then: (ends: UnderWay[]) => void) => on("closing", then),
};

export type Events = typeof events;

/** Puts events into the order of their numbers: the development server sends them out of order. */
export class Sequence<E extends { seq: number }> {
  private early = new Map<number, E>();

  /** `next` is the number that is handed on next. */
  constructor(private next = 1) {}

  /** Takes events in any order, also twice; returns those whose turn has come. */
  add(events: readonly E[]): E[] {
    for (const event of events) if (event.seq >= this.next) this.early.set(event.seq, event);
    const ready: E[] = [];
    for (let event = this.early.get(this.next); event; event = this.early.get(this.next)) {
      this.early.delete(this.next++);
      ready.push(event);
    }
    return ready;
  }

  /** Whether events wait for one that has not come. */
  get stuck(): boolean {
    return this.early.size > 0;
  }

  /** The number of the last event handed on. */
  get last(): number {
    return this.next - 1;
  }
}
