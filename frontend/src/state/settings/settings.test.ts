import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "~/bridge/types";
import { createSettings, defaults, type SettingsBridge } from "./settings";

beforeEach(() => {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => query);
  vi.stubGlobal("document", { documentElement: { dataset: {}, style: {} } });
  vi.stubGlobal("localStorage", { setItem: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

/** Keeps what is saved, the first time slowly. */
function fake() {
  let kept: Settings = { ...defaults };
  let wait = 20;
  const bridge: SettingsBridge = {
    settings: () => Promise.resolve({ ...kept }),
    saveSettings: async (next) => {
      const mine = wait;
      wait = 0;
      await new Promise((done) => setTimeout(done, mine));
      kept = { ...next };
    },
  };
  return { state: createRoot(() => createSettings(bridge)), kept: () => kept };
}

test("of two quick changes the later one stays, here and where it is kept", async () => {
  const { state, kept } = fake();
  void state.change({ zoom: 110 });
  await state.change({ zoom: 125 });
  expect([state.settings.zoom, kept().zoom]).toEqual([125, 125]);
});

test("what is read does not undo what was changed meanwhile", async () => {
  const { state, kept } = fake();
  const reading = state.load();
  void state.change({ zoom: 150 });
  await reading;
  expect(state.settings.zoom).toBe(150);
  await state.load();
  expect([state.settings.zoom, kept().zoom]).toEqual([150, 150]);
});
