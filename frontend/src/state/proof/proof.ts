import { createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import type { ProofBatch } from "~/bridge/report";
import type { BuilderInfo, PlanVerdict } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";
import { createProving, type ProofListener, type Proving, type ProvingBridge } from "./proving";

export type { LogLine, ProofState } from "./progress";

export type ProofBridge = ProvingBridge &
  Pick<Api, "builders"> & {
    onProof(then: (batch: ProofBatch) => void): () => void;
  };

/**
 * The proofs of the project that is shown. One that is under way in another project goes on there, and is shown with
 * it alone. Must be created inside an owner.
 */
export function createProof(bridge: ProofBridge, tell: ProofListener) {
  /** By the folder. Those of a project that is not shown are forgotten once nothing of it is under way. */
  const projects = new Map<string, Proving>();
  const nowhere = createProving(bridge, tell);
  const [here, setHere] = createSignal(nowhere);
  const [builders, setBuilders] = createSignal<BuilderInfo[]>();
  const looking = createAttempts();
  const [wanted, setWanted] = createSignal(false);

  onCleanup(bridge.onProof((sent) => projects.get(sent.folder)?.take(sent)));

  /** Turns to another project; "" for none. */
  function turn(folder: string) {
    const next = folder === "" ? nowhere : (projects.get(folder) ?? createProving(bridge, tell));
    for (const [path, one] of projects) if (one !== next && !one.running()) projects.delete(path);
    if (folder !== "") projects.set(folder, next);
    setHere(next);
  }

  return {
    /** The one that is shown. */
    get proof() {
      return here().proof;
    },
    get lanes() {
      return here().lanes;
    },
    get stores() {
      return here().stores;
    },
    log: () => here().log(),
    running: () => here().running(),
    whole: () => here().whole(),
    fault: () => here().fault() ?? looking.fault(),
    builders,
    turn,
    /** Takes over how a project's plan stands. */
    settle: (plan: PlanVerdict) => projects.get(plan.folder)?.settle(plan),
    show: (service: string) => here().choose(service),
    start: (run: string, service: string, builder: string, fixing = false) =>
      here().start(run, service, builder, fixing),
    startAll: (run: string, services: string[], builder: string, fixing = false) =>
      here().startAll(run, services, builder, fixing),
    stop: () => here().stop(),
    /** Whether the user has asked elsewhere for what the Prove screen does first. */
    wanted,
    want: setWanted,
    look: () => looking.attempt(async () => void setBuilders(await bridge.builders())),
  };
}

export type Proof = ReturnType<typeof createProof>;
