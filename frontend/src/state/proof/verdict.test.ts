import { createRoot } from "solid-js";
import { expect, test, vi } from "vitest";
import type { ProofBatch, ProofItem } from "~/bridge/report";
import type { PlanVerdict, ProofRow, ServiceVerdict, Standing } from "~/bridge/types";
import { decided, createVerdict, standingWords } from "./verdict";

const plan = (run: string, state: Standing, folder = "/p"): PlanVerdict => ({
  run_id: run,
  folder,
  state,
  loud: false,
  services: [{ service: ".", state, loud: false, stale: false }],
});

const settled = () => new Promise((done) => setTimeout(done, 0));

function world(answers: Record<string, () => Promise<PlanVerdict>>) {
  let send: (batch: ProofBatch) => void = () => undefined;
  const changed = vi.fn();
  const asked: string[] = [];
  const bridge = {
    verdict: (run: string) => {
      asked.push(run);
      return answers[run]?.() ?? Promise.reject(new Error("there is no such run"));
    },
    onProof: (then: (batch: ProofBatch) => void) => {
      send = then;
      return () => undefined;
    },
  };
  const item = (more: Partial<ProofItem>) =>
    ({ seq: 1, service: ".", index: 0, step: null, log: "", phase: "", waiting: "", ...more }) satisfies ProofItem;
  return {
    state: createRoot(() => createVerdict(bridge, changed)),
    asked,
    changed,
    send: (folder: string, more: Partial<ProofItem>, done = false) =>
      send({ proof_id: "x", run_id: "r", folder, items: [item(more)], done, error: null }),
  };
}

test("nothing is said of a project before its own verdict is known", async () => {
  let answer: (plan: PlanVerdict) => void = () => undefined;
  const { state } = world({
    a: () => Promise.resolve(plan("a", "proven")),
    b: () => new Promise((done) => (answer = done)),
  });
  await state.show("a");
  expect([state.state(), state.of(".")?.state]).toEqual(["proven", "proven"]);
  const shown = state.show("b");
  expect([state.state(), state.of("."), state.loud()]).toEqual(["", undefined, false]);
  answer(plan("b", "failed", "/q"));
  await shown;
  expect(state.state()).toBe("failed");
});

test("the answer to an older question is dropped", async () => {
  let answer: (plan: PlanVerdict) => void = () => undefined;
  const { state } = world({
    a: () => new Promise((done) => (answer = done)),
    b: () => Promise.resolve(plan("b", "failed", "/q")),
  });
  const old = state.show("a");
  await state.show("b");
  answer(plan("a", "proven"));
  await old;
  expect(state.state()).toBe("failed");
});

test("it is read again when a proof of the project ends, and of another one only told", async () => {
  let state: Standing = "running";
  const one = world({ a: () => Promise.resolve(plan("a", state)) });
  await one.state.show("a");
  state = "proven";
  one.send("/p", { log: "a line" });
  one.send("/q", { end: { verdict: "failed", cause: "" } });
  await settled();
  expect([one.state.state(), one.asked.length, one.changed.mock.calls.length]).toEqual(["running", 1, 1]);
  one.send("/p", { end: { verdict: "proven", cause: "" } });
  await settled();
  expect([one.state.state(), one.asked.length, one.changed.mock.calls.length]).toEqual(["proven", 2, 2]);
});

test("what cannot be read is not known", async () => {
  const { state } = world({ a: () => Promise.resolve(plan("a", "proven")) });
  await state.show("a");
  await state.show("gone");
  expect([state.plan(), state.state()]).toEqual([undefined, ""]);
  await state.show("");
  expect(state.plan()).toBeUndefined();
});

const minute = 60_000;
const row = (verdict: ProofRow["verdict"], startedAt: number) =>
  ({ id: verdict, verdict, started_at: startedAt, duration_ms: minute }) as ProofRow;

test.each<[string, Partial<ServiceVerdict>, string]>([
  ["nothing", {}, ""],
  ["proven", { last: row("proven", 0) }, "Proven 5 min ago"],
  [
    "a second was stopped",
    { last: row("proven", 0), cut: row("stopped", minute) },
    "Proven 5 min ago; a later proof was stopped early",
  ],
  [
    "a second had no builder",
    { last: row("failed", 0), cut: row("not_built", minute) },
    "Proof failed 5 min ago; a later proof could not start",
  ],
  ["only one, stopped", { cut: row("stopped", minute) }, "The proof was stopped early"],
  ["running", { running: row("running", minute) }, "Being proved"],
  [
    "running again",
    { last: row("proven", 0), running: row("running", minute) },
    "Proven 5 min ago; it is being proved again",
  ],
  ["out of date", { last: row("proven", 0), stale: true }, "Proven 5 min ago, with an earlier plan"],
])("how a service stands is told: %s", (_, more, told) => {
  expect(standingWords({ service: ".", state: "", loud: false, stale: false, ...more }, 6 * minute)).toBe(told);
});

test.each<[string, Partial<ServiceVerdict>, boolean]>([
  ["nothing was proved", {}, false],
  ["proven", { last: row("proven", 0) }, true],
  ["failed", { last: row("failed", 0) }, true],
  ["with an earlier plan", { last: row("proven", 0), stale: true }, false],
  ["not fully tried", { last: row("incomplete", 0) }, false],
])("a guess gives way to a proof: %s", (_, more, gives) => {
  expect(decided({ service: ".", state: "", loud: false, stale: false, ...more })).toBe(gives);
});
