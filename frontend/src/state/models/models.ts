import { createMemo, createSignal, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Cost, Fault, ModelChoice, ModelInfo, ModelTest, ProviderInfo, ServerInfo } from "~/bridge/types";

export type ModelsBridge = Pick<
  Api,
  | "providers"
  | "servers"
  | "modelChoice"
  | "saveProvider"
  | "setKey"
  | "removeKey"
  | "testModel"
  | "models"
  | "runCost"
  | "monthCost"
> & { onModels(then: () => void): () => void };

/** Who answers, with which key and model, and what it costs. Must be created inside an owner. */
export function createModels(bridge: ModelsBridge) {
  const [choice, setChoice] = createSignal<ModelChoice>();
  const [providers, setProviders] = createStore<ProviderInfo[]>([]);
  const [servers, setServers] = createStore<ServerInfo[]>([]);
  const [loaded, setLoaded] = createSignal(false);
  const [lists, setLists] = createStore<Record<string, ModelInfo[]>>({});
  const [tests, setTests] = createStore<Record<string, ModelTest | undefined>>({});
  const [busy, setBusy] = createStore<Record<string, string>>({});
  const [faults, setFaults] = createStore<Record<string, Fault | undefined>>({});
  const [cost, setCost] = createSignal<Cost>();
  const [month, setMonth] = createSignal<Cost>();
  let costOf = "";

  /** What fails is told beside the provider that it concerns. */
  async function guarded<T>(provider: string, doing: string, work: () => Promise<T>): Promise<T | undefined> {
    setBusy(provider, doing);
    try {
      const value = await work();
      setFaults(provider, undefined);
      return value;
    } catch (thrown) {
      setFaults(provider, rejected(thrown));
      return undefined;
    } finally {
      setBusy(provider, "");
    }
  }

  const loadChoice = () => guarded("", "", async () => void setChoice(await bridge.modelChoice()));

  async function load() {
    await guarded("", "", async () => {
      const list = await bridge.providers();
      setProviders(reconcile(list, { key: "provider" }));
      setLoaded(true);
      setMonth(await bridge.monthCost());
    });
  }

  onCleanup(
    bridge.onModels(() => {
      void loadChoice();
      if (loaded()) void load();
    }),
  );

  async function changed() {
    await Promise.all([loadChoice(), load()]);
  }

  /** The servers that are known to speak OpenAI's protocol, read once. */
  async function listServers() {
    if (servers.length > 0) return;
    const found = await guarded("openai", "", bridge.servers);
    if (found) setServers(found);
  }

  /** The catalogue of one provider, read once. */
  async function list(provider: string) {
    if (lists[provider]) return;
    const found = await guarded(provider, "", () => bridge.models(provider));
    if (found) setLists(provider, found);
  }

  /** What a run has cost so far; the answer for another run is dropped. */
  async function showCost(run: string) {
    costOf = run;
    const found = run === "" ? undefined : await bridge.runCost(run).catch(() => undefined);
    if (costOf === run) setCost(found);
  }

  /** Asks the model itself, which costs a few tokens. */
  const test = (provider: string) =>
    guarded(provider, "testing", async () => {
      setTests(provider, undefined);
      setTests(provider, await bridge.testModel(provider));
      await changed();
    });

  /** What was newly chosen is tested at once, where it can be asked: that it cannot do the work is told now, and not by a run. */
  async function choose<T>(provider: string, work: () => Promise<T>): Promise<T | undefined> {
    const done = await guarded(provider, "saving", async () => {
      const value = await work();
      setTests(provider, undefined);
      await changed();
      return { value };
    });
    if (done && providers.find((one) => one.provider === provider)?.state === "ready") void test(provider);
    return done?.value;
  }

  /** Another server has other models; what was seen of the old one's is forgotten. */
  function save(provider: string, model: string, base_url: string) {
    const before = providers.find((one) => one.provider === provider)?.base_url;
    return choose(provider, async () => {
      await bridge.saveProvider({ provider, model, base_url });
      if (before !== base_url) setLists(provider, await bridge.models(provider));
    });
  }

  return {
    choice,
    providers,
    servers,
    listServers,
    loaded,
    lists,
    tests,
    busy,
    faults,
    cost,
    month,
    ready: createMemo(() => choice()?.ready === true),
    load,
    loadChoice,
    list,
    showCost,
    save,
    /** Keeps a key; gives the warning where it could only be kept in a file. */
    setKey: (provider: string, key: string) => choose(provider, () => bridge.setKey(provider, key)),
    removeKey: (provider: string) =>
      guarded(provider, "saving", async () => {
        await bridge.removeKey(provider);
        await changed();
      }),
    test,
  };
}

export type Models = ReturnType<typeof createModels>;

/** 6.1k, 940, 1.2M. */
export function tokens(n: number): string {
  if (n < 1000) return String(n);
  if (n < 999_500) return `${(n / 1000).toFixed(n < 99_950 ? 1 : 0)}k`;
  return `${(n / 1_000_000).toFixed(1)}M`;
}

/** $0.00, under a cent with what counts; "about" where something is not known. */
export function money(cost: Cost): string {
  if (!cost.priced) return "no price known";
  const text = cost.usd > 0 && cost.usd < 0.01 ? `$${cost.usd.toFixed(4)}` : `$${cost.usd.toFixed(2)}`;
  return cost.estimated && cost.usd > 0 ? `about ${text}` : text;
}
