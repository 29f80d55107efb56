import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { FieldDiff, HistoryFilter, HistoryPage, RunRow } from "~/bridge/types";
import { createHistory, sinceOf, type HistoryBridge } from "./history";

const row = (id: string, startedAt: number) => ({ id, started_at: startedAt, name: id }) as RunRow;

function fake(more: Partial<HistoryBridge> = {}): HistoryBridge {
  const runs = [row("c", 3), row("b", 2), row("a", 1)];
  return {
    history: () => Promise.resolve({ runs, total: runs.length, models: ["qwen"] }),
    recents: () => Promise.resolve(runs),
    deleteRun: () => Promise.resolve(),
    forget: () => Promise.resolve(["b", "a"]),
    restoreRun: () => Promise.resolve(),
    exportRun: () => Promise.resolve("/file"),
    importRun: () => Promise.resolve("d"),
    compare: () => Promise.resolve([]),
    pin: () => Promise.resolve(),
    edit: () => Promise.resolve({} as never),
    undo: () => Promise.resolve({} as never),
    service: () => Promise.resolve({} as never),
    ...more,
  };
}

test("a refused change leaves its fault to be read", async () => {
  const refuse = () => Promise.reject(new Rejected("UNSUPPORTED_VERSION", "newer", "Update aipack."));
  const history = createRoot(() => createHistory(fake({ importRun: refuse, deleteRun: refuse })));
  await history.load();
  await history.importRun();
  expect(history.fault()?.code).toBe("UNSUPPORTED_VERSION");
  await history.load();
  expect(history.fault()).toBeUndefined();
  await history.remove("a");
  expect(history.fault()?.message).toBe("newer");
});

test("a forgotten folder is brought back with all its runs", async () => {
  const back: string[] = [];
  const restoreRun = (id: string) => Promise.resolve(void back.push(id));
  const history = createRoot(() => createHistory(fake({ restoreRun })));
  await history.restore(...(await history.forget("/p")));
  expect(back).toEqual(["b", "a"]);
  const refused = createRoot(() => createHistory(fake({ forget: () => Promise.reject(new Error("locked")) })));
  expect(await refused.forget("/p")).toEqual([]);
  expect(refused.fault()?.message).toBe("locked");
});

test("two are chosen at most, and the older one stands left", async () => {
  const asked: string[][] = [];
  const compare = (a: string, b: string) => (asked.push([a, b]), Promise.resolve([]));
  const history = createRoot(() => createHistory(fake({ compare })));
  await history.load();
  for (const id of ["a", "c", "b"]) history.choose(id);
  expect(history.chosen()).toEqual(["c", "b"]);
  await history.compare();
  expect(asked).toEqual([["b", "c"]]);
});

test("the answer to an older question is dropped", async () => {
  const answers: ((page: HistoryPage) => void)[] = [];
  const history = createRoot(() => createHistory(fake({ history: () => new Promise((done) => answers.push(done)) })));
  const first = history.setFilter({ words: "a" });
  const second = history.setFilter({ words: "ab" });
  answers[1]?.({ runs: [row("ab", 1)], total: 1, models: [] });
  answers[0]?.({ runs: [row("a", 1)], total: 1, models: [] });
  await Promise.all([first, second]);
  expect(history.runs.map((run) => run.id)).toEqual(["ab"]);
});

test("filters are put together, and cleared together", async () => {
  const asked: HistoryFilter[] = [];
  const none = { runs: [], total: 0, models: [] };
  const history = createRoot(() =>
    createHistory(fake({ history: (filter) => (asked.push(filter), Promise.resolve(none)) })),
  );
  await history.setFilter({ words: "shop" });
  await history.setFilter({ result: "proven" });
  expect(asked.at(-1)).toEqual({ words: "shop", result: "proven", model: "", since: 0 });
  expect(history.filtered()).toBe(true);
  await history.clearFilter();
  expect(history.filtered()).toBe(false);
});

test("a span of days begins at midnight of its first day", () => {
  const now = new Date(2026, 10, 25, 14, 30).getTime();
  expect(sinceOf(0, now)).toBe(0);
  expect(sinceOf(1, now)).toBe(new Date(2026, 10, 25).getTime());
  expect(sinceOf(7, now)).toBe(new Date(2026, 10, 19).getTime());
});

test("the runs that were deleted come back in turn, the last first", async () => {
  const back: string[] = [];
  const history = createRoot(() => createHistory(fake({ restoreRun: (id) => Promise.resolve(void back.push(id)) })));
  expect(history.canRestore()).toBe(false);
  await history.remove("a");
  await history.remove("b");
  expect(await history.restoreLast()).toBe("b");
  expect(await history.restoreLast()).toBe("a");
  expect(await history.restoreLast()).toBe("");
  expect(back).toEqual(["b", "a"]);
  expect(history.canRestore()).toBe(false);
});

test("a run can be brought back before its deletion is answered, and once", async () => {
  const back: string[] = [];
  let answer = () => {};
  const history = createRoot(() =>
    createHistory(
      fake({
        deleteRun: () => new Promise<void>((done) => (answer = done)),
        restoreRun: (id) => Promise.resolve(void back.push(id)),
      }),
    ),
  );
  const removed = history.remove("a");
  expect(history.canRestore()).toBe(true);
  const restored = [history.restoreLast(), history.restoreLast()];
  expect(back).toEqual([]);
  answer();
  expect(await removed).toBe(true);
  await Promise.all(restored);
  expect(back).toEqual(["a"]);
});

test("what could not be deleted is not brought back, what could not be brought back can be again", async () => {
  const refused = () => Promise.reject(new Error("the disk is full"));
  const kept = createRoot(() => createHistory(fake({ deleteRun: refused, restoreRun: refused })));
  expect(await kept.remove("a")).toBe(false);
  expect(kept.canRestore()).toBe(false);
  const gone = createRoot(() => createHistory(fake({ restoreRun: refused })));
  await gone.remove("a");
  await gone.restoreLast();
  expect(gone.canRestore()).toBe(true);
});

test("a field takes over the earlier value, an item of a list the whole list", async () => {
  const calls: unknown[] = [];
  let document = "restored";
  const history = createRoot(() =>
    createHistory(
      fake({
        edit: (...args) => (calls.push(args), Promise.resolve({ document: "restored" } as never)),
        undo: (...args) => (calls.push(["undo", ...args]), Promise.resolve({} as never)),
        service: () => Promise.resolve({ document } as never),
      }),
    ),
  );
  const field = (name: string, whole: string, a: string, b: string) =>
    ({ field: name, restores: whole, whole_a: a, whole_b: b }) as FieldDiff;
  await history.takeOver("b", ".", field("/runtime/healthcheck", "/runtime/healthcheck", "null", "{}"));
  const taken = await history.takeOver("b", ".", field("/build/steps/2", "/build/steps", '["a","b","c"]', "[]"));
  if (!taken) throw new Error("it was refused");
  await history.untake(taken);
  document = "edited since";
  await history.untake(taken);
  expect(calls).toEqual([
    ["b", ".", "/runtime/healthcheck", null],
    ["b", ".", "/build/steps", ["a", "b", "c"]],
    ["undo", "b", "."],
    ["b", ".", "/build/steps", []],
  ]);
});
