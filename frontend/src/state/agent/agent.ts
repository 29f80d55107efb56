import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, produce } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type {
  AgentBatch,
  AgentChanges,
  AgentCurrent,
  AgentEnd,
  AgentReply,
  AgentStep,
  AskedChange,
  Fault,
  Talk,
} from "~/bridge/types";

export type AgentBridge = Pick<
  Api,
  | "ask"
  | "resumeAnswer"
  | "stopAnswer"
  | "currentAnswer"
  | "approveChange"
  | "takeBackChanges"
  | "undoTurn"
  | "redoTurn"
  | "conversations"
  | "openConversation"
  | "renameConversation"
  | "deleteConversation"
> & { onAgent(then: (batch: AgentBatch) => void): () => void };

/** What a model did before it answered. */
export interface Deed {
  kind: "tool" | "note";
  /** The tool's name; "" of a note. */
  tool: string;
  text: string;
  failed: boolean;
  /** Why it failed; absent where that is not known any more. */
  problem?: string;
  /** It is being done. */
  running?: boolean;
}

/** A question with what came of it. */
export interface Exchange {
  question: string;
  answer: string;
  deeds: Deed[];
  /** Absent while it is answered, and of one that was kept. */
  end?: AgentEnd;
  /** What the model looked at, and the commands that it wished to run; absent while it is answered. */
  did?: Pick<AgentEnd, "evidence" | "commands">;
  model: string;
  /** The change that waits for the user. */
  asked?: AskedChange | undefined;
  /** The files that were changed. */
  changes?: AgentChanges | undefined;
}

/** The tools that change files. */
export const changeTools = ["edit_file", "write_file", "delete_file"];

/** A step of a task, as a model says it. */
export interface Todo {
  content: string;
  status: "pending" | "in_progress" | "completed";
}

const todoStates: Todo["status"][] = ["pending", "in_progress", "completed"];

export const todoTool = "todo_write";

/** The steps that a model said last; what is no list of steps says none. */
export function todosOf(deeds: readonly Deed[]): Todo[] {
  const last = deeds.findLast((deed) => deed.tool === todoTool && !deed.failed);
  try {
    const { todos } = JSON.parse(last?.text ?? "{}") as { todos?: Todo[] };
    return Array.isArray(todos)
      ? todos.filter((one) => typeof one.content === "string" && todoStates.includes(one.status))
      : [];
  } catch {
    return [];
  }
}

/** Takes what happened into an exchange. */
export function take(into: Exchange, steps: readonly AgentStep[]) {
  for (const step of steps) {
    const last = into.deeds.at(-1);
    if (step.kind === "text") into.answer += step.text;
    else if (step.kind === "tool" || step.kind === "note") {
      // What was said before a call was no answer.
      if (step.kind === "tool") into.answer = "";
      const deed: Deed = { kind: step.kind, tool: step.tool ?? "", text: step.text, failed: false };
      if (step.tool === "bash") deed.running = true;
      into.deeds.push(deed);
    } else if (step.kind === "completed") {
      for (const deed of into.deeds) if (deed.tool === step.tool) delete deed.running;
    } else if (step.kind === "asked") into.asked = step.asked;
    else if (step.kind === "settled") into.asked = undefined;
    else if (step.kind === "failed" && last && last.tool === step.tool) {
      last.failed = true;
      if (step.text) last.problem = step.text;
      delete last.running;
    }
  }
}

