import { createSignal, onCleanup } from "solid-js";
import { createStore } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, MeasurePlan, MeasureRun, MeasureState } from "~/bridge/types";
import { duration } from "~/state/shared/format";

export type MeasurementsBridge = Pick<Api, "measures" | "planMeasure" | "startMeasure" | "cancelMeasure"> & {
  onMeasure(then: (state: MeasureState) => void): () => void;
};

const key = (provider: string, model: string) => `${provider} ${model}`;

/** What models are worth, and which one is being measured. It belongs to the program, not to a screen. */
export function createMeasurements(bridge: MeasurementsBridge, now: () => number = Date.now) {
  const [state, setState] = createSignal<MeasureState>();
  const [plan, setPlan] = createSignal<MeasurePlan>();
  const [asking, setAsking] = createSignal("");
  const [faults, setFaults] = createStore<Record<string, Fault | undefined>>({});
  const [time, setTime] = createSignal(now());
  let clock: ReturnType<typeof setInterval> | undefined;

  /** States may arrive out of order: an older one is dropped. */
  function take(next: MeasureState) {
    if (next.number <= (state()?.number ?? 0)) return;
    setState(next);
    setTime(now());
    if (next.running && !clock) clock = setInterval(() => setTime(now()), 1000);
    if (!next.running) stopClock();
    if (next.failed) setFaults(key(next.failed.provider, next.failed.model), next.failed.fault);
  }
  function stopClock() {
    clearInterval(clock);
    clock = undefined;
  }
  onCleanup(bridge.onMeasure(take));
  onCleanup(stopClock);

  async function guarded(provider: string, model: string, work: () => Promise<void>) {
    const of = key(provider, model);
    setFaults(of, undefined);
    setAsking(of);
    try {
      await work();
    } catch (thrown) {
      setFaults(of, rejected(thrown));
    } finally {
      setAsking("");
    }
  }

  const running = (provider: string, model: string): MeasureRun | undefined => {
    const one = state()?.running;
    return one?.provider === provider && one.model === model ? one : undefined;
  };

  return {
    load: async () => take(await bridge.measures()),
    /** Some model is being measured; only one is at a time. */
    busy: () => !!state()?.running,
    current: () => state()?.running,
    running,
    asking: (provider: string, model: string) => asking() === key(provider, model),
    fault: (provider: string, model: string) => faults[key(provider, model)],
    worth: (provider: string, model: string) =>
      state()?.worth.find((one) => one.provider === provider && one.model === model),
    /** What waits for the user's word: a model of the cloud. */
    plan: (provider: string, model: string) => {
      const one = plan();
      return one?.provider === provider && one.model === model ? one : undefined;
    },
    /** "3 of 10 projects, 41 s so far". */
    progress: (provider: string, model: string) => {
      const one = running(provider, model);
      if (!one) return "";
      if (one.canceling) return "stopping";
      return `${one.done} of ${one.of} projects, ${duration(Math.max(1000, time() - one.started_at))} so far`;
    },
    /** Measurements at once where nothing leaves this computer and its network; asks first where it does. */
    measure: (provider: string, model: string) =>
      guarded(provider, model, async () => {
        setPlan(undefined);
        const found = await bridge.planMeasure(provider, model);
        if (found.cloud) setPlan(found);
        else await bridge.startMeasure(provider, model);
      }),
    agree: (provider: string, model: string) =>
      guarded(provider, model, async () => {
        setPlan(undefined);
        await bridge.startMeasure(provider, model);
      }),
    refuse: () => setPlan(undefined),
    cancel: (provider: string, model: string) => guarded(provider, model, () => bridge.cancelMeasure()),
  };
}

export type Measurements = ReturnType<typeof createMeasurements>;
