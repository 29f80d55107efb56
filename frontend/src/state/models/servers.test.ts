import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import type { ProviderInfo, ServerInfo } from "~/bridge/types";
import { createModels, type ModelsBridge } from "./models";
import { chosenServer, elsewhere, serverChoices, wantsKey } from "./servers";

const openai = (more: Partial<ProviderInfo> = {}) =>
  ({ provider: "openai", base_url: "", server: "", ...more }) as ProviderInfo;
const studio = {
  id: "lmstudio",
  title: "LM Studio",
  address: "http://localhost:1234",
  ready: true,
  keyless: true,
  key_name: "LM_API_TOKEN",
} as ServerInfo;
const azure = {
  id: "azure",
  title: "Azure OpenAI",
  ready: false,
  keyless: false,
  key_name: "AZURE_OPENAI_API_KEY",
} as ServerInfo;
const vertex = { id: "vertex", title: "Vertex AI", ready: false, keyless: false, key_name: "" } as ServerInfo;

describe("the choice of a server", () => {
  test("what is in force is among the choices", () => {
    expect(chosenServer(openai())).toBe("");
    expect(chosenServer(openai({ base_url: "http://localhost:1234", server: "lmstudio" }))).toBe("lmstudio");
    const own = openai({ base_url: "https://example.com/v1" });
    expect(chosenServer(own)).toBe(elsewhere);
    expect(serverChoices([studio], own).map((one) => one.label)).toEqual([
      "OpenAI itself",
      "LM Studio",
      "another server",
    ]);
    expect(serverChoices([studio], openai()).map((one) => one.id)).toEqual(["", "lmstudio"]);
  });

  test("it says which key is wanted", () => {
    expect(wantsKey(studio)).toBe("only where you gave it one, or LM_API_TOKEN");
    expect(wantsKey(azure)).toBe("one of its own, or AZURE_OPENAI_API_KEY");
    expect(wantsKey(vertex)).toBe("one of its own");
  });

  test("another server's models are listed again, the same one's are not", async () => {
    let one = openai();
    let asked = 0;
    const bridge = {
      providers: () => Promise.resolve([one]),
      servers: () => Promise.resolve([studio, azure]),
      modelChoice: () => Promise.resolve(undefined),
      monthCost: () => Promise.resolve(undefined),
      saveProvider: (to: { model: string; base_url: string }) => {
        one = openai(to);
        return Promise.resolve();
      },
      models: () => Promise.resolve([{ id: `list ${++asked}` }]),
      onModels: () => () => undefined,
    } as unknown as ModelsBridge;
    await createRoot(async (dispose) => {
      const models = createModels(bridge);
      await models.load();
      await models.listServers();
      expect(models.servers.map((each) => each.id)).toEqual(["lmstudio", "azure"]);
      await models.list("openai");
      await models.save("openai", "m", "");
      expect(models.lists["openai"]?.[0]?.id).toBe("list 1");
      await models.save("openai", "", studio.address);
      expect(models.lists["openai"]?.[0]?.id).toBe("list 2");
      dispose();
    });
  });
});
