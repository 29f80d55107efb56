import { batch, createMemo, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { AuditReport, Fault, Finding } from "~/bridge/types";

export type FindingsBridge = Pick<
  Api,
  | "findingsLast"
  | "findingsLook"
  | "findingsFetch"
  | "findingsIgnore"
  | "findingsHeed"
  | "findingsSARIF"
  | "findingsStop"
>;

/** What an audit of the project found, and what may stand. */
export function createFindings(bridge: FindingsBridge) {
  const [run, setRun] = createSignal("");
  // A row that stays keeps its place on the page, and the focus.
  const [state, setState] = createStore<{ report?: AuditReport }>({});
  const report = () => state.report;
  const [busy, setBusy] = createSignal<"" | "search" | "fetch">("");
  const [fault, setFault] = createSignal<Fault>();
  /** The finding that is about to be ignored, and what is said of it. */
  const [ignoring, setIgnoring] = createSignal("");
  const [reason, setReason] = createSignal("");
  const [until, setUntil] = createSignal("");

  /** Whether there was an audit: Go's moment of none is in the year 1. */
  const audited = createMemo(() => {
    const at = report()?.at;
    return at !== undefined && !at.startsWith("0001-") ? Date.parse(at) : undefined;
  });
  const open = createMemo(() => (report()?.findings ?? []).filter((one) => !one.ignored));
  const unlooked = createMemo(() => (report()?.looks ?? []).filter((one) => !one.looked));
  const critical = createMemo(() => open().filter((one) => one.severity === "critical").length);

  /** Does one thing; what comes of it counts while its run is still shown. */
  async function doing(what: "" | "search" | "fetch", work: (id: string) => Promise<AuditReport>) {
    const id = run();
    if (what !== "") setBusy(what);
    try {
      const now = await work(id);
      if (run() !== id) return;
      batch(() => {
        setState("report", reconcile(now, { key: "id" }));
        setFault(undefined);
        setIgnoring("");
      });
    } catch (thrown) {
      if (run() === id) setFault(rejected(thrown));
    } finally {
      if (what !== "") setBusy("");
    }
  }

  return {
    report,
    audited,
    open,
    critical,
    unlooked,
    busy,
    fault,
    ignoring,
    reason,
    setReason,
    until,
    setUntil,
    /** Shows what is known of a run's project. */
    show: (id: string) => {
      batch(() => {
        if (run() !== id) setState("report", undefined);
        setRun(id);
        setFault(undefined);
        setIgnoring("");
      });
      return doing("", bridge.findingsLast);
    },
    search: () => doing("search", bridge.findingsLook),
    fetch: () => doing("fetch", bridge.findingsFetch),
    stop: () => bridge.findingsStop(run()),
    /** Begins to ignore a finding: the reason is still to be said. */
    ask: (id: string) =>
      batch(() => {
        setIgnoring(id);
        setReason("");
        setUntil("");
      }),
    cancel: () => setIgnoring(""),
    ignore: () =>
      reason().trim() === ""
        ? Promise.resolve()
        : doing("", (id) => bridge.findingsIgnore(id, ignoring(), reason(), until())),
    heed: (finding: Finding) => doing("", (id) => bridge.findingsHeed(id, finding.id)),
    sarif: () => bridge.findingsSARIF(run()),
  };
}

export type Findings = ReturnType<typeof createFindings>;
