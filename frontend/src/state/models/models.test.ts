import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { Cost, ModelChoice, ModelTest, ProviderInfo } from "~/bridge/types";
import { createModels, money, tokens, type ModelsBridge } from "./models";

const cost = (more: Partial<Cost> = {}): Cost => ({
  calls: 1,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  usd: 0,
  priced: true,
  estimated: false,
  ...more,
});

describe("numbers", () => {
  test.each([
    [999, "999"],
    [6_100, "6.1k"],
    [200_000, "200k"],
    [1_500_000, "1.5M"],
  ])("%d tokens", (n, words) => expect(tokens(n)).toBe(words));

  test("money says what is not known", () => {
    expect(money(cost())).toBe("$0.00");
    expect(money(cost({ usd: 0.0042 }))).toBe("$0.0042");
    expect(money(cost({ usd: 1.5, estimated: true }))).toBe("about $1.50");
    expect(money(cost({ priced: false }))).toBe("no price known");
  });
});

function fakeModels(more: Partial<ModelsBridge> = {}) {
  let changed: () => void = () => undefined;
  const bridge = {
    providers: () => Promise.resolve([{ provider: "openai", state: "ready" } as ProviderInfo]),
    modelChoice: () => Promise.resolve({ ready: true, provider: "openai" } as ModelChoice),
    monthCost: () => Promise.resolve(cost()),
    runCost: (run: string) => Promise.resolve(cost({ calls: run.length })),
    setKey: () => Promise.resolve({ where: "keychain", warning: "" }),
    onModels: (then: () => void) => ((changed = then), () => undefined),
    ...more,
  } as unknown as ModelsBridge;
  return { bridge, change: () => changed() };
}

describe("providers", () => {
  test("a refused key is told beside its provider, and nowhere else", async () => {
    const { bridge } = fakeModels({ setKey: () => Promise.reject(new Rejected("WRONG_USE", "too short", "")) });
    const models = createRoot(() => createModels(bridge));
    expect(await models.setKey("openai", "x")).toBeUndefined();
    expect(models.faults["openai"]?.message).toBe("too short");
    expect(models.faults["gemini"]).toBeUndefined();
    expect(models.busy["openai"]).toBe("");
  });

  test.each([
    ["ready", 1],
    ["no_key", 0],
    ["unreachable", 0],
  ])("what was newly chosen is tested once where it can be asked: %s", async (state, times) => {
    const asked: string[] = [];
    const { bridge } = fakeModels({
      providers: () => Promise.resolve([{ provider: "openai", state } as ProviderInfo]),
      saveProvider: () => Promise.resolve(),
      models: () => Promise.resolve([]),
      testModel: (provider) => (asked.push(provider), Promise.resolve({ ok: false, message: "no tools" } as ModelTest)),
    });
    const models = createRoot(() => createModels(bridge));
    await models.save("openai", "m", "");
    await new Promise((done) => setTimeout(done, 1));
    expect(asked.length).toBe(times);
    expect(models.tests["openai"]?.message).toBe(times ? "no tools" : undefined);
    expect(models.busy["openai"]).toBe("");
  });

  test("the choice is asked for again when something has changed", async () => {
    let asked = 0;
    const { bridge, change } = fakeModels({
      modelChoice: () => (asked++, Promise.resolve({ ready: asked > 1 } as ModelChoice)),
    });
    const models = createRoot(() => createModels(bridge));
    await models.loadChoice();
    expect(models.ready()).toBe(false);
    change();
    await new Promise((done) => setTimeout(done, 1));
    expect(models.ready()).toBe(true);
  });

  test("what another run has cost is dropped", async () => {
    const answers: ((cost: Cost) => void)[] = [];
    const { bridge } = fakeModels({ runCost: () => new Promise((done) => answers.push(done)) });
    const models = createRoot(() => createModels(bridge));
    const first = models.showCost("a");
    const second = models.showCost("b");
    answers[1]?.(cost({ calls: 2 }));
    answers[0]?.(cost({ calls: 1 }));
    await Promise.all([first, second]);
    expect(models.cost()?.calls).toBe(2);
  });
});
