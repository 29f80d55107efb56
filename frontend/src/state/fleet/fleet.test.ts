import { createRoot } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FleetFilter, FleetRow, FleetState } from "~/bridge/types";
import { commitWords, createFleet, failures, interval, pageSize, shortName, type FleetBridge } from "./fleet";

const row = (n: number, over: Partial<FleetRow> = {}): FleetRow => ({
  repository: `/src/${String(n).padStart(5, "0")}`,
  ref: "",
  commit: "tree:1",
  want: "detect",
  version: "1",
  cause: "detected",
  words: "detected",
  good: true,
  said: "",
  services: [],
  seconds: 1,
  cpu_seconds: 1,
  tries: 1,
  losses: 0,
  worker: "here",
  done_at: 1,
  seen_at: 1,
  folder: true,
  ...over,
});
const standing = (over: Partial<FleetState> = {}): FleetState => ({
  queue: "/data/fleet.db",
  there: true,
  waiting: 0,
  later: 0,
  running: 0,
  results: 10_000,
  causes: [],
  workers: [],
  ...over,
});

function made(states: FleetState[], rows: FleetRow[]) {
  const held = { rows };
  const bridge = {
    fleet: vi.fn(() => Promise.resolve((states.length > 1 ? states.shift() : states[0]) as FleetState)),
    fleetPage: vi.fn((filter: FleetFilter, offset: number, limit: number) => {
      const picked = held.rows.filter((one) => filter.cause === "" || one.cause === filter.cause);
      return Promise.resolve({ rows: structuredClone(picked.slice(offset, offset + limit)), all: picked.length });
    }),
    fleetRetry: vi.fn(() => Promise.resolve(3)),
    fleetAgain: vi.fn(() => Promise.resolve(true)),
    fleetStop: vi.fn(() => Promise.resolve(2)),
  } satisfies FleetBridge;
  return { bridge, held, fleet: createRoot(() => createFleet(bridge)) };
}
const many = Array.from({ length: 10_000 }, (_, n) => row(n, n % 2 ? { cause: "failed", good: false } : {}));

