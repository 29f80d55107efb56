import { expect, test } from "vitest";
import type { Report, Verdict } from "~/bridge/report";
import type { ProofState } from "./proof";
import { stagesOf } from "./stages";

const start = { command: [], user: "app", log: [], stopped_ms: 1, listening: ["tcp 0.0.0.0:8080"] };
const probe = { kind: "healthcheck", healthy: false, tries: 1, latency_ms: 1, after_ms: 400 };

function proof(more: Partial<ProofState>, report?: Partial<Report>): ProofState {
  const base = {
    id: "p",
    service: ".",
    running: false,
    phase: "",
    waiting: "",
    lacking: [],
    came: [],
    startedAt: 1,
    steps: [],
    tries: [],
    cause: "",
  };
  const whole = report && ({ checks: [], warnings: [], ...report } as Report);
  return { ...base, verdict: "", report: whole ?? null, ...more };
}

const told = (state: ProofState) => stagesOf(state).map((stage) => `${stage.title}: ${stage.state}`);
const at = (state: ProofState) =>
  told(state)
    .slice(0, 4)
    .map((one) => one.split(": ")[1]);

test.each([
  ["", ["running", "todo", "todo", "todo"]],
  ["start", ["ok", "running", "todo", "todo"]],
  ["answer", ["ok", "ok", "running", "todo"]],
  ["again", ["ok", "ok", "ok", "running"]],
  ["checks", ["ok", "ok", "ok", "ok"]],
])("while it runs, in the phase %j", (phase, states) => {
  const now = proof({ running: true, phase, waiting: "for the second look in 4 s" });
  expect(at(now)).toEqual(states);
  expect(stagesOf(now).filter((stage) => stage.note === "waiting for the second look in 4 s")).toHaveLength(1);
});

const answered = { ...probe, healthy: true, again_ms: 4400 };
const loud = [{ message: "/ answers 404", loud: true }];
test.each<[string, Verdict, Partial<Report>, string[]]>([
  ["proven", "proven", { start, probe: answered }, ["ok", "ok", "ok", "ok"]],
  ["proven, loudly", "proven", { start, probe: answered, warnings: loud }, ["ok", "ok", "warn", "ok"]],
  ["incomplete", "incomplete", { start, probe: answered }, ["ok", "ok", "warn", "ok"]],
  ["failed in the build", "failed", failing("build", {}), ["failed", "skipped", "skipped", "skipped"]],
  ["failed at its start", "failed", failing("start", { start }), ["ok", "failed", "skipped", "skipped"]],
  ["never well", "failed", failing("health", { start, probe }), ["ok", "ok", "failed", "skipped"]],
  ["gone at the second look", "failed", failing("start", { start, probe: answered }), ["ok", "ok", "ok", "failed"]],
  [
    "crashed after it was healthy",
    "failed",
    failing("start", { start, probe: { ...probe, healthy: true } }),
    ["ok", "ok", "ok", "failed"],
  ],
  ["out of time", "failed", failing("limit", {}), ["failed", "skipped", "skipped", "skipped"]],
  ["out of time, waiting", "failed", failing("limit", { start, probe }), ["ok", "ok", "failed", "skipped"]],
  ["stopped in the build", "stopped", {}, ["stopped", "skipped", "skipped", "skipped"]],
  ["stopped while it answered", "stopped", { start, probe }, ["ok", "ok", "stopped", "skipped"]],
  ["not built", "not_built", {}, ["skipped", "skipped", "skipped", "skipped"]],
])("%s", (_, verdict, report, states) => {
  expect(at(proof({ verdict }, report))).toEqual(states);
});

function failing(stage: string, report: Partial<Report>): Partial<Report> {
  return { ...report, failure: { stage, rule: "r", cause: "c", log: [] } };
}

test("while it runs, the checks come last", () => {
  const now = proof({ running: true, phase: "checks", waiting: "for the checks of the image" });
  expect(stagesOf(now).at(-1)).toEqual({
    title: "Checks",
    state: "running",
    note: "waiting for the checks of the image",
  });
});

test("a program without a port that crashes after it was healthy failed while it was watched", () => {
  const watch = { ...probe, kind: "watch", healthy: true };
  expect(told(proof({ verdict: "failed" }, failing("start", { start, probe: watch })))).toEqual([
    "Build: ok",
    "Start: ok",
    "Watch: failed",
  ]);
});

test("a program without a port is watched", () => {
  const ran = proof({ verdict: "ran" }, { start, probe: { ...probe, kind: "watch" } });
  expect(told(ran)).toEqual(["Build: ok", "Start: ok", "Watch: ok"]);
  expect(stagesOf(ran)[2]?.note).toBe("exited with 0");
});

test("what was not checked says so", () => {
  const checks = [
    { name: "non_root", state: "passed" },
    { name: "lint", state: "failed", findings: [{ severity: "low", message: "m" }] },
    { name: "browser", state: "not_checked" },
  ];
  expect(told(proof({ verdict: "proven" }, { start, probe, checks })).slice(4)).toEqual([
    "Non root: ok",
    "Lint: warn",
    "1 not checked: skipped",
  ]);
});
