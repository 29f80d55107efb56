import { expect, test } from "vitest";
import type { Asked, Probe } from "~/bridge/report";
import { answersOf, secondCheckWords, protocolWords, healthyWords } from "./probe";

const one = (more: Partial<Asked>): Asked => ({
  look: 1,
  port: 8080,
  what: "GET /",
  status: 200,
  ok: true,
  said: "200",
  latency_ms: 3,
  ...more,
});
const probe = (...asked: Asked[]): Probe => ({
  kind: "healthcheck",
  healthy: true,
  tries: 1,
  latency_ms: 1,
  after_ms: 400,
  again_ms: 4400,
  asked,
});

test("the two looks at one question stand together", () => {
  expect(answersOf(probe(one({}), one({ what: "GET /health" }), one({ look: 2, latency_ms: 9 })))).toEqual([
    { what: "GET /", unplanned: "", said: "200", tone: "ok", again: { said: "200", tone: "ok", same: true } },
    { what: "GET /health", unplanned: "", said: "200", tone: "ok" },
  ]);
});

test("of a port that the plan does not name it is said where it is open, and a good answer there is none", () => {
  const inward = one({ port: 7171, unplanned: "127.0.0.1:7171", status: 503, ok: false, said: "503" });
  const open = one({ port: 8080, unplanned: "0.0.0.0:8080" });
  expect(answersOf({ ...probe(inward, open, { ...open, look: 2 }), kind: "watch" })).toEqual([
    { what: "GET /", unplanned: "127.0.0.1:7171", said: "503", tone: "bad" },
    {
      what: "GET /",
      unplanned: "0.0.0.0:8080",
      said: "200",
      tone: "doubt",
      again: { said: "200", tone: "doubt", same: true },
    },
  ]);
});

test("beside the port of the plan one that it does not name has a row of its own", () => {
  const said = answersOf(
    probe(one({}), one({ look: 3, port: 3100, unplanned: "0.0.0.0:3100", said: "404", status: 404 })),
  );
  expect(said.map((answer) => [answer.what, answer.unplanned, answer.said])).toEqual([
    ["GET /", "", "200"],
    ["GET /", "0.0.0.0:3100", "404"],
  ]);
});

test("a second look that sees something else says it", () => {
  const [answer] = answersOf(probe(one({}), one({ look: 2, ok: false, status: 500, said: "500" })));
  expect(answer?.again).toEqual({ said: "500", tone: "bad", same: false });
});

test.each([
  [200, "ok"],
  [401, "doubt"],
  [404, "doubt"],
])("an answer of %i is marked as %s", (status, tone) => {
  expect(answersOf(probe(one({ status, said: String(status) })))[0]?.tone).toBe(tone);
});

test("redirects are named, and ports where there are several", () => {
  const said = answersOf(
    probe(one({ via: ["/login"] }), one({ port: 9000, what: "connect", status: 0, said: "open" })),
  );
  expect(said.map((answer) => `${answer.what}: ${answer.said}`)).toEqual([
    "GET / on port 8080: 200, via /login",
    "connect on port 9000: open",
  ]);
});

test("what is said of a program that is healthy holds no more than was seen", () => {
  expect(healthyWords(probe(one({})))).toBe(
    "It was healthy 0.4 s after start and answered GET / with 200; 4.0 s later it still did.",
  );
  expect(healthyWords(probe(one({ what: "Check", said: "SERVING" })))).toContain("answered Check with SERVING;");
  expect(healthyWords(probe())).toBe("It was healthy 0.4 s after start; 4.0 s later it still was.");
  expect(healthyWords({ ...probe(one({})), again_ms: 0 })).toBe(
    "It was healthy 0.4 s after start and answered GET / with 200.",
  );
  expect(healthyWords({ ...probe(), kind: "watch" })).toBe("It was still running 4.4 s after start.");
  expect(secondCheckWords({ ...probe(), again_ms: 0 })).toBe("");
  expect(protocolWords({ ...probe(), protocol: "grpc" })).toBe("gRPC");
  expect(protocolWords({ ...probe(), protocol: "http" })).toBe("");
});
