import { createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import type { UnderWay } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type QuitBridge = Pick<Api, "askingToQuit" | "quit"> & {
  onClosing: (then: (ends: UnderWay[]) => void) => () => void;
};

/** The question whether to close the window though something is under way. Must be created inside an owner. */
export function createQuit(bridge: QuitBridge) {
  const [ends, setEnds] = createSignal<readonly UnderWay[]>([]);
  const { fault, attempt } = createAttempts();

  onCleanup(
    bridge.onClosing((found) => {
      setEnds(found);
      void attempt(() => bridge.askingToQuit());
    }),
  );

  return {
    /** What would end, [] where nothing is asked. */
    ends,
    fault,
    stay: () => setEnds([]),
    quit: () => attempt(() => bridge.quit()),
  };
}

/** What becomes of something that is under way when the window closes. */
export function endWords(one: Pick<UnderWay, "kind">): string {
  if (one.kind === "analysis") return "What it has found so far is kept.";
  if (one.kind === "preview") return "It stops, and what it keeps in memory is lost.";
  if (one.kind === "answer") return "It stops, and can go on later.";
  return "It stops; the last finished proof stays.";
}
