import { batch, createSignal } from "solid-js";
import { createStore, produce, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { Sequence } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { ProofBatch, ProofItem, Report, Store } from "~/bridge/report";
import type { PlanVerdict } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";
import {
  startsOver,
  applyItem,
  idle,
  proofStateOf,
  linesOf,
  putStore,
  type LogLine,
  type ProofState,
} from "./progress";

export type ProvingBridge = Pick<Api, "prove" | "proveFixing" | "proveAll" | "stopProof" | "proof">;

/** How many services' reports are read for the lanes beside the one that is shown. */
const mostRead = 12;

const nothing = idle();

/** Who hears of what a proof changes. */
export interface ProofListener {
  /** An edit has helped: it stands in the plan now. */
  kept: (run: string, service: string) => void;
  /** A proof was begun, or refused. */
  began: () => void;
}

/** The proofs of one project's services, a lane for each, and the one that is shown. */
export function createProving(bridge: ProvingBridge, tell: ProofListener) {
  const [lanes, set] = createStore<Record<string, ProofState>>({});
  /** What is said of the data services while they are beside the services. */
  const [stores, setStores] = createStore<Store[]>([]);
  const [logs, setLogs] = createSignal<Readonly<Record<string, readonly LogLine[]>>>({});
  const [shown, show] = createSignal("");
  /** Of the round that is under way, or was last. */
  const [round, setRound] = createSignal({ run: "", id: "", whole: false });
  const { fault, setFault, attempt } = createAttempts();
  /** Undefined for a proof whose first items the page has missed. */
  let sequence: Sequence<ProofItem> | undefined;
  let early: ProofBatch[] = [];
  let starting = false;
  /** The start that is not wanted any more, by its number. */
  let givenUp = 0;
  let asked = 0;

  const all = () => Object.values(lanes);
  const running = () => all().some((lane) => lane.running);

  /** What comes while a start waits for its answer is kept until it has one. */
  function take(sent: ProofBatch) {
    if (starting) early.push(sent);
    else hear(sent);
  }

  /** One that was begun before the page was reloaded is known by one of its lanes. */
  function hear(sent: ProofBatch) {
    const { id } = round();
    if (id && sent.proof_id !== id) return;
    const items = sent.items ?? [];
    const fresh = sequence ? sequence.add(items) : items;
    apply(fresh);
    for (const item of fresh) {
      if (item.try?.state === "kept") tell.kept(sent.run_id, item.service);
      if (item.end) void read(item.service);
    }
    if (!sent.done) return;
    if (sent.error) setFault(sent.error);
  }

  function apply(items: readonly ProofItem[]) {
    if (items.length === 0) return;
    const at = Date.now();
    batch(() => {
      setStores(
        produce((draft) => {
          for (const { store } of items) if (store) putStore(draft, store);
        }),
      );
      set(
        produce((draft) => {
          for (const item of items) {
            const lane = draft[item.service];
            if (lane && !item.store) applyItem(lane, item);
          }
        }),
      );
      if (items.some((item) => item.log !== "" || startsOver(item))) setLogs((known) => logged(known, items, at));
    });
  }

  /** Reads a lane's report; one that was stopped early has none. */
  async function read(service: string, still: () => boolean = () => true) {
    const id = lanes[service]?.id ?? "";
    try {
      const text = id === "" ? "" : await bridge.proof(id);
      if (text !== "" && still() && id === lanes[service]?.id) know(service, JSON.parse(text) as Report);
    } catch (thrown) {
      setFault(rejected(thrown)); // the fault that ended a round stays in sight where a report can be read
    }
  }

  function know(service: string, report: Report) {
    batch(() => {
      set(service, {
        report,
        steps: report.steps ?? [],
        tries: report.mending?.tries ?? [],
        startedAt: report.started_at,
      });
      setLogs((known) => ({ ...known, [service]: linesOf(report) }));
    });
  }

  /** Begins a round; `ask` gives the id of each service's proof. */
  async function begin(run: string, services: string[], whole: boolean, ask: () => Promise<Record<string, string>>) {
    starting = true;
    early = [];
    const mine = ++asked;
    setFault(undefined);
    const startedAt = Date.now();
    const phase = services.length > 1 ? "queued" : "";
    batch(() => {
      setRound({ run, id: "", whole });
      setStores([]);
      for (const service of services) set(service, { ...idle(), service, startedAt, phase, running: true });
      setLogs((known) => ({ ...known, ...Object.fromEntries(services.map((service) => [service, []])) }));
      if (!services.includes(shown())) show(services[0] ?? "");
    });
    const ids = await attempt(ask);
    starting = false;
    tell.began();
    if (ids === undefined) {
      for (const service of services) set(service, { running: false, phase: "" });
      return;
    }
    sequence = new Sequence();
    batch(() => {
      setRound({ run, id: Object.values(ids)[0] ?? "", whole });
      for (const [service, id] of Object.entries(ids)) set(service, { id });
    });
    early.forEach(hear);
    if (givenUp === mine) await stop();
  }

  /** Proves a service; `fixing` makes the edits that its failures offer, and keeps what helps. */
  function start(run: string, service: string, builder: string, fixing = false) {
    const ask = fixing ? bridge.proveFixing : bridge.prove;
    return begin(run, [service], false, async () => ({ [service]: await ask(run, service, builder) }));
  }

  /** Proves the whole plan: what belongs together side by side. */
  function startAll(run: string, services: string[], builder: string, fixing = false) {
    return begin(run, services, true, async () => {
      const rows = await bridge.proveAll(run, builder, fixing);
      return Object.fromEntries(rows.map((row) => [row.service, row.id]));
    });
  }

  /** One that has no id yet is stopped as soon as it has. */
  async function stop() {
    givenUp = asked;
    if (!starting) await attempt(() => bridge.stopProof(round().id || (all().find((lane) => lane.running)?.id ?? "")));
  }

  /** Takes over how the plan stands: the proof that is under way, else the last one that came to its end. */
  function settle({ services }: PlanVerdict) {
    batch(() => {
      for (const one of services) {
        const row = one.running ?? one.last ?? one.cut;
        const known = lanes[one.service];
        if (known?.running && known.id !== row?.id) continue; // it was asked before this one began
        if (!row) set(produce((draft) => void Reflect.deleteProperty(draft, one.service)));
        else if (known?.id !== row.id) {
          set(one.service, reconcile(proofStateOf(row)));
          setLogs((lines) => ({ ...lines, [one.service]: [] }));
        } else if (known.running && row.verdict !== "running")
          set(one.service, { running: false, waiting: "", verdict: row.verdict, cause: row.cause });
      }
      if (running() || round().id === "") return;
      sequence = undefined; // the next one may be begun by another page
      setRound((last) => ({ ...last, id: "" }));
    });
  }

  /** Shows a service, and reads the reports that are not here yet. The answer to an older question is dropped. */
  async function choose(service: string) {
    show(service);
    const mine = ++asked;
    const still = () => mine === asked;
    const others = Object.keys(lanes).filter((one) => one !== service);
    for (const one of [service, ...others.slice(0, mostRead)]) {
      const lane = lanes[one];
      if (lane && !lane.running && !lane.report && still()) await read(one, still);
    }
  }

  return {
    /** The one that is shown. */
    get proof() {
      return lanes[shown()] ?? nothing;
    },
    log: () => logs()[shown()] ?? [],
    lanes,
    stores,
    running,
    whole: () => round().whole,
    fault,
    take,
    settle,
    choose,
    start,
    startAll,
    stop,
  };
}

export type Proving = ReturnType<typeof createProving>;

/** What each lane has said; a proof that starts over has said nothing yet. */
function logged(known: Readonly<Record<string, readonly LogLine[]>>, items: readonly ProofItem[], at: number) {
  const next = { ...known };
  const services = new Set(items.map((item) => item.service));
  for (const service of services) {
    const own = items.filter((item) => item.service === service);
    const begun = own.findLastIndex(startsOver);
    const lines = own.slice(begun + 1).filter((item) => item.log !== "");
    if (lines.length === 0 && begun < 0) continue;
    next[service] = [
      ...(begun >= 0 ? [] : (known[service] ?? [])),
      ...lines.map(({ index, log: text }) => ({ step: index, text, at })),
    ];
  }
  return next;
}
