import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { ProofBatch, ProofItem, Try, Verdict } from "~/bridge/report";
import type { PlanVerdict, ProofRow, ServiceVerdict } from "~/bridge/types";
import { createProof, type ProofBridge } from "./proof";

const report = (service: string, verdict = "proven") => JSON.stringify({ service, verdict, started_at: 1, steps: [] });
const row = (id: string, service: string, verdict = "proven", startedAt = 1) =>
  ({ id, run_id: "r", service, verdict, started_at: startedAt, cause: "" }) as ProofRow;
const item = (seq: number, index: number, name: string) =>
  ({
    seq,
    service: ".",
    index,
    log: "",
    phase: "",
    waiting: "",
    step: { name, status: "done" },
  }) as unknown as ProofItem;
const over = (seq: number, verdict: Verdict = "proven", service = ".") =>
  ({ ...item(seq, 0, ""), step: null, service, end: { verdict, cause: "" } }) satisfies ProofItem;

/** How a plan stands that has one service. */
const planOf = (more: Partial<ServiceVerdict>, folder = "/p"): PlanVerdict => ({
  run_id: "r",
  folder,
  state: "",
  loud: false,
  services: [{ service: ".", state: "", loud: false, stale: false, ...more }],
});

/** Promises that the test keeps when it likes. */
function later<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (keep = done));
  return { promise, keep };
}

