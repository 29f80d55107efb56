import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { ToolServer } from "~/bridge/types";
import { createToolServers, neededWords, orderOf, stateWords, type ToolServersBridge } from "./toolServers";

const server = (name: string, more: Partial<ToolServer> = {}): ToolServer => ({
  name,
  command: ["npx", name],
  url: "",
  header: "",
  needs: [],
  state: "untried",
  tools: [],
  remarks: [],
  problem: "",
  hint: "",
  tried_at: 0,
  ...more,
});

function fake(more: Partial<ToolServersBridge> = {}) {
  let all = [server("a"), server("b")];
  const bridge: ToolServersBridge = {
    toolServers: () => Promise.resolve(all),
    addToolServer: (order) => Promise.resolve((all = [...all, server(order.name)])),
    giveToolServer: () => Promise.resolve(all),
    tryToolServer: (name) =>
      Promise.resolve((all = all.map((one) => (one.name === name ? server(name, { state: "ready" }) : one)))),
    removeToolServer: (name) => Promise.resolve((all = all.filter((one) => one.name !== name))),
    ...more,
  };
  return createRoot(() => createToolServers(bridge));
}

test("what is written down is a command line or an address", () => {
  const draft = { name: " t ", where: "", secret: "TOKEN", value: "v" };
  expect(orderOf({ ...draft, where: " npx -y 'a b' " })).toEqual({
    name: "t",
    command: ["npx", "-y", "a b"],
    url: "",
    secret: "TOKEN",
    value: "v",
  });
  expect(orderOf({ ...draft, where: " HTTPS://t.example/mcp " })).toMatchObject({
    url: "HTTPS://t.example/mcp",
    command: [],
  });
  expect(orderOf({ ...draft, where: "npx 'a" })).toBeUndefined();
});

test("servers are added, tried and removed; a refusal keeps what is shown and says why", async () => {
  const servers = fake();
  expect(servers.list()).toBeUndefined();
  await servers.load();
  expect(await servers.add({ name: "c", command: ["c"], url: "", secret: "", value: "" })).toBe(true);
  await servers.tryOne("c");
  expect(servers.list()?.map((one) => `${one.name} ${one.state}`)).toEqual(["a untried", "b untried", "c ready"]);
  expect(await servers.remove("a")).toBe(true);
  expect(servers.list()?.map((one) => one.name)).toEqual(["b", "c"]);

  const refusing = fake({ addToolServer: () => Promise.reject(new Rejected("FILE_EXISTS", "there is one", "")) });
  await refusing.load();
  expect(await refusing.add({ name: "a", command: ["a"], url: "", secret: "", value: "" })).toBe(false);
  expect(refusing.list()).toHaveLength(2);
  expect(refusing.fault()?.message).toBe("there is one");
});

test("one is tried once at a time, and others meanwhile", async () => {
  const answers: (() => void)[] = [];
  const tried: string[] = [];
  const servers = fake({
    tryToolServer: (name) => {
      tried.push(name);
      return new Promise((done) => answers.push(() => done([])));
    },
  });
  const first = servers.tryOne("a");
  void servers.tryOne("a");
  const second = servers.tryOne("b");
  expect(tried).toEqual(["a", "b"]);
  expect([servers.trying("a"), servers.trying("b")]).toEqual([true, true]);
  answers[0]?.();
  await first;
  expect([servers.trying("a"), servers.trying("b")]).toEqual([false, true]);
  answers[1]?.();
  await second;
  expect(servers.trying("b")).toBe(false);
});

test("what is known of a server is said, and no more", () => {
  expect(stateWords(server("a"))).toBe("not tried");
  expect(stateWords(server("a", { state: "ready", tools: ["x"] }))).toBe("1 tool");
  expect(stateWords(server("a", { state: "ready" }))).toBe("has no tools");
  expect(stateWords(server("a", { state: "failed", problem: "x" }))).toBe("could not be started");
  expect(["keychain", "session", "environment", ""].map((kept) => neededWords({ name: "T", kept }))).toEqual([
    "in the system's keychain",
    "kept until aipack is closed: this computer has no usable keychain",
    "from aipack's environment",
    "is not set",
  ]);
});
