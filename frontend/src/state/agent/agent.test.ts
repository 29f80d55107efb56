import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { AgentBatch, AgentEnd, Talk } from "~/bridge/types";
import { createAgent, take, type AgentBridge, type Exchange } from "./agent";

const end = (more: Partial<AgentEnd> = {}): AgentEnd => ({
  question: "",
  answer: "",
  stopped: "",
  evidence: [],
  left: [],
  provider: "ollama",
  model: "toy",
  prompt: 1,
  written: 1,
  usd: 0,
  priced: true,
  unkept: "",
  ...more,
});

function world(more: Partial<AgentBridge> = {}) {
  let hear: (batch: AgentBatch) => void = () => undefined;
  const asked: string[][] = [];
  const agent = createRoot(() =>
    createAgent({
      ask: (...args) => {
        asked.push(args);
        return Promise.resolve(`turn-${asked.length}`);
      },
      resumeAnswer: () => Promise.resolve("turn-r"),
      stopAnswer: () => Promise.resolve(),
      conversations: () => Promise.resolve([] as Talk[]),
      openConversation: () => Promise.reject(new Error("not here")),
      renameConversation: () => Promise.resolve(),
      deleteConversation: () => Promise.resolve(),
      onAgent: (then) => {
        hear = then;
        return () => undefined;
      },
      ...more,
    }),
  );
  const tell = (turn: string, more: Partial<AgentBatch>) =>
    hear({ turn, folder: "/p", conversation: "c", steps: [], ...more });
  return { agent, asked, tell };
}

test("what is said before a call is no answer, and a call that failed is marked", () => {
  const one: Exchange = { question: "?", answer: "", deeds: [], model: "" };
  take(one, [
    { kind: "note", text: "toy answers" },
    { kind: "text", text: "Let me " },
    { kind: "text", text: "look." },
    { kind: "tool", tool: "read_file", text: "{}" },
    { kind: "failed", tool: "read_file", text: "no such file" },
    { kind: "text", text: "It is " },
  ]);
  take(one, [{ kind: "text", text: "4000." }]);
  expect(one.answer).toBe("It is 4000.");
  expect(one.deeds).toEqual([
    { kind: "note", tool: "", text: "toy answers", failed: false },
    { kind: "tool", tool: "read_file", text: "{}", failed: true },
  ]);
});

test("an answer comes in parts, and the next question goes on with its conversation", async () => {
  const { agent, asked, tell } = world();
  await agent.show("run", "/p");
  await agent.ask(" Why? ");
  expect(agent.answering()).toBe(true);
  tell("turn-1", { steps: [{ kind: "text", text: "Be" }] });
  tell("another", { steps: [{ kind: "text", text: "wrong" }] });
  expect(agent.exchanges[0]?.answer).toBe("Be");
  tell("turn-1", { end: end({ answer: "Because." }) });
  expect(agent.answering()).toBe(false);
  expect(agent.exchanges[0]?.answer).toBe("Because.");
  await agent.ask("And?");
  expect(asked).toEqual([
    ["run", "", " Why? "],
    ["run", "c", "And?"],
  ]);
});

test("what comes before the turn has its name is not lost", async () => {
  let answer: (id: string) => void = () => undefined;
  const { agent, tell } = world({ ask: () => new Promise((resolve) => (answer = resolve)) });
  await agent.show("run", "/p");
  const put = agent.ask("Why?");
  tell("turn-1", { end: end({ answer: "Quick." }) });
  answer("turn-1");
  await put;
  expect(agent.exchanges.map((one) => one.answer)).toEqual(["Quick."]);
  expect(agent.answering()).toBe(false);
});

test("one that was stopped may go on, one that could not be put is said", async () => {
  const { agent, tell } = world();
  await agent.show("run", "/p");
  await agent.ask("Why?");
  tell("turn-1", { end: end({ stopped: "It was stopped." }) });
  expect(agent.unanswered()).toBe(true);
  await agent.resume();
  expect(agent.unanswered()).toBe(false);
  expect(agent.exchanges.at(-1)?.question).toBe("Why?");
  const refused = world({ ask: () => Promise.reject(new Error("busy")) });
  await refused.agent.show("run", "/p");
  expect(await refused.agent.ask("Why?")).toBe(false);
  expect(refused.agent.fault()).toBeDefined();
  expect(refused.agent.exchanges.length).toBe(0);
});

test("another project shows nothing of the one before", async () => {
  const { agent, tell } = world();
  await agent.show("run", "/p");
  await agent.ask("Why?");
  await agent.show("other", "/q");
  tell("turn-1", { end: end({ answer: "Late." }) });
  expect(agent.exchanges.length).toBe(0);
  expect(agent.current()).toBe("");
});
