import { createMemo, createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { CodeFound, Fault } from "~/bridge/types";
import { counted } from "~/state/shared/format";

export type FindingBridge = Pick<Api, "findCode" | "stopFindingCode"> & {
  onCodeFound(then: (found: CodeFound) => void): () => void;
};

/** A question; kind and language may be "". */
export interface Asked {
  text: string;
  kind: string;
  language: string;
}

/**
 * The last question in words about the code. Its answer comes in steps: by words at once, by meaning once the model has
 * read the symbols. `hear` is told of each, and whether it is the first to
 * what was asked again.
 */
export function createFinding(bridge: FindingBridge, hear: (found: CodeFound, fresh: boolean) => void) {
  const [found, setFound] = createSignal<CodeFound>();
  let question = "";
  let asked = 0;

  onCleanup(bridge.onCodeFound((next) => take(next, false)));

  function take(next: CodeFound, fresh: boolean) {
    const last = found();
    // One of a question before, or out of order.
    if (question === "" || next.question !== question || (last && next.seq <= last.seq)) return;
    if (last && next.folder !== last.folder) return;
    setFound(next);
    hear(next, fresh);
  }

  async function ask(run: string, of: Asked, fresh: boolean, failed: (fault: Fault) => void) {
    const mine = ++asked;
    question = of.text;
    try {
      const next = await bridge.findCode(run, of.text, of.kind, of.language);
      if (mine === asked) take(next, fresh);
    } catch (thrown) {
      if (mine === asked) failed(rejected(thrown));
    }
  }

  const busy = createMemo(() => ["waiting", "reading"].includes(found()?.state ?? ""));

  /** Ends the model's work; what was found by words stays. */
  const stop = () => void bridge.stopFindingCode().catch(() => undefined);

  /** The question is not asked any more. */
  function forget() {
    if (busy()) stop();
    asked++;
    question = "";
    setFound(undefined);
  }

  return { found, busy, ask, stop, forget };
}

/** How far an answer is, in a line. */
export function findingWords(found: CodeFound): string {
  switch (found.state) {
    case "waiting":
      return "Found by words; the model starts once the sources are read";
    case "reading":
      return found.of > 0
        ? `Reading ${found.done.toLocaleString("en")} of ${counted(found.of, "symbol")}`
        : "Asking the model";
    case "meant":
      return "By words and meaning";
    case "stopped":
      return "Stopped: found by words only. What the model has read is kept.";
    default:
      return "Found by words only";
  }
}
