import { createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import type { ProofBatch } from "~/bridge/report";
import type { PlanVerdict, ServiceVerdict, Standing } from "~/bridge/types";
import { ago, standingWord } from "~/state/shared/format";

export type VerdictBridge = Pick<Api, "verdict"> & {
  onProof(then: (batch: ProofBatch) => void): () => void;
};

/**
 * How the plan that is shown stands, as the history has it: the one place that path, rail, Result and Prove read it
 * from. `changed` hears when a proof of any project came to its end. Must be created inside an owner.
 */
export function createVerdict(bridge: VerdictBridge, changed: () => void = () => undefined) {
  const [plan, setPlan] = createSignal<PlanVerdict>();
  let run = "";
  let asked = 0;

  onCleanup(
    bridge.onProof((sent) => {
      if (!sent.done && !sent.items?.some((item) => item.end)) return;
      if (sent.folder === plan()?.folder) void load();
      changed();
    }),
  );

  /** Reads it again. What cannot be read is not known: nothing is shown in its place. */
  async function load() {
    const mine = ++asked;
    const found = run === "" ? undefined : await bridge.verdict(run).catch(() => undefined);
    if (mine === asked) setPlan(found);
  }

  return {
    /** Undefined until it is known. */
    plan,
    state: (): Standing => plan()?.state ?? "",
    loud: () => plan()?.loud ?? false,
    /** Every service of it is proven as it stands: what comes next is keeping it. */
    good: () => plan()?.state === "proven" || plan()?.state === "ran",
    of: (service: string): ServiceVerdict | undefined => plan()?.services.find((one) => one.service === service),
    /** Turns to a run; what was said of another is said no more. */
    show(id: string) {
      if (id !== run) setPlan(undefined);
      run = id;
      return load();
    },
    load,
  };
}

export type PlanState = ReturnType<typeof createVerdict>;

/** A proof came to an end that says of a plan what a guess would: the guess is said no more. */
export const settled = (proof: Standing | undefined): boolean =>
  proof === "proven" || proof === "ran" || proof === "failed";

/** A proof of this very plan has come to its end and says of it what a guess would: the number gives way. */
export const decided = (one: ServiceVerdict | undefined): boolean =>
  Boolean(one?.last && !one.stale && settled(one.last.verdict));

/** "Proven 5 min ago; a later proof was stopped": how a service stands, and what came before and after; "" for nothing. */
export function standingWords(one: ServiceVerdict | undefined, now: number): string {
  if (!one) return "";
  const { last, stale, running, cut } = one;
  const at = last ? ago(last.started_at + last.duration_ms, now) : "";
  const came = last ? `${standingWord(last.verdict)} ${at}` : "";
  const parts = [stale ? `${came}, with an earlier plan` : came];
  if (running) parts.push(last ? "it is being proved again" : "Being proved");
  else if (cut) parts.push(`${last ? "a later proof" : "The proof"} ${cutWords[cut.verdict] ?? "did not finish"}`);
  return parts.filter(Boolean).join("; ");
}

const cutWords: Partial<Record<string, string>> = {
  stopped: "was stopped early",
  not_built: "could not start",
};
