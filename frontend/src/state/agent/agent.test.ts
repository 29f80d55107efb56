import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import type { AgentBatch, AgentEnd, AgentReply, AskedChange, OpenedTalk, Talk } from "~/bridge/types";
import { createAgent, type AgentBridge } from "./agent";
import { attaching, commandOf } from "./commands";
import { take, todosOf, type Exchange } from "./exchange";

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
  window: 1000,
  holds: [],
  ...more,
});

function world(more: Partial<AgentBridge> = {}) {
  let hear: (batch: AgentBatch) => void = () => undefined;
  const asked: (string | boolean)[][] = [];
  let number = 0;
  const agent = createRoot(() =>
    createAgent({
      ask: (...args) => {
        asked.push(args);
        return Promise.resolve(`turn-${asked.length}`);
      },
      resumeAnswer: () => Promise.resolve("turn-r"),
      compactConversation: () => Promise.resolve("turn-c"),
      saveConversation: () => Promise.resolve("talk.md"),
      writeNotes: () => Promise.resolve("turn-i"),
      stopAnswer: () => Promise.resolve(),
      currentAnswer: () =>
        Promise.resolve({
          turn: "",
          number: 0,
          conversation: "",
          question: "",
          changes: false,
          compact: false,
          steps: [],
        }),
      approveChange: () => Promise.resolve(),
      takeBackChanges: () => Promise.resolve([]),
      undoTurn: () => Promise.resolve({ question: "Why?" }),
      redoTurn: () => Promise.resolve({ question: "Why?" }),
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
    hear({ turn, number: ++number, folder: "/p", conversation: "c", steps: [], ...more });
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
    { kind: "tool", tool: "read_file", text: "{}", failed: true, problem: "no such file" },
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
    ["run", "", " Why? ", false],
    ["run", "c", "And?", false],
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

const asked: AskedChange = {
  id: "w",
  path: "a.py",
  kind: "changed",
  before: "a\n",
  after: "b\n",
  diff: "",
  note: "",
  problems: [],
  alterable: true,
  line: "",
  where: "",
  why: "",
  contained: false,
  background: false,
  server: "",
  tool: "",
  arguments: "",
  lasting: "a.py",
};

test("a change waits until it is answered, and not beyond the end of its turn", async () => {
  const replies: [string, string, AgentReply][] = [];
  const { agent, tell } = world({
    approveChange: (...args) => {
      replies.push(args);
      return Promise.resolve();
    },
  });
  await agent.show("run", "/p");
  await agent.ask("Do it");
  tell("turn-1", { steps: [{ kind: "asked", text: "a.py", asked }] });
  expect(agent.asked()?.path).toBe("a.py");
  await agent.approve({ answer: "once", word: "", text: "c\n" });
  expect(replies).toEqual([["turn-1", "w", { answer: "once", word: "", text: "c\n" }]]);
  expect(agent.asked()).toBeUndefined();
  tell("turn-1", { steps: [{ kind: "settled", text: "a.py" }] });
  tell("turn-1", { steps: [{ kind: "asked", text: "a.py", asked: { ...asked, id: "x" } }] });
  expect(agent.asked()?.id).toBe("x");
  tell("turn-1", { end: end({ stopped: "It was stopped." }) });
  expect(agent.asked()).toBeUndefined();
});

test("who comes back finds the answer under way, with its change, and hears each part once", async () => {
  const talk = (turns: OpenedTalk["turns"]) =>
    ({
      id: "c",
      title: "t",
      model: "toy",
      questions: 2,
      prompt: 0,
      written: 0,
      usd: 0,
      priced: true,
      updated_at: 0,
      turns,
      unanswered: true,
      undone: false,
    }) as OpenedTalk;
  const at = { path: "a.py", first: 1, last: 2 };
  const ran = { command: "true", decision: "approved", exit: 0, output: ["done"] };
  const { agent, tell } = world({
    currentAnswer: () =>
      Promise.resolve({
        turn: "t",
        number: 3,
        conversation: "c",
        question: "Do it",
        changes: true,
        compact: false,
        steps: [
          { kind: "tool", tool: "read_file", text: "{}" },
          { kind: "asked", text: "a.py", asked },
        ],
      }),
    openConversation: () =>
      Promise.resolve(
        talk([
          { question: "Why?", answer: "Because.", calls: [], evidence: [at], commands: [ran] },
          { question: "Do it", answer: "", calls: [], evidence: [], commands: [] },
        ]),
      ),
  });
  await agent.show("run", "/p");
  expect(agent.exchanges.map((one) => one.question)).toEqual(["Why?", "Do it"]);
  expect(agent.exchanges[0]?.did?.evidence).toEqual([at]);
  expect(agent.exchanges[0]?.did?.commands).toEqual([ran]);
  expect(agent.asked()?.path).toBe("a.py");
  expect(agent.answering()).toBe(true);
  expect(agent.changing()).toBe(true);
  tell("t", { number: 3, steps: [{ kind: "tool", tool: "read_file", text: "{}" }] });
  expect(agent.exchanges.at(-1)?.deeds.length).toBe(1);
  tell("t", { number: 4, end: end({ answer: "Done." }) });
  expect(agent.exchanges.at(-1)?.answer).toBe("Done.");
});

test("what stands in the way of taking back is said, and goes only when the user says so", async () => {
  const calls: boolean[] = [];
  const { agent } = world({
    takeBackChanges: (_run, _conversation, _checkpoint, over) => {
      calls.push(over);
      return over
        ? Promise.resolve(["a.py"])
        : Promise.reject(new Rejected("EDIT_CONFLICT", "changed by somebody else", ""));
    },
  });
  await agent.show("run", "/p");
  const changes = { checkpoint: 1, files: [], taken_back: false, later: 0 };
  await agent.takeBack(changes);
  expect(agent.inTheWay()?.fault.message).toBe("changed by somebody else");
  await agent.takeBack(changes, true);
  expect(agent.inTheWay()).toBeUndefined();
  expect(calls).toEqual([false, true]);
});

test("the steps that were said last are shown, and nothing that is none", () => {
  const said = (text: string, failed = false) => ({ kind: "tool" as const, tool: "todo_write", text, failed });
  const list = [{ content: "look", status: "completed" }];
  expect(todosOf([])).toEqual([]);
  expect(todosOf([said(JSON.stringify({ todos: list }))])).toEqual(list);
  expect(todosOf([said(JSON.stringify({ todos: list })), said("{", true)])).toEqual(list);
  expect(todosOf([said("{")])).toEqual([]);
  expect(todosOf([said('{"todos":"look"}')])).toEqual([]);
  expect(todosOf([said('{"todos":[{"status":"pending"},{"content":"a","status":"later"}]}')])).toEqual([]);
});

test("the last turn is taken back, its question can be put otherwise, and it comes again", async () => {
  const wanted: boolean[] = [];
  let refuse = true;
  const kept: OpenedTalk = {
    ...({ id: "c", title: "Why?", model: "toy", questions: 1, prompt: 1, written: 1, usd: 0, priced: true } as Talk),
    updated_at: 1,
    turns: [{ question: "Why?", answer: "Because.", calls: [], evidence: [], commands: [] }],
    unanswered: false,
    undone: false,
  };
  const { agent, tell } = world({
    undoTurn: (_run, _conversation, files, over) => {
      wanted.push(files);
      if (files && !over && refuse) return Promise.reject(new Rejected("EDIT_CONFLICT", "changed since", ""));
      return Promise.resolve({ question: "Why?" });
    },
    redoTurn: () => Promise.resolve({ question: "Why?", left: "changed since" }),
    openConversation: () => Promise.resolve({ ...kept }),
  });
  await agent.show("run", "/p");
  await agent.ask("Why?");
  const changes = { checkpoint: 3, files: [{ path: "a", status: "changed" }], taken_back: false, later: 0 };
  tell("turn-1", { end: end({ answer: "Because.", changes }) });
  await agent.undo(true);
  expect(agent.exchanges.length).toBe(1);
  expect(agent.inTheWay()?.turn).toBe(true);
  refuse = false;
  await agent.undo(true);
  expect(wanted).toEqual([true, true]);
  expect(agent.exchanges.length).toBe(0);
  expect(agent.undone()).toBe(true);
  expect(agent.draft()).toBe("Why?");
  await agent.redo();
  expect(agent.exchanges.map((one) => one.answer)).toEqual(["Because."]);
  expect(agent.draft()).toBe("");
  expect(agent.undone()).toBe(false);
  expect(agent.said()?.text).toContain("its changes of files did not: changed since");
  kept.undone = true;
  agent.begin();
  expect(agent.undone()).toBe(false);
  await agent.open("c");
  expect(agent.undone()).toBe(true);
});

test("words with a slash are commands, and nothing else is", () => {
  expect(commandOf(" /Undo ")).toBe("/undo");
  expect(commandOf("/foo")).toBe("unknown");
  for (const text of ["/health answers 500, why?", "/api/users", "why?", "/", "undo"])
    expect(commandOf(text)).toBeUndefined();
});

test("a command is done, or said to be none, and never asked", async () => {
  const summed = { turns: 1, text: "## Goal", model: "toy" };
  const turn = { question: "Why?", answer: "Because.", calls: [], evidence: [], commands: [] };
  let sum = true;
  const { agent, asked, tell } = world({
    openConversation: () =>
      Promise.resolve({
        ...({
          id: "c",
          title: "Why?",
          model: "toy",
          questions: 1,
          prompt: 1,
          written: 1,
          usd: 0,
          priced: true,
        } as Talk),
        updated_at: 1,
        turns: [sum ? { ...turn, summed } : turn],
        unanswered: false,
        undone: false,
      }),
    undoTurn: () => Promise.resolve({ question: "" }),
  });
  await agent.show("run", "/p");
  await agent.ask("/compact");
  expect(agent.said()?.text).toMatch(/Nothing was said/);
  await agent.ask("/help");
  expect(agent.said()?.help).toBe(true);
  await agent.ask("/foo");
  expect(agent.said()?.text).toMatch(/no command/);
  await agent.ask("Why?");
  tell("turn-1", { end: end({ answer: "Because." }) });
  await agent.ask("/compact");
  expect(agent.compacting()).toBe(true);
  await Promise.resolve();
  tell("turn-c", { steps: [{ kind: "summed", text: "2 older messages" }], end: end() });
  await Promise.resolve();
  await Promise.resolve();
  expect(agent.compacting()).toBe(false);
  expect(agent.exchanges.length).toBe(1);
  expect(agent.exchanges[0]?.summed?.turns).toBe(1);
  expect(agent.exchanges[0]?.answer).toBe("Because.");
  sum = false;
  await agent.undo(false);
  expect(agent.exchanges.length).toBe(1);
  expect(agent.exchanges[0]?.summed).toBeUndefined();
  expect(agent.undone()).toBe(false);
  await agent.ask("/clear");
  expect(agent.current()).toBe("");
  expect(asked.length).toBe(1);
});

test("a path is written behind an @, and not in the middle of a word", () => {
  expect(attaching("what does @src/ma")).toBe("src/ma");
  expect(attaching("(@a")).toBe("a");
  for (const text of ["me@example", "@a b", "@", "no"]) expect(attaching(text)).toBeUndefined();
});

test("the notes are written beside every conversation", async () => {
  const { agent, tell } = world();
  await agent.show("run", "/p");
  await agent.ask("Why?");
  tell("turn-1", { end: end({ answer: "Because." }) });
  await agent.ask("/init");
  await Promise.resolve();
  tell("turn-i", { conversation: "", end: end({ answer: "It was written." }) });
  expect(agent.exchanges.map((one) => one.answer)).toEqual(["It was written."]);
  expect(agent.current()).toBe("");
  await agent.ask("And?");
  expect(agent.exchanges.map((one) => one.question)).toEqual(["And?"]);
});
