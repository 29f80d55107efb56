import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, produce, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { Sequence } from "~/bridge/events";
import type { ProofBatch, ProofItem, Report, Step, Try, Verdict } from "~/bridge/report";
import type { BuilderInfo, ProofRow } from "~/bridge/types";
import { createAttempts } from "./attempts";

export type ProofBridge = Pick<Api, "builders" | "prove" | "proveFixing" | "stopProof" | "proof" | "proofs"> & {
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
  /** What is waited for in that phase. */
  waiting: string;
  startedAt: number;
  steps: Step[];
  /** What was tried beyond the first proof, in its order. */
  tries: Try[];
  /** What it came to; "" before its end. */
  verdict: Verdict | "";
  /** Why, where there is no report. */
  cause: string;
  /** None where it came to an end before anything was built. */
  report: Report | null;
}

const idle = (): ProofState => ({
  id: "",
  service: "",
  running: false,
  phase: "",
  waiting: "",
  startedAt: 0,
  steps: [],
  tries: [],
  verdict: "",
  cause: "",
  report: null,
});

/**
 * The proof that is running or was last shown. `kept` hears of every edit that helped: it stands in the plan then. Must
 * be created inside an owner.
 */
export function createProof(bridge: ProofBridge, kept: (run: string, service: string) => void = () => undefined) {
  const [proof, set] = createStore<ProofState>(idle());
  const [log, setLog] = createSignal<readonly LogLine[]>([]);
  const [builders, setBuilders] = createSignal<BuilderInfo[]>();
  const { fault, setFault, attempt } = createAttempts();
  /** Undefined for a proof whose first items the page has missed. */
  let sequence: Sequence<ProofItem> | undefined;
  let early: ProofBatch[] = [];
  let starting = false;
  /** The start that is not wanted any more, by its number. */
  let givenUp = 0;
  let asked = 0;

  onCleanup(
    bridge.onProof((sent) => {
      if (starting) early.push(sent);
      else hear(sent);
    }),
  );

  function hear(sent: ProofBatch) {
    if (sent.proof_id !== proof.id) return;
    const items = sent.items ?? [];
    const fresh = sequence ? sequence.add(items) : items;
    apply(fresh);
    if (fresh.some((item) => item.try?.state === "kept")) kept(sent.run_id, sent.service);
    if (!sent.done) return;
    if (sent.error) setFault(sent.error);
    void finish(sent.verdict as Verdict, sent.error !== null);
  }

  function apply(items: readonly ProofItem[]) {
    if (items.length === 0) return;
    const now = Date.now();
    // Another proof has begun: what the one before it said is over.
    const begun = items.findLastIndex((item) => item.try && begins(item.try));
    batch(() => {
      set(
        produce((draft) => {
          for (const item of items) {
            const { step, index, phase, waiting } = item;
            if (item.try) {
              draft.tries[index] = item.try;
              if (begins(item.try)) Object.assign(draft, { steps: [], phase: "", waiting: "" });
              continue;
            }
            if (step) draft.steps[index] = step;
            if (!phase) continue;
            draft.phase = phase;
            draft.waiting = waiting;
          }
        }),
      );
      const lines = items.slice(begun + 1).filter((item) => item.log !== "");
      if (lines.length > 0 || begun >= 0)
        setLog((known) => [
          ...(begun >= 0 ? [] : known),
          ...lines.map(({ index, log: text }) => ({ step: index, text, at: now })),
        ]);
    });
  }

  /** Reads the report when the proof has ended. The fault that ended it stays in sight. */
  async function finish(verdict: Verdict, faulty: boolean) {
    const id = proof.id;
    const read = async () => {
      const report = await reportOf(id);
      if (id === proof.id && report) take(report);
    };
    if (!faulty) await attempt(read);
    if (id === proof.id) set({ running: false, waiting: "", verdict });
  }

  /** One that was stopped early has none. */
  async function reportOf(id: string): Promise<Report | undefined> {
    const text = await bridge.proof(id);
    return text === "" ? undefined : (JSON.parse(text) as Report);
  }

  function take(report: Report) {
    const steps = report.steps ?? [];
    batch(() => {
      set({
        report,
        steps,
        tries: report.mending?.tries ?? [],
        service: report.service,
        startedAt: report.started_at,
      });
      setLog([
        ...steps.flatMap((step, i) => (step.log ?? []).map((text) => ({ step: i, text, at: 0 }))),
        ...started(report),
      ]);
    });
  }

  /** Proves a service; `fixing` makes the edits that its failures offer, and keeps what helps. */
  async function start(run: string, service: string, builder: string, fixing = false) {
    starting = true;
    early = [];
    const mine = ++asked;
    setFault(undefined);
    batch(() => {
      set(reconcile({ ...idle(), service, running: true, startedAt: Date.now() }));
      setLog([]);
    });
    const ask = fixing ? bridge.proveFixing : bridge.prove;
    const id = await attempt(() => ask(run, service, builder));
    starting = false;
    if (id === undefined) {
      set({ running: false });
      return;
    }
    sequence = new Sequence();
    set({ id });
    early.forEach(hear);
    if (givenUp === mine) await stop();
  }

  /** One that has no id yet is stopped as soon as it has. */
  async function stop() {
    givenUp = asked;
    if (!starting) await attempt(() => bridge.stopProof(proof.id));
  }

  /** Shows the newest proof of a service, none where it has none. The answer to an older question is dropped. */
  async function showLatest(run: string, service: string) {
    if (proof.running) return;
    const mine = ++asked;
    const found = await attempt(async () => {
      const rows = await bridge.proofs(run);
      const row = rows.filter((one) => one.service === service).sort((a, b) => b.started_at - a.started_at)[0];
      // One that is under way has no report yet: it was begun before the page was loaded anew.
      const report = row && row.verdict !== "running" ? await reportOf(row.id) : undefined;
      return { row, report };
    });
    if (!found || mine !== asked) return;
    const { row, report } = found;
    batch(() => {
      sequence = undefined;
      set(reconcile({ ...idle(), service, id: row?.id ?? "", startedAt: row?.started_at ?? 0, ...endOf(row) }));
      setLog([]);
      if (report) take(report);
    });
  }

  return {
    proof,
    log,
    builders,
    fault,
    start,
    showLatest,
    stop,
    look: () => attempt(async () => void setBuilders(await bridge.builders())),
  };
}

export type Proof = ReturnType<typeof createProof>;

/** A proof under way goes on, and its report comes at the end. */
function endOf(row: ProofRow | undefined): Pick<ProofState, "running" | "verdict" | "cause"> {
  if (!row || row.verdict === "running") return { running: row !== undefined, verdict: "", cause: "" };
  return { running: false, verdict: row.verdict, cause: row.cause };
}

/** A try that begins another proof. */
const begins = (one: Try) => one.state === "trying" || (one.state === "again" && !one.came);

function started(report: Report): LogLine[] {
  return (report.start?.log ?? []).map((text) => ({ step: -1, text, at: 0 }));
}
