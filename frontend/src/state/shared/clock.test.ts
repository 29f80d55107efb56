import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClock } from "./clock";

beforeEach(() => vi.useFakeTimers({ now: 1000 }));
afterEach(() => vi.useRealTimers());

describe("clock", () => {
  it("goes on while it is wanted, and stands still after", async () => {
    const [wanted, want] = createSignal(false);
    const { now, end } = createRoot((dispose) => ({ now: createClock(wanted), end: dispose }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(now()).toBe(1000);
    want(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(now()).toBe(8000);
    want(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(now()).toBe(8000);
    want(true);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
