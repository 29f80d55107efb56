import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { RunRow } from "~/bridge/types";
import { createHistory, type HistoryBridge } from "./history";

const row = (id: string, startedAt: number) => ({ id, started_at: startedAt, name: id }) as RunRow;

function fake(more: Partial<HistoryBridge> = {}): HistoryBridge {
  const runs = [row("c", 3), row("b", 2), row("a", 1)];
  return {
    history: () => Promise.resolve({ runs, total: runs.length }),
    recents: () => Promise.resolve(runs),
    deleteRun: () => Promise.resolve(),
    forget: () => Promise.resolve(["b", "a"]),
    restoreRun: () => Promise.resolve(),
    exportRun: () => Promise.resolve("/file"),
    importRun: () => Promise.resolve("d"),
    compare: () => Promise.resolve([]),
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
  const answers: ((page: { runs: RunRow[]; total: number }) => void)[] = [];
  const history = createRoot(() => createHistory(fake({ history: () => new Promise((done) => answers.push(done)) })));
  const first = history.setFilter("a");
  const second = history.setFilter("ab");
  answers[1]?.({ runs: [row("ab", 1)], total: 1 });
  answers[0]?.({ runs: [row("a", 1)], total: 1 });
  await Promise.all([first, second]);
  expect(history.runs.map((run) => run.id)).toEqual(["ab"]);
});
