import { createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import type { RunBatch } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { Fault } from "~/bridge/types";

export type SecondOpinionBridge = Pick<Api, "secondOpinion"> & { onRun(then: (batch: RunBatch) => void): () => void };

const ends = new Set(["run.completed", "run.failed", "run.cancelled"]);

/** Another provider looks at the same folder; when it is through, the two runs stand side by side. */
export function createSecondOpinion(bridge: SecondOpinionBridge, through: (first: string, second: string) => void) {
  const [asked, setAsked] = createSignal<{ first: string; second: string; name: string }>();
  const [fault, setFault] = createSignal<Fault>();
  const ended = new Set<string>();

  function finish() {
    const pair = asked();
    if (!pair || !ended.has(pair.second)) return;
    setAsked(undefined);
    through(pair.first, pair.second);
  }

  onCleanup(
    bridge.onRun(({ run_id, events }) => {
      if (!events?.some((event) => ends.has(event.type))) return;
      ended.add(run_id);
      finish();
    }),
  );

  return {
    asked,
    fault,
    ask: async (run: string, provider: string, name: string) => {
      try {
        const second = await bridge.secondOpinion(run, provider, "");
        setFault(undefined);
        setAsked({ first: run, second, name });
        finish(); // it may have ended before its id came
      } catch (thrown) {
        setFault(rejected(thrown));
      }
    },
  };
}

export type SecondOpinion = ReturnType<typeof createSecondOpinion>;
