import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { ProofBatch, ProofItem, Report, Store, Verdict } from "~/bridge/report";
import type { PlanVerdict, ProofRow } from "~/bridge/types";
import { idle } from "./progress";
import { createProof, type ProofBridge } from "./proof";
import { stagesInShort } from "./stages";
import { dataServices, dataServiceState, dataServiceWords } from "./dataServices";

const services = ["api", "worker", "web"];
const row = (service: string, verdict: ProofRow["verdict"] = "running") =>
  ({ id: `id-${service}`, run_id: "r", service, verdict, started_at: 5, cause: "", duration_ms: 9 }) as ProofRow;
const item = (seq: number, service: string, more: Partial<ProofItem>): ProofItem => ({
  seq,
  service,
  index: 0,
  step: null,
  log: "",
  phase: "",
  waiting: "",
  ...more,
});
const over = (seq: number, service: string, verdict: Verdict) => item(seq, service, { end: { verdict, cause: "" } });
const db: Store = {
  name: "db",
  id: "postgresql",
  image: "postgres:16",
  state: "starting",
  asked: false,
  after_ms: 0,
  words: "not healthy yet when the proof ended",
};
const healthy: Store = { ...db, state: "healthy", after_ms: 1400, words: "healthy after 1.4 s" };
const start = { command: [], user: "", log: ["up"], stopped_ms: 1, listening: [] };

function reportOf(service: string, verdict: Verdict, more: Partial<Report> = {}): Report {
  const none = { steps: [], checks: [], warnings: [], dockerfile: "", started_at: 5, duration_ms: 9 };
  return { service, name: service, verdict, start, ...none, ...more };
}

const planOf = (rows: ProofRow[]) =>
  ({
    run_id: "r",
    folder: "/p",
    state: "",
    loud: false,
    services: rows.map((last) => ({ service: last.service, state: last.verdict, loud: false, stale: false, last })),
  }) satisfies PlanVerdict;

function world(reports: Report[] = []) {
  let send: (batch: ProofBatch) => void = () => undefined;
  const stopped: string[] = [];
  const bridge: ProofBridge = {
    builders: () => Promise.resolve([]),
    prove: () => Promise.resolve("one"),
    proveFixing: () => Promise.resolve("fix"),
    proveAll: () => Promise.resolve(services.map((service) => row(service))),
    stopProof: (id) => Promise.resolve(void stopped.push(id)),
    proof: (id) => {
      const found = reports.find((one) => `id-${one.service}` === id);
      return Promise.resolve(found ? JSON.stringify(found) : "");
    },
    onProof: (then) => {
      send = then;
      return () => undefined;
    },
  };
  const state = createRoot(() => createProof(bridge, { kept: () => undefined, began: () => undefined }));
  state.turn("/p");
  const tell = (items: ProofItem[], done = false) =>
    send({ proof_id: "id-api", run_id: "r", folder: "/p", items, done, error: null });
  return { state, stopped, tell };
}

const settled = () => new Promise((done) => setTimeout(done, 0));
const short = (state: ReturnType<typeof world>["state"], service: string) => {
  const lane = state.lanes[service];
  return lane ? stagesInShort(lane).map((stage) => `${stage.title} ${stage.state}`) : [];
};

test("each event moves its own lane, in whatever batches they come", async () => {
  const { state, tell } = world();
  await state.startAll("r", services, "");
  expect(short(state, "web")).toEqual(["Build todo", "Start todo", "Response todo", "Recheck todo", "Checks todo"]);
  // The development server delivers the second batch first.
  tell([
    item(4, "api", { phase: "release", waiting: "for npx prisma migrate deploy" }),
    item(5, "worker", { phase: "start" }),
  ]);
  expect(state.lanes["worker"]?.phase).toBe("queued");
  tell([
    item(1, "", { store: db }),
    item(2, "api", { phase: "build" }),
    item(3, "api", { phase: "neighbours", waiting: "for db to be healthy" }),
  ]);
  expect(short(state, "api").slice(0, 4)).toEqual(["Build ok", "Other services ok", "Release running", "Start todo"]);
  expect(short(state, "worker").slice(0, 3)).toEqual(["Build ok", "Start running", "Response todo"]);
  expect([state.stores.length, state.stores[0]?.state, state.running()]).toEqual([1, "starting", true]);
});

test("a neighbour that is not there turns nothing green", async () => {
  const { state, tell } = world();
  await state.startAll("r", services, "");
  tell([
    item(1, "web", { phase: "build" }),
    item(2, "web", { phase: "neighbours", waiting: "for api to be healthy" }),
    item(3, "web", { phase: "neighbours", lacking: ["api"] }),
    item(4, "web", { phase: "start" }),
  ]);
  expect(short(state, "web").slice(0, 3)).toEqual(["Build ok", "Other services warn", "Start running"]);
  tell([
    item(5, "web", { phase: "build" }),
    item(6, "web", { phase: "neighbours" }),
    item(7, "web", { phase: "start" }),
  ]);
  expect(short(state, "web").slice(0, 3)).toEqual(["Build ok", "Other services ok", "Start running"]);
});

test("the lane that is chosen is shown while the others go on", async () => {
  const { state, tell } = world();
  await state.startAll("r", services, "");
  await state.show("web");
  tell([item(1, "web", { phase: "build" }), item(2, "web", { log: "from web" }), item(3, "api", { log: "from api" })]);
  expect([state.proof.service, state.log().map((line) => line.text)]).toEqual(["web", ["from web"]]);
  await state.show("api");
  expect(state.log().map((line) => line.text)).toEqual(["from api"]);
});

