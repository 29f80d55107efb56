import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, produce, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { Sequence } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { ProofBatch, ProofItem, Report, Step } from "~/bridge/report";
import type { BuilderInfo, Fault } from "~/bridge/types";

export type ProofBridge = Pick<Api, "builders" | "prove" | "stopProof" | "proof" | "proofs"> & {
  onProof(then: (batch: ProofBatch) => void): () => void;
};

/** One line of the live log. */
export interface LogLine {
  step: number;
  text: string;
  at: number;
}

export interface ProofState {
  id: string;
  service: string;
  running: boolean;
  phase: string;
  startedAt: number;
  steps: Step[];
  report: Report | null;
}

const idle = (): ProofState => ({
  id: "",
  service: "",
  running: false,
  phase: "",
  startedAt: 0,
  steps: [],
  report: null,
});

/** The proof that is running or was last shown. Must be created inside an owner. */
export function createProof(bridge: ProofBridge) {
  const [proof, set] = createStore<ProofState>(idle());
  const [log, setLog] = createSignal<readonly LogLine[]>([]);
  const [builders, setBuilders] = createSignal<BuilderInfo[]>();
  const [fault, setFault] = createSignal<Fault>();
  let sequence = new Sequence<ProofItem>();
  let early: ProofBatch[] = [];
  let starting = false;

  onCleanup(
    bridge.onProof((sent) => {
      if (starting) early.push(sent);
      else hear(sent);
    }),
  );

  function hear(sent: ProofBatch) {
    if (sent.proof_id !== proof.id) return;
    apply(sequence.add(sent.items ?? []));
    if (!sent.done) return;
    if (sent.error) setFault(sent.error);
    void finish(sent.error !== null);
  }

  function apply(items: readonly ProofItem[]) {
    if (items.length === 0) return;
    const now = Date.now();
    batch(() => {
      set(
        produce((draft) => {
          for (const { step, index, phase } of items) {
            if (step) draft.steps[index] = step;
            if (phase) draft.phase = phase;
          }
        }),
      );
      const lines = items.filter((item) => item.log !== "");
      if (lines.length > 0)
        setLog((known) => [...known, ...lines.map(({ index, log: text }) => ({ step: index, text, at: now }))]);
    });
  }

  /** Reads the report when the proof has ended. */
  async function finish(without: boolean) {
    const id = proof.id;
    if (!without) {
      await guarded(async () => {
        const report = JSON.parse(await bridge.proof(id)) as Report;
        if (id === proof.id) take(report);
      });
    }
    if (id === proof.id) set({ running: false });
  }

  function take(report: Report) {
    const steps = report.steps ?? [];
    batch(() => {
      set({ report, steps, service: report.service, startedAt: report.started_at });
      setLog([
        ...steps.flatMap((step, i) => (step.log ?? []).map((text) => ({ step: i, text, at: 0 }))),
        ...started(report),
      ]);
    });
  }

  async function guarded(work: () => Promise<void>) {
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  async function start(run: string, service: string, builder: string) {
    starting = true;
    early = [];
    batch(() => {
      set(reconcile({ ...idle(), service, running: true, startedAt: Date.now() }));
      setLog([]);
    });
    await guarded(async () => {
      const id = await bridge.prove(run, service, builder);
      sequence = new Sequence();
      set({ id });
      starting = false;
      early.forEach(hear);
    });
    starting = false;
    if (fault()) set({ running: false });
  }

  /** Shows the newest proof of a service, none where it has none. */
  async function showLatest(run: string, service: string) {
    if (proof.running) return;
    await guarded(async () => {
      const rows = await bridge.proofs(run);
      const row = rows.filter((one) => one.service === service).sort((a, b) => b.started_at - a.started_at)[0];
      set(reconcile({ ...idle(), service, id: row?.id ?? "" }));
      setLog([]);
      if (row) take(JSON.parse(await bridge.proof(row.id)) as Report);
    });
  }

  return {
    proof,
    log,
    builders,
    fault,
    start,
    showLatest,
    stop: () =>
      guarded(async () => {
        await bridge.stopProof(proof.id);
      }),
    look: () => guarded(async () => void setBuilders(await bridge.builders())),
  };
}

export type Proof = ReturnType<typeof createProof>;

function started(report: Report): LogLine[] {
  return (report.start?.log ?? []).map((text) => ({ step: -1, text, at: 0 }));
}
