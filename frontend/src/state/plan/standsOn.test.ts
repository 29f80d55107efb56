import { expect, test } from "vitest";
import type { Evidence, UniversalBuild } from "~/bridge/document";
import { heldBackBy, standsOn } from "./standsOn";

const told = (field: string, confidence: number) =>
  ({ field, confidence, source: "rule", rule: "r", value: "" }) as Evidence;

function plan(confidence: number) {
  return {
    metadata: { confidence },
    warnings: [{ code: "loopback_only", message: "it listens on the loopback address alone" }],
    evidence: [
      told("/metadata/language", 0.95),
      told("/runtime/command", 0.95),
      told("/runtime/ports/0/port", 0.75),
      told("/metadata/runtime_version", 0.95),
    ],
  } as unknown as UniversalBuild;
}

test("what a plan stands on is told, the least sure first", () => {
  expect(standsOn(plan(0.91)).map((one) => [one.label, one.confidence])).toEqual([
    ["Run: ports", 0.75],
    ["Service: language", 0.95],
    ["Run: command", 0.95],
    ["Service: version", 0.95],
  ]);
});

test("what holds it back is told only where something does", () => {
  expect(heldBackBy(plan(0.91))).toEqual([]);
  expect(heldBackBy(plan(0.79))).toHaveLength(1);
});