test("stopped in the middle: what was over keeps its verdict, and nothing turns green", async () => {
  const stopped = reportOf("worker", "stopped", { start: null, stores: [db] });
  const { state, tell, stopped: asked } = world([reportOf("api", "proven"), stopped]);
  await state.startAll("r", services, "");
  tell([item(1, "worker", { phase: "build" }), item(2, "", { store: db }), over(3, "api", "proven")]);
  tell([item(4, "worker", { phase: "neighbours", waiting: "for db to be healthy" })]);
  await state.stop();
  tell([over(5, "worker", "stopped"), over(6, "web", "stopped")], true);
  await settled();
  expect(asked).toEqual(["id-api"]);
  expect(services.map((service) => state.lanes[service]?.verdict)).toEqual(["proven", "stopped", "stopped"]);
  expect(short(state, "worker").slice(0, 3)).toEqual(["Build ok", "Other services stopped", "Start skipped"]);
  expect(new Set(short(state, "web").map((one) => one.split(" ").at(-1)))).toEqual(new Set(["skipped"]));
  const [lane] = dataServices(Object.values(state.lanes), state.stores);
  expect(lane && [dataServiceState(lane, false), dataServiceWords(lane, false, String)]).toEqual([
    "stopped",
    "Not healthy yet when the proof ended",
  ]);
});

test("a data service that fails late is failed, whatever a report said before", async () => {
  const asked: Store = { ...healthy, asked: true };
  const { state, tell } = world([reportOf("api", "proven", { stores: [asked] })]);
  await state.startAll("r", services, "");
  tell([item(1, "", { store: { ...asked, asked: false } }), over(2, "api", "proven")]);
  await settled();
  tell([item(3, "", { store: { ...asked, state: "failed", words: "failed: it ended by itself", log: ["PANIC"] } })]);
  const [lane] = dataServices(Object.values(state.lanes), state.stores);
  expect(lane?.store.log).toEqual(["PANIC"]);
  expect(lane && [dataServiceState(lane, true), dataServiceWords(lane, true, String)]).toEqual([
    "failed",
    "Failed: it ended by itself",
  ]);
});

test("a plan from the history has its data services, and who asked them", async () => {
  const asked: Store = { ...healthy, asked: true };
  const { state } = world([
    reportOf("api", "proven", { stores: [{ ...asked, asked_by: "GET /ready" }] }),
    reportOf("worker", "incomplete", { stores: [{ ...asked, asked: false }] }),
    reportOf("web", "proven"), // of before data services were started
  ]);
  state.settle(planOf([row("api", "proven"), row("worker", "incomplete"), row("web", "proven")]));
  await state.show("web");
  const [lane] = dataServices(Object.values(state.lanes), state.stores);
  expect(lane && [dataServiceState(lane, false), dataServiceWords(lane, false, String)]).toEqual([
    "warn",
    "Healthy after 1.4 s, used by api on GET /ready, not by worker",
  ]);
  expect(short(state, "worker")[1]).toBe("Other services warn");
  expect(short(state, "web")).not.toContain("Other services ok");
});

test.each<[string, Partial<Store>, boolean, string, string]>([
  ["starting", {}, true, "running", "Starting"],
  ["healthy", healthy, true, "ok", "Healthy after 1.4 s"],
  ["failed", { state: "failed", words: "failed: exit code 1" }, true, "failed", "Failed: exit code 1"],
  [
    "unknown",
    { state: "unknown", words: "not started: aipack does not know how" },
    false,
    "warn",
    "Not started: aipack does not know how",
  ],
  [
    "left out",
    { state: "left_out", words: "left out: DATABASE_URL was given" },
    false,
    "skipped",
    "Left out: DATABASE_URL was given",
  ],
])("a data service that is %s says so", (_, store, running, state, words) => {
  const [lane] = dataServices([], [{ ...db, ...store }]);
  expect(lane && [dataServiceState(lane, running), dataServiceWords(lane, running, String)]).toEqual([state, words]);
});

test("one that was healthy and that nobody asked is not green", () => {
  const told = (report: Partial<Report>) => {
    const lanes = [{ service: "api", report: reportOf("api", "incomplete", { stores: [healthy], ...report }) }];
    const [lane] = dataServices(lanes as never, []);
    return lane && [dataServiceState(lane, false), dataServiceWords(lane, false, String)];
  };
  expect(told({})).toEqual(["warn", "Healthy after 1.4 s, but no service connected to it"]);
  expect(told({ start: null })).toEqual(["skipped", "Healthy after 1.4 s; no service got far enough to connect to it"]);
});

test("a service that was needed and not healthy leaves no green mark", () => {
  const of = (healthy: boolean) =>
    stagesInShort({
      ...idle(),
      verdict: "proven",
      report: reportOf("web", "proven", { services: [{ id: "api", healthy, words: "" }] }),
    })
      .filter((stage) => stage.title === "Other services")
      .map(({ state, note }) => [state, note]);
  expect(of(true)).toEqual([["ok", "api healthy"]]);
  expect(of(false)).toEqual([["warn", "api unhealthy"]]);
});

test("another proof of a lane forgets what its first one said", async () => {
  const { state, tell } = world();
  await state.startAll("r", services, "");
  tell([item(1, "api", { phase: "build" }), item(2, "api", { log: "first" }), item(3, "api", { phase: "start" })]);
  tell([item(4, "api", { phase: "build" }), item(5, "api", { log: "second" })]);
  expect([state.lanes["api"]?.came, state.log().map((line) => line.text)]).toEqual([["build"], ["second"]]);
});
