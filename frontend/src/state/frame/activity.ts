import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { UnderWay } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";
import { baseName } from "~/state/shared/format";

export type ActivityBridge = Pick<
  Api,
  "underWay" | "stop" | "stopProof" | "stopPreview" | "stopAnswer" | "openPreview"
> & {
  /** Whatever may begin or end something. */
  onChange: (then: () => void) => () => void;
};

/** So often, in milliseconds, the list is read again while much happens. */
const often = 700;

/** What is under way in any project: analyses, proofs, previews and answers. Must be created inside an owner. */
export function createActivity(bridge: ActivityBridge, changed: () => unknown = () => undefined) {
  const [rows, setRows] = createStore<UnderWay[]>([]);
  const [stopping, setStopping] = createSignal<readonly string[]>([]);
  const { fault, attempt } = createAttempts();
  const reading = createAttempts(); // one that goes well takes back no refusal of what was done
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load() {
    const found = await reading.attempt(() => bridge.underWay());
    if (!found) return;
    setRows(reconcile(found, { key: "id" }));
    setStopping((list) => list.filter((id) => found.some((one) => one.id === id)));
  }

  /** Many things happen at once: they are read together, and what comes late is read too. */
  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      void load();
    }, often);
  }

  onCleanup(bridge.onChange(soon));
  onCleanup(() => clearTimeout(timer));
  createEffect(on(changed, soon));

  async function stop(one: UnderWay) {
    setStopping((list) => [...list, one.id]);
    const ways = {
      analysis: bridge.stop,
      proof: bridge.stopProof,
      preview: bridge.stopPreview,
      answer: bridge.stopAnswer,
    };
    const done = await attempt(async () => (await ways[one.kind](one.id), true));
    if (!done) setStopping((list) => list.filter((id) => id !== one.id));
    await load();
  }

  return {
    rows,
    fault: () => fault() ?? reading.fault(),
    load,
    stop,
    stopping: (one: UnderWay) => stopping().includes(one.id),
    openPreview: (one: UnderWay) => attempt(() => bridge.openPreview(one.id)),
  };
}

/** The screens that show what is under way. */
export const activityScreens = { analysis: "analysis", proof: "prove", preview: "prove", answer: "agent" } as const;

/** "Analysing shop", "Proving api of shop", "Previewing api of shop". */
export function activityWords(
  one: Pick<UnderWay, "kind" | "name" | "service" | "services" | "ready" | "asks">,
): string {
  const of = one.service === "" || one.service === "." ? one.name : `${baseName(one.service)} of ${one.name}`;
  if (one.kind === "analysis") return `Analysing ${one.name}`;
  if (one.kind === "answer")
    return one.asks ? `A question about ${one.name} waits for you` : `Answering about ${one.name}`;
  if (one.kind === "preview") return one.ready ? `Preview of ${of}` : `Starting a preview of ${of}`;
  return one.services > 1 ? `Proving all ${one.services} services of ${one.name}` : `Proving ${of}`;
}