/** Questions about the project that is open, and the conversations that were kept. Must be created inside an owner. */
export function createAgent(bridge: AgentBridge) {
  const [exchanges, setExchanges] = createStore<Exchange[]>([]);
  const [talks, setTalks] = createSignal<Talk[]>([]);
  const [current, setCurrent] = createSignal("");
  const [turn, setTurn] = createSignal("");
  const [unanswered, setUnanswered] = createSignal(false);
  const [fault, setFault] = createSignal<Fault>();
  const [search, setSearch] = createSignal("");
  /** What is being written. */
  const [draft, setDraft] = createSignal("");
  /** Whether the next question may lead to changes of files. */
  const [changing, setChanging] = createSignal(false);
  /** Changes that could not be taken back: somebody else has changed the files since. */
  const [inTheWay, setInTheWay] = createSignal<{ changes: AgentChanges; fault: Fault; turn?: boolean }>();
  /** The last turn was taken back, and can be brought again. */
  const [undone, setUndone] = createSignal(false);
  let run = "";
  let folder = "";
  let asked = 0;
  /** What came of a turn before it was known that it is this one. */
  let early: AgentBatch[] = [];
  /** The batches of the turn that are known. */
  let told = 0;

  onCleanup(bridge.onAgent(hear));

  function hear(sent: AgentBatch) {
    if (sent.folder !== folder) return;
    if (turn() === "") early.push(sent);
    else if (sent.turn === turn()) follow(sent);
  }

  function follow(sent: AgentBatch) {
    if (sent.number <= told) return;
    told = sent.number;
    batch(() => {
      setExchanges(
        exchanges.length - 1,
        produce((one) => {
          take(one, sent.steps);
          if (!sent.end) return;
          one.asked = undefined;
          one.changes = sent.end.changes ?? undefined;
          one.answer = sent.end.answer || one.answer;
          one.model = sent.end.model;
          one.end = one.did = sent.end;
        }),
      );
      if (sent.conversation) setCurrent(sent.conversation);
      if (!sent.end) return;
      setTurn("");
      setUnanswered(Boolean(sent.end.stopped || sent.end.fault) && sent.conversation !== "");
    });
    if (sent.end) void list();
  }

  async function list() {
    const mine = ++asked;
    const found = await bridge.conversations(run, search()).catch((thrown: unknown) => {
      setFault(rejected(thrown));
      return undefined;
    });
    if (mine === asked && found) setTalks(found);
  }

  /** Turns to a run; another project's conversation is shown no more. */
  async function show(id: string, path: string) {
    const other = path !== folder;
    run = id;
    folder = path;
    if (other) {
      begin();
      setTalks([]);
    }
    if (turn() === "") await comeBack();
    await list();
  }

  /** Shows the answer that is under way since before this page, or another project, was shown. */
  async function comeBack() {
    const mine = folder;
    let now: AgentCurrent;
    try {
      now = await bridge.currentAnswer(run);
    } catch (thrown) {
      setFault(rejected(thrown));
      return;
    }
    if (now.turn === "" || mine !== folder || turn() !== "") return;
    if (now.conversation !== "" && now.conversation !== current()) await open(now.conversation);
    if (mine !== folder || turn() !== "") return;
    const kept = now.conversation === "" ? [] : exchanges;
    const last = kept.at(-1);
    const asks = !now.question || (last?.answer === "" && last.question === now.question);
    const one: Exchange = { question: now.question || (last?.question ?? ""), answer: "", deeds: [], model: "" };
    take(one, now.steps);
    batch(() => {
      setExchanges([...(asks ? kept.slice(0, -1) : kept), one]);
      setUnanswered(false);
      setChanging(now.changes);
      setTurn(now.turn);
      told = now.number;
    });
    early.filter((sent) => sent.turn === now.turn).forEach(follow);
  }

  /** A new conversation. One that is being answered goes on by itself and is kept. */
  function begin() {
    batch(() => {
      setExchanges([]);
      setCurrent("");
      setTurn("");
      setUnanswered(false);
      setFault(undefined);
      setInTheWay(undefined);
      setUndone(false);
    });
    early = [];
    told = 0;
  }

  async function put(question: string, start: () => Promise<string>) {
    early = [];
    told = 0;
    setFault(undefined);
    try {
      const id = await start();
      batch(() => {
        setExchanges(exchanges.length, { question, answer: "", deeds: [], model: "" });
        setUnanswered(false);
        setUndone(false);
        setTurn(id);
      });
      early.filter((one) => one.turn === id).forEach(follow);
    } catch (thrown) {
      setFault(rejected(thrown));
      return false;
    }
    return true;
  }

  /** Whether the question was put. */
  const ask = (question: string) => put(question.trim(), () => bridge.ask(run, current(), question, changing()));

  /** Goes on with the last question, which has no answer. */
  function resume() {
    const question = exchanges.at(-1)?.question ?? "";
    return put(question, () => bridge.resumeAnswer(run, current(), changing()));
  }

  async function open(id: string) {
    const mine = folder;
    try {
      const found = await bridge.openConversation(run, id);
      if (mine !== folder) return;
      batch(() => {
        begin();
        setCurrent(found.id);
        setUnanswered(found.unanswered);
        setExchanges(
          found.turns.map((one) => ({
            question: one.question,
            answer: one.answer,
            deeds: one.calls.map((call) => ({
              kind: "tool" as const,
              tool: call.tool,
              text: call.arguments,
              failed: call.failed ?? false,
            })),
            model: one.model ?? "",
            changes: one.changes,
            did: one as Pick<AgentEnd, "evidence" | "commands">,
          })),
        );
        const last = found.turns.at(-1);
        if (found.unanswered && last) setChanging(last.calls.some((call) => changeTools.includes(call.tool)));
      });
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  /** Says yes or no to the change that waits. */
  async function approve(reply: AgentReply) {
    const asked = exchanges.at(-1)?.asked;
    if (!asked) return;
    try {
      await bridge.approveChange(turn(), asked.id, reply);
      setExchanges(exchanges.length - 1, "asked", (now) => (now?.id === asked.id ? undefined : now));
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  /** Makes the files what they were before some changes, and those after them. */
  async function takeBack(changes: AgentChanges, over = false) {
    const conversation = current();
    setInTheWay(undefined);
    try {
      await bridge.takeBackChanges(run, conversation, changes.checkpoint, over);
    } catch (thrown) {
      const fault = rejected(thrown);
      if (fault.code === "EDIT_CONFLICT" && !over) setInTheWay({ changes, fault });
      else setFault(fault);
      return;
    }
    const found = await bridge.openConversation(run, conversation).catch(() => undefined);
    if (!found || conversation !== current()) return;
    found.turns.forEach((one, i) => i < exchanges.length && setExchanges(i, "changes", one.changes));
  }

  /** Takes the last turn back: its question can be put otherwise. With files also what it changed. */
  async function undo(files: boolean, over = false) {
    const conversation = current();
    const changes = exchanges.at(-1)?.changes;
    setInTheWay(undefined);
    try {
      const { question } = await bridge.undoTurn(run, conversation, files, over);
      if (conversation !== current()) return;
      batch(() => {
        setExchanges(produce((all) => void all.pop()));
        setUnanswered(false);
        setUndone(true);
        if (draft().trim() === "") setDraft(question);
      });
    } catch (thrown) {
      const fault = rejected(thrown);
      if (fault.code === "EDIT_CONFLICT" && !over && changes) setInTheWay({ changes, fault, turn: true });
      else setFault(fault);
      return;
    }
    await list();
  }

  /** Brings again what was taken back last. */
  async function redo() {
    const conversation = current();
    try {
      const { question } = await bridge.redoTurn(run, conversation);
      if (conversation !== current()) return;
      if (draft() === question) setDraft("");
      await open(conversation);
    } catch (thrown) {
      setFault(rejected(thrown));
    }
    await list();
  }

  const change = (what: Promise<unknown>) =>
    what.then(list).catch((thrown: unknown) => void setFault(rejected(thrown)));

  return {
    exchanges,
    talks,
    /** The conversation that is shown; "" for a new one. */
    current,
    answering: () => turn() !== "",
    unanswered,
    fault,
    search,
    draft,
    setDraft,
    changing,
    setChanging,
    /** The change that waits for the user. */
    asked: () => exchanges.at(-1)?.asked,
    approve,
    takeBack,
    inTheWay,
    undo,
    redo,
    undone,
    show,
    begin,
    ask,
    resume,
    open,
    stop: () => void bridge.stopAnswer(turn()).catch((thrown: unknown) => setFault(rejected(thrown))),
    rename: (id: string, title: string) => change(bridge.renameConversation(run, id, title)),
    async remove(id: string) {
      await change(bridge.deleteConversation(run, id));
      if (id === current()) begin();
    },
    find(text: string) {
      setSearch(text);
      return list();
    },
    clearFault: () => setFault(undefined),
  };
}

export type AgentState = ReturnType<typeof createAgent>;