describe("the fleet", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { hidden: false });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks nothing before it is shown, and not for results where there is no queue", async () => {
    const { bridge, fleet } = made([standing({ there: false })], []);
    expect(bridge.fleet).not.toHaveBeenCalled();
    await fleet.show();
    expect(fleet.state()?.there).toBe(false);
    expect(bridge.fleetPage).not.toHaveBeenCalled();
  });

  it("fetches the rows that are looked at, once, and forgets the others when it looks again", async () => {
    const { bridge, fleet } = made([standing()], many);
    await fleet.show();
    expect(fleet.all()).toBe(10_000);
    expect(fleet.row(0)?.repository).toBe("/src/00000");
    for (const index of [1_000, 2_000, 3_000, 9_990, 9_991, 5_000]) fleet.need(index); // the first ones ran by
    await vi.runAllTimersAsync();
    expect(bridge.fleetPage).toHaveBeenCalledTimes(3);
    expect(fleet.row(9_999)?.repository).toBe("/src/09999");
    await fleet.refresh();
    expect(bridge.fleetPage).toHaveBeenCalledTimes(5);
    expect(fleet.row(0)).toBeUndefined();
    expect(fleet.row(5_000)?.repository).toBe("/src/05000");
  });

  it("looks every two seconds while something is to be done, and no more once it is left", async () => {
    const { bridge, fleet } = made([standing({ running: 1 })], many);
    await fleet.show();
    await vi.advanceTimersByTimeAsync(interval * 2);
    expect(bridge.fleet).toHaveBeenCalledTimes(3);
    vi.stubGlobal("document", { hidden: true });
    await vi.advanceTimersByTimeAsync(interval * 2);
    expect(bridge.fleet).toHaveBeenCalledTimes(3);
    vi.stubGlobal("document", { hidden: false });
    fleet.leave();
    await vi.advanceTimersByTimeAsync(interval * 5);
    expect(bridge.fleet).toHaveBeenCalledTimes(3);
  });

  it("looks no more by itself where all is done", async () => {
    const { bridge, fleet } = made([standing()], many);
    await fleet.show();
    await vi.advanceTimersByTimeAsync(interval * 5);
    expect(bridge.fleet).toHaveBeenCalledTimes(1);
  });

  it("reckons the time that is left from what was done since somebody looks", async () => {
    const { fleet } = made([standing({ waiting: 100 }), standing({ waiting: 70, running: 5 }), standing()], many);
    await fleet.show();
    expect(fleet.left()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(interval);
    expect(fleet.left()).toBe((interval / 25) * 75);
    await vi.advanceTimersByTimeAsync(interval);
    expect(fleet.left()).toBeUndefined();
  });

  it("narrows to a cause, and drops answers to what was asked before", async () => {
    const { bridge, fleet } = made([standing()], many);
    await fleet.show();
    fleet.move(700);
    fleet.need(700);
    await fleet.narrow({ cause: "failed" });
    await vi.runAllTimersAsync();
    expect(fleet.all()).toBe(5_000);
    expect(fleet.at()).toBe(0);
    expect(fleet.row(0)?.cause).toBe("failed");
    expect(fleet.row(700)).toBeUndefined();
    expect(bridge.fleetPage).toHaveBeenLastCalledWith({ cause: "failed", text: "" }, 0, pageSize);
  });

  it("keeps what is opened, wherever it stands now", async () => {
    const { held, fleet } = made([standing()], many.slice(0, 50));
    await fleet.show();
    fleet.open(10);
    held.rows = [row(0, { repository: "/src/0" }), ...many.slice(0, 50)];
    held.rows[11] = row(10, { said: "now it is told" });
    await fleet.refresh();
    expect(fleet.at()).toBe(11);
    expect(fleet.opened()).toMatchObject({ repository: "/src/00010", said: "now it is told" });
    fleet.move(12);
    expect(fleet.opened()?.repository).toBe("/src/00011");
    await fleet.narrow({ text: "none" });
    expect(fleet.opened()).toBeUndefined();
  });

  it("opens what is not there yet as soon as it is", async () => {
    const { fleet } = made([standing()], many);
    await fleet.show();
    fleet.open(0);
    fleet.move(9_999);
    expect(fleet.opened()?.repository).toBe("/src/00000");
    fleet.need(9_999);
    await vi.runAllTimersAsync();
    expect(fleet.opened()?.repository).toBe("/src/09999");
    expect(fleet.at()).toBe(9_999);
  });

  it("tries again and looks; says what is refused", async () => {
    const { bridge, fleet } = made([standing()], many);
    await fleet.show();
    expect(await fleet.retry("")).toBe(3);
    expect(bridge.fleet).toHaveBeenCalledTimes(2);
    expect(await fleet.again(row(1))).toBe(true);
    expect(bridge.fleetAgain).toHaveBeenCalledWith("/src/00001", "", "detect");
    bridge.fleetStop.mockRejectedValueOnce(new Error("it is locked"));
    expect(await fleet.stop()).toBeUndefined();
    expect(fleet.fault()?.message).toContain("it is locked");
    expect(fleet.busy()).toBe(false);
  });
});

describe("its words", () => {
  it("names a repository by its last two names", () => {
    expect(shortName("/home/ann/src/shop/")).toBe("src/shop");
    expect(shortName("https://git.example/team/api.git")).toBe("team/api");
    expect(shortName("git@git.example:team/api.git")).toBe("team/api");
  });

  it("says reference and commit", () => {
    expect(commitWords({ ref: "main", commit: "0123456789abcdef" })).toBe("main 01234567");
    expect(commitWords({ ref: "0123456789abcdef", commit: "0123456789abcdef" })).toBe("01234567");
    expect(commitWords({ ref: "", commit: "tree:0123" })).toBe("");
  });

  it("counts what is tried again", () => {
    const causes = [
      { cause: "detected", words: "detected", n: 5 },
      { cause: "failed", words: "failed", n: 2 },
      { cause: "unavailable", words: "unavailable", n: 1 },
    ];
    expect(failures(standing({ causes }))).toBe(3);
  });
});
