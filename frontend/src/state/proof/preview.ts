import { createSignal, onCleanup } from "solid-js";
import { createStore } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { PreviewBatch } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { EngineInfo, Fault } from "~/bridge/types";

export type PreviewBridge = Pick<Api, "previewEngine" | "startPreview" | "stopPreview" | "openPreview"> & {
  onPreview(then: (batch: PreviewBatch) => void): () => void;
};

/** A service that is kept running, or was until a moment ago. */
export interface Kept {
  id: string;
  run: string;
  service: string;
  engine: string;
  pages: readonly string[];
  state: "" | "starting" | "running" | "ended" | "stopping";
}

const none = (): Kept => ({ id: "", run: "", service: "", engine: "", pages: [], state: "" });

/** How much of the log is kept, in lines. */
const mostLines = 5000;

/** One service at a time is kept running. Must be created inside an owner. */
export function createPreview(bridge: PreviewBridge) {
  const [kept, set] = createStore<Kept>(none());
  const [lines, setLines] = createSignal<readonly string[]>([]);
  const [fault, setFault] = createSignal<Fault>();
  const [engine, setEngine] = createSignal<EngineInfo>();
  let rest = "";
  let early: PreviewBatch[] = [];
  let attempt = 0;

  onCleanup(
    bridge.onPreview((sent) => {
      if (kept.state === "starting") early.push(sent);
      else hear(sent);
    }),
  );

  function hear(sent: PreviewBatch) {
    if (sent.id !== kept.id) return;
    const whole = (rest + sent.text).split("\n");
    rest = sent.done ? "" : (whole.pop() ?? "");
    const said = sent.done && whole.at(-1) === "" ? whole.slice(0, -1) : whole;
    if (said.length > 0) setLines((known) => [...known, ...said].slice(-mostLines));
    if (sent.done && kept.state === "running") set({ state: "ended" });
  }

  async function start(run: string, service: string) {
    if (kept.state === "starting") return;
    if (kept.id !== "") await stop();
    set({ ...none(), run, service, state: "starting" });
    setLines([]);
    setFault(undefined);
    rest = "";
    early = [];
    const mine = ++attempt;
    try {
      const begun = await bridge.startPreview(run, service);
      if (mine !== attempt) {
        await bridge.stopPreview(begun.id);
        return;
      }
      set({ id: begun.id, engine: begun.engine, pages: begun.pages, state: "running" });
      early.forEach(hear);
    } catch (thrown) {
      if (mine !== attempt) return; // it was stopped
      setFault(rejected(thrown));
      set(none());
    }
  }

  /** Which engine it would run in; known before the user asks for it. */
  async function look() {
    try {
      setEngine(await bridge.previewEngine());
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  /** What only starts is not waited for: the page is free at once, and Go removes what was made. */
  async function stop() {
    if (kept.state === "starting") {
      attempt++;
      set(none());
      await bridge.stopPreview("").catch((thrown: unknown) => setFault(rejected(thrown)));
      return;
    }
    set({ state: "stopping" });
    try {
      await bridge.stopPreview(kept.id);
    } catch (thrown) {
      setFault(rejected(thrown));
    }
    set(none());
  }

  return {
    kept,
    lines,
    fault,
    engine,
    look,
    start,
    stop,
    open: () => void bridge.openPreview(kept.id).catch(() => undefined),
  };
}

export type Preview = ReturnType<typeof createPreview>;