function world(more: Partial<ProofBridge> = {}) {
  let send: (batch: ProofBatch) => void = () => undefined;
  const stopped: string[] = [];
  const kept: string[] = [];
  const bridge: ProofBridge = {
    builders: () => Promise.resolve([]),
    prove: () => Promise.resolve("p"),
    proveFixing: () => Promise.resolve("f"),
    proveAll: () => Promise.resolve([row("a", "api"), row("w", "web")]),
    stopProof: (id) => Promise.resolve(void stopped.push(id)),
    proof: () => Promise.resolve(report(".")),
    onProof: (then) => {
      send = then;
      return () => undefined;
    },
    ...more,
  };
  let began = 0;
  const state = createRoot(() =>
    createProof(bridge, { kept: (run, service) => kept.push(`${run} ${service}`), began: () => began++ }),
  );
  state.turn("/p");
  return {
    state,
    began: () => began,
    stopped,
    kept,
    send: (id: string, items: ProofItem[], done = false, more: Partial<ProofBatch> = {}) =>
      send({
        proof_id: id,
        run_id: "r",
        folder: "/p",
        items,
        done,
        error: null,
        ...more,
      }),
  };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

test("a project shows its own proof alone, and one that goes on elsewhere is there on the way back", async () => {
  const { state, send } = world();
  await state.start("r", ".", "");
  send("p", [item(1, 0, "FROM a")]);
  expect(state.running()).toBe(true);
  state.turn("/q");
  expect([state.running(), state.proof.steps.length, state.proof.verdict, state.lanes["."]]).toEqual([
    false,
    0,
    "",
    undefined,
  ]);
  send("p", [item(2, 1, "RUN x"), { ...item(3, 1, ""), step: null, log: "a line" }]);
  state.settle(planOf({ last: row("q", ".", "failed") }, "/q"));
  await state.show(".");
  expect([state.proof.id, state.log()]).toEqual(["q", []]);
  state.turn("/p");
  expect([state.running(), state.proof.steps.length, state.log().length]).toEqual([true, 2, 1]);
  send("p", [over(4, "failed")], true);
  expect(state.proof.verdict).toBe("failed");
  state.turn("/q");
  state.turn("/p");
  expect(state.proof.verdict).toBe(""); // until the history says it
});

test("a proof of another project begins while this one is shown, and changes nothing here", async () => {
  const { state, send } = world();
  state.settle(planOf({ last: row("a", ".") }));
  await state.show(".");
  send("elsewhere", [item(1, 0, "FROM b"), over(2, "failed")], true, { folder: "/q" });
  expect([state.proof.id, state.proof.verdict, state.running()]).toEqual(["a", "proven", false]);
});

test("the answer that was asked for last is shown, whichever comes first", async () => {
  const first = later<string>();
  const { state } = world({ proof: (id) => (id === "one" ? first.promise : Promise.resolve(report("web"))) });
  const services = ["one", "two"].map(
    (id, i) =>
      ({
        service: i ? "web" : "api",
        state: "proven",
        loud: false,
        stale: false,
        last: row(id, i ? "web" : "api"),
      }) satisfies ServiceVerdict,
  );
  state.settle({ ...planOf({}), services });
  const old = state.show("api");
  const now = state.show("web");
  await settled();
  first.keep(report("api"));
  await Promise.all([old, now]);
  expect(state.proof.service).toBe("web");
  expect(state.proof.report?.service).toBe("web");
});

test("one that is under way when the page is reloaded goes on, and its report comes at the end", async () => {
  const { state, send } = world();
  state.settle(planOf({ running: row("p", ".", "running"), last: row("o", ".", "failed", 0) }));
  await state.show(".");
  expect([state.proof.running, state.fault()]).toEqual([true, undefined]);
  send("p", [item(7, 2, "RUN npm ci")]);
  expect(state.proof.steps[2]?.name).toBe("RUN npm ci");
  send("p", [over(8)], true);
  await settled();
  expect(state.proof.running).toBe(false);
  expect(state.proof.report?.verdict).toBe("proven");
});

test("after a proof that was cut short the last finished one is shown again", async () => {
  const { state, send } = world({ proof: (id) => Promise.resolve(id === "o" ? report(".") : "") });
  state.settle(planOf({ last: row("o", ".") }));
  await state.show(".");
  await state.start("r", ".", "");
  state.settle(planOf({ last: row("o", ".") })); // asked before it had begun
  expect([state.proof.running, state.proof.report]).toEqual([true, null]);
  send("p", [over(1, "stopped")], true);
  state.settle(planOf({ last: row("o", "."), cut: row("p", ".", "stopped", 2) }));
  await state.show(".");
  expect([state.proof.id, state.proof.verdict, state.proof.report?.verdict]).toEqual(["o", "proven", "proven"]);
});

test("the history ends a proof whose end was not heard", async () => {
  const { state } = world();
  await state.start("r", ".", "");
  state.settle(planOf({ last: row("p", ".", "failed") }));
  expect([state.running(), state.proof.verdict]).toEqual([false, "failed"]);
});

test("who began a proof hears of it, and who was refused", async () => {
  const one = world();
  await one.state.start("r", ".", "");
  expect(one.began()).toBe(1);
  const two = world({ prove: () => Promise.reject(new Error("no")) });
  two.state.settle(planOf({ last: row("o", ".") }));
  await two.state.start("r", ".", "");
  two.state.settle(planOf({ last: row("o", ".") }));
  expect([two.began(), two.state.proof.verdict]).toEqual([1, "proven"]);
});

test("one that is stopped before it has a name is stopped as soon as it has", async () => {
  const id = later<string>();
  const { state, stopped } = world({ prove: () => id.promise });
  const started = state.start("r", ".", "");
  await state.stop();
  expect(stopped).toEqual([]);
  id.keep("p");
  await started;
  expect(stopped).toEqual(["p"]);
});

test("a refused start says why and runs no more", async () => {
  const { state } = world({ prove: () => Promise.reject(new Error("no builder")) });
  await state.start("r", ".", "");
  expect(state.proof.running).toBe(false);
  expect(state.fault()?.message).toBe("no builder");
});

test("what is waited for is shown until the next phase, and not after the end", async () => {
  const { state, send } = world();
  await state.start("r", ".", "");
  const phase = (seq: number, name: string, waiting = "") =>
    ({ seq, service: ".", index: 0, log: "", step: null, phase: name, waiting }) satisfies ProofItem;
  send("p", [phase(1, "start"), phase(2, "again", "asked again in 4 s"), { ...item(3, 0, "RUN x"), log: "a line" }]);
  expect([state.proof.phase, state.proof.waiting]).toEqual(["again", "asked again in 4 s"]);
  send("p", [phase(4, "checks")]);
  expect([state.proof.phase, state.proof.waiting]).toEqual(["checks", ""]);
  send("p", [over(5)], true);
  await settled();
  expect([state.proof.verdict, state.proof.waiting]).toEqual(["proven", ""]);
});

test("one that was stopped keeps the steps it came through", async () => {
  const { state, send } = world({
    proof: () => Promise.resolve(JSON.stringify({ service: ".", verdict: "stopped", steps: [{ name: "RUN npm ci" }] })),
  });
  await state.start("r", ".", "");
  send("p", [over(1, "stopped")], true);
  await settled();
  expect([state.proof.running, state.proof.verdict, state.proof.steps[0]?.name]).toEqual([
    false,
    "stopped",
    "RUN npm ci",
  ]);
});

test.each([
  ["stopped", "aipack ended during this proof"],
  ["not_built", "no builder answers"],
] as const)("one that was %s without a report says why, and nothing fails", async (verdict, cause) => {
  const { state } = world({ proof: () => Promise.resolve("") });
  state.settle(planOf({ cut: { ...row("p", ".", verdict), cause } }));
  await state.show(".");
  expect([state.proof.running, state.proof.verdict, state.proof.cause]).toEqual([false, verdict, cause]);
  expect([state.proof.report, state.fault()]).toEqual([null, undefined]);
});

test("nobody could build: why stays in sight", async () => {
  const { state, send } = world();
  await state.start("r", ".", "");
  send("p", [over(1, "not_built")], true, { error: { code: "ENGINE_ABSENT", message: "no builder", hint: "" } });
  await settled();
  expect([state.proof.running, state.proof.verdict, state.fault()?.message]).toEqual([
    false,
    "not_built",
    "no builder",
  ]);
});

const tried = (seq: number, index: number, state: Try["state"], more: Partial<Try> = {}) =>
  ({
    ...item(seq, index, ""),
    step: null,
    try: { state, stage: "health", rule: "wrong_port", cause: "It listens on 3000.", edits: [], why: "", ...more },
  }) satisfies ProofItem;

test("a fix is shown while it is tried, each proof starts over, and what helped is told once", async () => {
  const { state, send, kept } = world({
    prove: () => Promise.reject(new Error("the wrong call")),
    proof: () =>
      Promise.resolve(
        JSON.stringify({
          service: ".",
          verdict: "proven",
          steps: [],
          mending: { ended: "The service is proven.", tries: [tried(0, 0, "kept").try, tried(0, 1, "taken_back").try] },
        }),
      ),
  });
  await state.start("r", ".", "", true);
  const logged = (seq: number, text: string) => ({ ...item(seq, 0, "RUN x"), log: text });
  send("f", [item(1, 0, "FROM a"), item(2, 1, "RUN x"), logged(3, "first")]);
  send("f", [tried(4, 0, "trying"), logged(5, "second")]);
  expect(state.proof.tries.map((one) => one.state)).toEqual(["trying"]);
  expect([state.proof.steps.length, state.log().map((line) => line.text)]).toEqual([1, ["second"]]);
  send("f", [tried(6, 0, "kept"), tried(7, 1, "trying")]);
  expect([state.proof.tries.map((one) => one.state), kept]).toEqual([["kept", "trying"], ["r ."]]);
  send("f", [tried(8, 1, "taken_back")]);
  send("f", [over(9)], true);
  await settled();
  expect(state.proof.tries.map((one) => one.state)).toEqual(["kept", "taken_back"]);
  expect([state.proof.report?.mending?.ended, kept]).toEqual(["The service is proven.", ["r ."]]);
});

test("what passes begins another proof, and what that came to does not", async () => {
  const { state, send } = world();
  await state.start("r", ".", "");
  send("p", [item(1, 0, "FROM a"), tried(2, 0, "again")]);
  expect(state.proof.steps).toEqual([]);
  send("p", [item(3, 0, "FROM a"), tried(4, 0, "again", { came: "It is proven." })]);
  expect([state.proof.steps.length, state.proof.tries[0]?.came]).toEqual([1, "It is proven."]);
});

test("another proof forgets what was tried before", async () => {
  const { state, send } = world();
  await state.start("r", ".", "", true);
  send("f", [tried(1, 0, "trying")]);
  await state.start("r", ".", "");
  expect(state.proof.tries).toEqual([]);
});
