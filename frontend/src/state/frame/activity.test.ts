import { createRoot } from "solid-js";
import { expect, test, vi } from "vitest";
import type { UnderWay } from "~/bridge/types";
import { createActivity, activityWords, type ActivityBridge } from "./activity";

const row = (kind: UnderWay["kind"], id: string) =>
  ({ kind, id, run_id: "r", name: "shop", service: "", services: 1, started_at: 1, ready: false }) as UnderWay;

function fake(more: Partial<ActivityBridge> = {}): ActivityBridge {
  return {
    underWay: () => Promise.resolve([]),
    stop: () => Promise.resolve(),
    stopProof: () => Promise.resolve(),
    stopPreview: () => Promise.resolve(),
    stopAnswer: () => Promise.resolve(),
    openPreview: () => Promise.resolve(),
    onChange: () => () => undefined,
    ...more,
  };
}

test("each kind is stopped in its own way, and goes when it has ended", async () => {
  let list = [row("analysis", "a"), row("proof", "p"), row("preview", "v")];
  const stopped: string[] = [];
  const ends = (way: string) => (id: string) => {
    stopped.push(`${way} ${id}`);
    list = list.filter((one) => one.id !== id);
    return Promise.resolve();
  };
  const under = createRoot(() =>
    createActivity(
      fake({
        underWay: () => Promise.resolve(list),
        stop: ends("run"),
        stopProof: ends("proof"),
        stopPreview: ends("preview"),
      }),
    ),
  );
  await under.load();
  for (const one of [...under.rows]) await under.stop({ ...one });
  expect(stopped).toEqual(["run a", "proof p", "preview v"]);
  expect(under.rows).toHaveLength(0);
});

test("a refused stop is told though the list is read again, and can be tried again", async () => {
  const list = [row("preview", "v")];
  const refused = () => Promise.reject(new Error("the builder does not answer"));
  const under = createRoot(() => createActivity(fake({ underWay: () => Promise.resolve(list), stopPreview: refused })));
  await under.load();
  const [one] = under.rows;
  if (one) await under.stop({ ...one });
  expect(under.fault()?.message).toContain("the builder does not answer");
  expect(under.stopping(list[0] as never)).toBe(false);
});

test("many changes at once are read once, and the last is not missed", async () => {
  vi.useFakeTimers();
  let asked = 0;
  let tell: () => void = () => undefined;
  createRoot(() =>
    createActivity(
      fake({
        underWay: () => (asked++, Promise.resolve([])),
        onChange: (then) => ((tell = then), () => undefined),
      }),
    ),
  );
  for (let i = 0; i < 50; i++) tell();
  await vi.advanceTimersByTimeAsync(1000);
  const first = asked;
  tell();
  await vi.advanceTimersByTimeAsync(1000);
  expect([first, asked]).toEqual([1, 2]);
  vi.useRealTimers();
});

test("what goes on is said with its project", () => {
  expect(activityWords(row("analysis", "a"))).toBe("Analysing shop");
  expect(activityWords({ ...row("proof", "p"), service: "apps/api" })).toBe("Proving api of shop");
  expect(activityWords({ ...row("proof", "p"), services: 3 })).toBe("Proving all 3 services of shop");
  expect(activityWords({ ...row("preview", "v"), service: ".", ready: true })).toBe("Preview of shop");
  expect(activityWords(row("answer", "q"))).toBe("Answering about shop");
  expect(activityWords({ ...row("answer", "q"), asks: true })).toBe("A question about shop waits for you");
});
