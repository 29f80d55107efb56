import { batch, createSignal, onCleanup } from "solid-js";
import { createStore, produce } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { AgentBatch, AgentChanges, AgentCurrent, AgentEnd, AgentReply, Fault, Talk } from "~/bridge/types";
import { commandOf, type Command } from "./commands";
import { changeTools, exchangeOf, take, type Exchange } from "./exchange";

export type AgentBridge = Pick<
  Api,
  | "ask"
  | "resumeAnswer"
  | "compactConversation"
  | "saveConversation"
  | "writeNotes"
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
  /** The turn under way sums up what was said. */
  const [compacting, setCompacting] = createSignal(false);
  /** What is to be said about a command: its list, or the one that is none. */
  const [said, setSaid] = createSignal<{ help: boolean; text: string }>();
  let run = "";
  let folder = "";
  let asked = 0;
  /** What came of a turn before it was known that it is this one. */
  let early: AgentBatch[] = [];
  /** The batches of the turn that are known. */
  let told = 0;
  /** In this turn something was summed up. */
  let summed = false;

  onCleanup(bridge.onAgent(hear));

  function hear(sent: AgentBatch) {
    if (sent.folder !== folder) return;
    if (turn() === "") early.push(sent);
    else if (sent.turn === turn()) follow(sent);
  }

  function follow(sent: AgentBatch) {
    if (sent.number <= told) return;
    told = sent.number;
    summed ||= sent.steps.some((step) => step.kind === "summed");
    if (compacting()) {
      if (sent.end) compacted(sent.end);
      return;
    }
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
    if (sent.end && summed) void again();
    if (sent.end) void list();
  }

  function compacted(end: AgentEnd) {
    batch(() => {
      setTurn("");
      setCompacting(false);
      if (end.fault) setFault(end.fault);
    });
    void again();
  }

  /** Shows what has changed about the turns of this conversation: their files, and summaries that stand for them. */
  async function again() {
    const conversation = current();
    const found = await bridge.openConversation(run, conversation).catch(() => undefined);
    if (!found || conversation !== current()) return;
    found.turns.forEach((one, i) => {
      if (i < exchanges.length) setExchanges(i, { changes: one.changes, summed: one.summed });
    });
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
    setCompacting(now.compact);
    if (now.conversation !== "" && now.conversation !== current()) await open(now.conversation);
    if (mine !== folder || turn() !== "") return;
    if (now.compact) {
      setTurn(now.turn);
      told = now.number;
      early.filter((sent) => sent.turn === now.turn).forEach(follow);
      return;
    }
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
      setCompacting(false);
      setSaid(undefined);
    });
    early = [];
    told = 0;
  }

  /** Has the model sum up what was said. */
  async function compact() {
    early = [];
    told = 0;
    setFault(undefined);
    try {
      const id = await bridge.compactConversation(run, current());
      batch(() => {
        setCompacting(true);
        setTurn(id);
      });
      early.filter((one) => one.turn === id).forEach(follow);
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  /** Does what a command says; where it cannot, that is said. */
  function command(word: Command | "unknown", text: string) {
    setSaid(undefined);
    if (word === "/help") setSaid({ help: true, text: "" });
    else if (word === "unknown") setSaid({ help: true, text: `There is no command ${text.trim()}.` });
    else if (word === "/clear") begin();
    else if (word === "/init") {
      begin();
      void put("/init", () => bridge.writeNotes(run));
    } else if (current() === "") setSaid({ help: false, text: "Nothing was said yet." });
    else if (word === "/compact") void compact();
    else if (word === "/undo") void undo(false);
    else void bridge.saveConversation(run, current()).catch((thrown: unknown) => setFault(rejected(thrown)));
  }

  async function put(question: string, start: () => Promise<string>) {
    early = [];
    told = 0;
    summed = false;
    setFault(undefined);
    setSaid(undefined);
    try {
      const id = await start();
      batch(() => {
        // What was only shown is no part of the conversation.
        if (exchanges.some((one) => one.question === "/init")) setExchanges([]);
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

  /** Whether the question was put, or the command that it is was taken. */
  function ask(question: string): Promise<boolean> {
    const word = commandOf(question);
    if (!word) return put(question.trim(), () => bridge.ask(run, current(), question, changing()));
    command(word, question);
    return Promise.resolve(true);
  }

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
        setUndone(found.undone);
        setExchanges(found.turns.map(exchangeOf));
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
    if (conversation === current()) await again();
  }

  /** Takes the last turn back: its question can be put otherwise. With files also what it changed. */
  async function undo(files: boolean, over = false) {
    const conversation = current();
    const changes = exchanges.at(-1)?.changes;
    setInTheWay(undefined);
    try {
      const { question } = await bridge.undoTurn(run, conversation, files, over);
      if (conversation !== current()) return;
      if (question === "") {
        await again();
        return;
      }
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
      const { question, left } = await bridge.redoTurn(run, conversation);
      if (conversation !== current()) return;
      if (draft() === question) setDraft("");
      await open(conversation);
      if (left) setSaid({ help: false, text: `The question came again; its changes of files did not: ${left}` });
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
    compact,
    compacting,
    said,
    clearSaid: () => setSaid(undefined),
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
