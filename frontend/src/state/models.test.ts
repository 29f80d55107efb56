import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { Cost, Download, ModelChoice, ModelTest, ProviderInfo, Stamped } from "~/bridge/types";
import { cardOf } from "./cards";
import { createDownloads, progressWords, type DownloadsBridge } from "./downloads";
import { createModels, money, tokens, type ModelsBridge } from "./models";
import { createOnboarding, type OnboardingBridge } from "./onboarding";
import { createOpinion } from "./opinion";
import { StreamRows } from "./stream";
import { bytes, memory } from "./words";

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

const event = (type: string, body: Stamped["event"]): Stamped => ({ seq: 1, run_id: "r", ts: 0, type, event: body });

describe("what a model does, in the stream", () => {
  test("a retry says when and how often", () => {
    const card = cardOf(
      event("llm.failed", { problem: "overloaded", will_retry: true, in_ms: 2000, provider: "OpenAI", try: 1, of: 3 }),
    );
    expect(card).toMatchObject({ level: "quiet", tone: "warn", title: "Asking OpenAI again in 2.0 s, try 2 of 3" });
    expect(cardOf(event("llm.failed", { problem: "key", will_retry: false })).tone).toBe("danger");
  });

  test("a switch names both and the reason", () => {
    const card = cardOf(event("provider.switched", { from: "OpenAI", to: "Ollama", reason: "no answer" }));
    expect(card).toMatchObject({ title: "Switched from OpenAI to Ollama", result: "no answer", level: "quiet" });
  });

  test("an answer on its way is one row that grows", () => {
    const rows = new StreamRows("normal");
    rows.push([
      event("model.asked", { phase: "port", service: ".", ask: "Which port?" }),
      event("llm.delta", { text: "it is " }),
      event("llm.delta", { text: "4000" }),
      event("llm.response", { tool_calls: 0 }),
    ]);
    expect(rows.matching("").map((row) => row.type)).toEqual(["model.asked", "llm.delta", "llm.response"]);
    expect(rows.matching("4000")[0]).toMatchObject({ title: "The model writes", result: "it is 4000" });
  });

  test("what comes of an answer is told", () => {
    expect(cardOf(event("model.answered", { value: "4000", won: true }))).toMatchObject({ tone: "ok", result: "4000" });
    expect(cardOf(event("model.answered", { value: "4000", won: false })).level).toBe("verbose");
    expect(cardOf(event("model.refused", { problem: "no such file", sent_back: true })).title).toContain("sent back");
    expect(cardOf(event("loop.noticed", { rule: "R1", evidence: "five times", stopped: true }))).toMatchObject({
      level: "quiet",
      result: "five times (R1)",
    });
    const compacted = cardOf(
      event("context.compacted", { messages: 8, tokens_before: 9_000, tokens_after: 2_000, summary: "a\nb" }),
    );
    expect(compacted).toMatchObject({
      title: "8 older messages summarised",
      result: "9.0k to 2.0k tokens",
      details: ["a", "b"],
    });
  });

  test("an answer counts its tokens; an event nobody knows is shown as it is", () => {
    const usage = { prompt: 6_100, completion: 40, total: 6_140 };
    expect(cardOf(event("llm.response", { tool_calls: 2, usage })).result).toBe("wants 2 tool calls, 6.1k in, 40 out");
    expect(cardOf(event("new.thing", {}))).toMatchObject({ level: "debug", title: "new.thing" });
  });
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
  ])("what was chosen anew is tested once where it can be asked: %s", async (state, times) => {
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

const row = (more: Partial<Download>): Download =>
  ({
    id: "m",
    name: "M",
    state: "downloading",
    done: 1e9,
    total: 2e9,
    rate: 5e7,
    eta_s: 22,
    attempt: 1,
    ...more,
  }) as Download;

test.each([
  [8 * 2 ** 30, "8 GB"],
  [21.8 * 2 ** 30, "21.8 GB"],
  [700 * 2 ** 20, "700 MB"],
])("%d bytes of memory", (n, words) => expect(memory(n)).toBe(words));

describe("downloads", () => {
  test.each([
    [row({}), "1.0 GB of 2.0 GB, 50 MB/s, about 20 s left"],
    [row({ eta_s: 128 }), "1.0 GB of 2.0 GB, 50 MB/s, about 2 min 10 s left"],
    [row({ state: "elsewhere" }), "1.0 GB of 2.0 GB, another aipack fetches it"],
    [
      row({ state: "waiting", why: "the server answers 503 Service Unavailable", pause_s: 30, attempt: 2 }),
      "1.0 GB of 2.0 GB, the server answers 503 Service Unavailable; trying again in 30 s (try 3)",
    ],
    [row({ state: "copying" }), "1.0 GB of 2.0 GB, copying"],
    [row({ state: "stalled" }), "1.0 GB of 2.0 GB, stalled: nothing for 10 s, it tries again by itself"],
    [
      row({ state: "failed", error: { code: "DISK_FULL", message: "the disk is full", hint: "", report: "" } }),
      "the disk is full",
    ],
  ])("%#", (download, words) => expect(progressWords(download, bytes)).toBe(words));

  test("the list comes whole; one that ended changes what is on the disk", async () => {
    let send: (rows: Download[]) => void = () => undefined;
    let read = 0;
    const bridge = {
      modelFiles: () => (read++, Promise.resolve({ models: [] })),
      onDownload: (then: typeof send) => ((send = then), () => undefined),
    } as unknown as DownloadsBridge;
    const downloads = createRoot(() => createDownloads(bridge));
    await downloads.loadFiles();
    send([row({}), row({ id: "n" })]);
    expect(downloads.active()).toBe(2);
    send([row({ state: "done" })]);
    expect(downloads.rows.length).toBe(1);
    expect(read).toBe(2);
  });
});

test("rules only is one click away, whatever happens", async () => {
  const saved: unknown[][] = [];
  const bridge = {
    onboarding: () => Promise.resolve({ needed: true, choice: "", step: 1, model: "m", options: [] }),
    saveOnboarding: (...asked: unknown[]) => (
      saved.push(asked),
      Promise.reject(new Rejected("INTERNAL", "disk full", ""))
    ),
  } as unknown as OnboardingBridge;
  const onboarding = createRoot(() => createOnboarding(bridge));
  await onboarding.begin();
  expect([onboarding.open(), onboarding.way()]).toEqual([true, "embedded"]);
  await onboarding.skip();
  expect(onboarding.open()).toBe(false);
  expect(saved).toEqual([["rules", "", 4]]);
});

test("a second opinion that ends before its id comes is compared all the same", async () => {
  let send: (batch: { run_id: string; events: Stamped[] }) => void = () => undefined;
  const pairs: string[][] = [];
  const opinion = createRoot(() =>
    createOpinion(
      {
        secondOpinion: () => {
          send({ run_id: "b", events: [event("run.completed", {})] });
          return Promise.resolve("b");
        },
        onRun: (then) => ((send = then), () => undefined),
      },
      (a, b) => pairs.push([a, b]),
    ),
  );
  await opinion.ask("a", "openai", "OpenAI");
  expect(pairs).toEqual([["a", "b"]]);
  expect(opinion.asked()).toBeUndefined();
});
