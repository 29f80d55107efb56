import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { Kept } from "~/bridge/types";
import { createStorage, salvageWords, type StorageBridge } from "./storage";

const salvage = (kinds: [string, number, number][]) => ({
  at: 1,
  aside: "/d/aipack.db.damaged-1",
  kinds: kinds.map(([kind, rows, lost]) => ({ kind, rows, lost })),
});

function fake(more: Partial<StorageBridge> = {}) {
  let state = { runs: 2, bytes: 10, salvages: [salvage([["runs", 2, 0]])] } as unknown as Kept;
  const bridge: StorageBridge = {
    kept: () => Promise.resolve(state),
    salvagesSeen: () => Promise.resolve(void (state = { ...state, salvages: [] })),
    backUp: () => Promise.resolve("/b.db"),
    clearHistory: () => Promise.resolve(((state = { ...state, runs: 0 }), 2)),
    ...more,
  };
  return createRoot(() => createStorage(bridge));
}

test("what was saved is told until it is seen", async () => {
  const kept = fake();
  expect(kept.salvages()).toEqual([]);
  await kept.load();
  expect(kept.salvages()).toHaveLength(1);
  await kept.seen();
  expect(kept.salvages()).toEqual([]);
});

test("after clearing the size is read again, and a refusal leaves its fault", async () => {
  const kept = fake();
  await kept.load();
  expect(await kept.clear()).toBe(2);
  expect(kept.state()?.runs).toBe(0);
  const full = fake({ backUp: () => Promise.reject(new Rejected("INVALID_PATH", "no room", "")) });
  expect(await full.backUp()).toBeUndefined();
  expect(full.fault()?.message).toBe("no room");
  expect(full.busy()).toBe(false);
});

test("what was saved and lost is said in words", () => {
  expect(
    salvageWords(
      salvage([
        ["documents", 618, 3],
        ["events", 40, 0],
        ["edits", 0, 1],
        ["settings", 1, 0],
        ["runs", 24, 0],
      ]),
    ),
  ).toEqual({ saved: "24 runs, 618 documents, 40 event records and the settings", lost: "3 documents and 1 edit" });
  expect(salvageWords(salvage([]))).toEqual({ saved: "", lost: "" });
  expect(salvageWords(salvage([["settings", 0, 1]])).lost).toBe("the settings");
});
