import { batch, createMemo, createSignal, onCleanup } from "solid-js";
import type { Api } from "~/bridge/api";
import type {
  CodeAround,
  CodeCard,
  CodeContext,
  CodeFound,
  CodeHits,
  CodeIssues,
  CodeLines,
  CodeState,
  Fault,
} from "~/bridge/types";
import { createFinding, type FindingBridge } from "./finding";
import { layoutOf } from "./graph";
import { createOutline } from "./outline";
import { resultsOf, type Mode } from "./results";
import { edgeKinds } from "./format";
import { latestOnly } from "~/state/shared/async";
import type { Place } from "~/state/frame/view";

export type CodeBridge = Pick<
  Api,
  | "openCode"
  | "leaveCode"
  | "rebuildCode"
  | "searchCode"
  | "textInCode"
  | "codeOutline"
  | "codeAt"
  | "codeAround"
  | "inspectCode"
  | "codeIssues"
  | "codeContext"
> &
  FindingBridge & { onCode(then: (state: CodeState) => void): () => void };

export type Tab = "results" | "outline" | "issues";

/** So long after the last letter the text of all files is searched, the model is asked, and what is chosen is drawn. */
const textAfter = 220;
const meaningAfter = 450;
const drawAfter = 90;

/** The map of a project's code as the window sees it. Must be created inside an owner. */
export function createCode(bridge: CodeBridge, after: (f: () => void, ms: number) => number = setTimeout) {
  const [run, setRun] = createSignal("");
  const [state, setState] = createSignal<CodeState>();
  const [fault, setFault] = createSignal<Fault>();
  const [question, setQuestion] = createSignal("");
  const [mode, setMode] = createSignal<Mode>("symbols");
  const [kind, setKind] = createSignal("");
  const [language, setLanguage] = createSignal("");
  const [hits, setHits] = createSignal<CodeHits>();
  const [lines, setLines] = createSignal<CodeLines>();
  const [searching, setSearching] = createSignal(false);
  const [row, setRow] = createSignal(0);
  const [tab, setTab] = createSignal<Tab>("outline");
  const [issues, setIssues] = createSignal<CodeIssues>();
  const [focus, setFocus] = createSignal("");
  const [around, setAround] = createSignal<CodeAround>();
  const [depth, setDepth] = createSignal(1);
  const [files, setFiles] = createSignal(true);
  const [edges, setEdges] = createSignal<readonly string[]>(edgeKinds.map(({ id }) => id));
  const [opened, setOpened] = createSignal<readonly string[]>([]);
  const [selected, setSelected] = createSignal("");
  const [card, setCard] = createSignal<CodeCard>();
  const [gone, setGone] = createSignal<Fault>();
  const [context, setContext] = createSignal<CodeContext>();
  const [tokens, setTokens] = createSignal(8_000);
  const [inspecting, setInspecting] = createSignal(true);
  const [place, setPlace] = createSignal<Place>();
  const outline = createOutline(bridge.codeOutline);
  const finding = createFinding(bridge, hear);
  const asks = {
    open: latestOnly(),
    search: latestOnly(),
    text: latestOnly(),
    around: latestOnly(),
    card: latestOnly(),
    context: latestOnly(),
    issues: latestOnly(),
  };
  let textTimer = 0;
  let drawTimer = 0;
  let chosenBefore = ""; // what was chosen when a question in words was asked
  let folder = "";

  onCleanup(bridge.onCode((next) => next.folder === folder && take(next)));

  /** Takes a state; a new graph is asked all that is shown once more. */
  function take(next: CodeState) {
    const before = state();
    // The development server sends events out of order.
    if (before && next.seq < before.seq) return;
    setState(next);
    const fresh = before?.graph !== next.graph || (before.state !== "current" && next.state === "current");
    if (next.symbols + next.files > 0 && fresh) refresh();
  }

  function refresh() {
    if (focus() === "" && selected() === "" && state()?.top) focusOn(state()?.top ?? "");
    void outline.show(run());
    search(false);
    draw();
    inspect();
    void asks.issues(
      () => bridge.codeIssues(run()),
      setIssues,
      () => undefined,
    );
  }

  /** Shows the code of a run's folder; of the same folder nothing changes. */
  async function show(id: string, path: string) {
    if (id === "" || (id === run() && state())) return;
    const same = path === folder;
    folder = path;
    batch(() => {
      setRun(id);
      setFault(undefined);
      if (!same) forget();
    });
    await asks.open(
      () => bridge.openCode(id),
      (next) => {
        setState(undefined);
        folder = next.folder;
        take(next);
      },
      (failed) => batch(() => (setFault(failed), setState(undefined))),
    );
  }

  function forget() {
    finding.forget();
    setState(undefined);
    setHits(undefined);
    setLines(undefined);
    setIssues(undefined);
    setAround(undefined);
    setCard(undefined);
    setGone(undefined);
    setContext(undefined);
    setPlace(undefined);
    for (const clear of [setQuestion, setFocus, setSelected, setKind, setLanguage]) clear("");
    setOpened([]);
    setTab("outline");
    void outline.show("");
  }

  /** The folder is left: nothing follows it any more. */
  function leave() {
    if (folder === "") return;
    folder = "";
    setRun("");
    forget();
    void bridge.leaveCode().catch(() => undefined);
  }

  async function rebuild() {
    await asks.open(
      () => bridge.rebuildCode(run()),
      (next) => (setFault(undefined), take(next)),
      setFault,
    );
  }

  function search(fresh = true) {
    const text = question().trim();
    if (fresh) setRow(0);
    // A graph that is new waits for the answer to the last.
    else if (mode() === "meaning" && finding.busy() && finding.found()?.question === text) return;
    clearTimeout(textTimer);
    if (text === "" || mode() !== "meaning") finding.forget();
    if (text === "") {
      setHits(undefined);
      setLines(undefined);
      setSearching(false);
      return;
    }
    if (mode() === "meaning") {
      find(text, fresh);
      return;
    }
    setSearching(true);
    const symbols = mode() === "symbols";
    if (symbols) {
      void asks.search(
        () => bridge.searchCode(run(), text, kind(), language()),
        (found) => {
          setHits(found);
          setSearching(false);
          const [first] = found.hits;
          if (fresh && first) choose(first.id);
        },
        (failed) => (setFault(failed), setSearching(false)),
      );
    } else setHits(undefined);
    textTimer = after(() => {
      void asks.text(
        () => bridge.textInCode(run(), text),
        (found) => (setLines(found), setSearching(false)),
        // One that was stopped by the next says nothing.
        (failed) => (failed.code === "CANCELED" ? undefined : setFault(failed), setSearching(false)),
      );
    }, textAfter);
  }

  /** Asks what a question in words means. */
  function find(text: string, fresh: boolean) {
    setSearching(true);
    const ask = () => {
      chosenBefore = selected();
      const failed = (fault: Fault) => batch(() => (setFault(fault), setSearching(false)));
      void finding.ask(run(), { text, kind: kind(), language: language() }, fresh, failed);
    };
    textTimer = after(ask, fresh ? meaningAfter : 0);
  }

  /** Takes the answer to a question in words, as far as it is. */
  function hear(found: CodeFound, fresh: boolean) {
    setHits(found.hits);
    setSearching(false);
    const first = found.hits.hits[0]?.id ?? "";
    const stays = selected() !== chosenBefore; // who has gone elsewhere meanwhile
    if (first !== "" && row() === 0 && tab() === "results" && (fresh || !stays)) {
      if (first !== selected()) choose(first);
      chosenBefore = first;
    }
    if (found.state === "meant" && found.graph < (state()?.graph ?? 0)) search(false);
  }

  /** Sets what is looked for, in one go. */
  function look(change: { question?: string; mode?: Mode; kind?: string; language?: string }) {
    batch(() => {
      if (change.question !== undefined) {
        setQuestion(change.question);
        setLines(undefined);
      }
      if (change.mode !== undefined && change.mode !== mode()) {
        setMode(change.mode);
        setHits(undefined);
        setLines(undefined);
      }
      if (change.kind !== undefined) setKind(change.kind);
      if (change.language !== undefined) setLanguage(change.language);
      if (question() !== "") setTab("results");
    });
    search();
  }

  const found = createMemo(() => resultsOf(mode(), hits(), lines()));

  /** Goes to a row of the results; headings are passed over. */
  function toRow(to: number) {
    const list = found();
    const step = to < row() ? -1 : 1;
    let next = Math.max(0, Math.min(list.length - 1, to));
    if (list[next]?.is === "head") next += step;
    const one = list[next];
    if (!one) return;
    setRow(next);
    if (one.is === "hit") choose(one.node.id);
    else if (one.is === "line") setPlace({ path: one.path, line: one.line });
  }

  /** Shows all of a node, and soon the graph around it. */
  function choose(id: string) {
    batch(() => {
      setSelected(id);
      setPlace(undefined);
      setInspecting(true);
      setFocus(id);
      setOpened([]);
    });
    clearTimeout(drawTimer);
    drawTimer = after(() => (draw(), inspect()), drawAfter);
  }

  /** Makes a node the middle of the graph at once. */
  function focusOn(id: string) {
    choose(id);
    clearTimeout(drawTimer);
    draw();
    inspect();
  }

  /** Shows all of a node and leaves the graph as it is. */
  function select(id: string) {
    if (id.startsWith("package:")) return;
    batch(() => (setSelected(id), setInspecting(true)));
    clearTimeout(drawTimer);
    drawTimer = after(inspect, drawAfter);
  }

  function draw() {
    const id = focus();
    if (id === "") return;
    void asks.around(
      () => bridge.codeAround(run(), id, files(), depth(), [...edges()], [...opened()]),
      (found) => batch(() => (setAround(found), setGone(undefined))),
      (failed) => batch(() => (setAround(undefined), setGone(failed))),
    );
  }

  function inspect() {
    const id = selected();
    if (id === "") return;
    void asks.card(
      () => bridge.inspectCode(run(), id),
      setCard,
      (failed) => batch(() => (setCard(undefined), setGone(failed))),
    );
    void asks.context(
      () => bridge.codeContext(run(), id, tokens()),
      setContext,
      () => setContext(undefined),
    );
  }

  /** Shows a line of a file: the symbol that it lies in, or the file alone where none is known. */
  async function openAt(to: Place) {
    const id = await bridge.codeAt(run(), to.path, to.line).catch(() => "");
    if (id) focusOn(id);
    else batch(() => (setSelected(""), setCard(undefined), setFocus(""), setAround(undefined)));
    setPlace(to);
  }

  const layout = createMemo(() => layoutOf(around() ?? { nodes: [], links: [] }));
  /** Names that several boxes have: those are told apart by their folders. */
  const twice = createMemo(() => {
    const names = layout().boxes.map(({ node }) => node.name);
    return new Set(names.filter((name, i) => names.indexOf(name) < i));
  });

  const redraw =
    <T>(set: (to: T) => unknown) =>
    (to: T) => {
      set(to);
      draw();
    };

  return {
    run,
    state,
    fault,
    clearFault: () => setFault(undefined),
    question,
    mode,
    kind,
    language,
    look,
    searching,
    finding,
    /** Asks the same once more. */
    again: () => search(false),
    hits,
    lines,
    found,
    row,
    toRow,
    tab,
    setTab,
    issues,
    outline,
    focus,
    focusOn,
    choose,
    selected,
    select,
    around,
    layout,
    twice,
    depth,
    setDepth: redraw((to: number) => setDepth(Math.max(1, Math.min(3, to)))),
    files,
    setFiles: redraw(setFiles),
    edges,
    setEdges: redraw((to: readonly string[]) => setEdges(to)),
    expand: (id: string) => redraw(setOpened)([...opened(), id]),
    card,
    gone,
    context,
    tokens,
    setTokens: (to: number) => (setTokens(to), inspect()),
    inspecting,
    setInspecting,
    place,
    setPlace,
    openAt,
    show,
    leave,
    rebuild,
    /** Symbols for the palette, which has a question of its own. */
    find: (text: string) => bridge.searchCode(run(), text, "", ""),
  };
}

export type Code = ReturnType<typeof createCode>;
