import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import type { CodeAround, CodeFound, CodeNear, CodeNode, CodeState } from "~/bridge/types";
import { createCode, type CodeBridge } from "./code";
import { findingWords } from "./finding";
import { beside, box, layoutOf } from "./graph";
import { boxWords, edgesWords, fileTitle, fileTitles, kindTitle, stateWords, useWords } from "./format";

const node = (id: string, more: Partial<CodeNode> = {}): CodeNode => ({
  id,
  kind: id.includes("#") ? "function" : "file",
  name: id.split("#").at(-1) ?? id,
  path: id.split("#")[0] ?? id,
  line: 1,
  end_line: 9,
  signature: "",
  language: "go",
  service: "",
  test: false,
  evidence: [],
  ...more,
});
const near = (id: string, level: number, more: Partial<CodeNear> = {}): CodeNear => ({
  ...node(id),
  level,
  via: "",
  via_line: 3,
  via_kind: "calls",
  more: 0,
  outside: false,
  ...more,
});
const link = (from: string, to: string) => ({
  from,
  to,
  kinds: ["calls"],
  tier: "exact",
  times: 1,
  path: from,
  line: 1,
});
const around = (focus: string, nodes: CodeNear[] = [near(focus, 0)]): CodeAround => ({
  focus: node(focus),
  nodes,
  links: nodes.slice(1).map((one) => link(one.id, focus)),
  left_out: 0,
  most: 150,
});
const noIssues = { cycles: [], unnamed: [], alone: [], unread: [], left_out: [], problems: [], totals: [] };
const state = (more: Partial<CodeState> = {}): CodeState => ({
  folder: "/shop",
  seq: 1,
  state: "current",
  done: 0,
  of: 0,
  rate: 0,
  graph: 1,
  files: 2,
  symbols: 5,
  kinds: ["function"],
  languages: [{ id: "go", files: 2 }],
  other: [],
  top: "main.go",
  partial: "",
  warning: "",
  error: null,
  ...more,
});

const answer = (question: string, more: Partial<CodeFound> = {}, names = ["words"]): CodeFound => ({
  folder: "/shop",
  seq: 1,
  question,
  state: "waiting",
  done: 0,
  of: 0,
  graph: 1,
  hits: { hits: names.map((name) => ({ ...node(`f.go#${name}`), score: 0 })), total: names.length },
  model: { id: "tiny", bytes: 45_000_000 },
  warning: "",
  error: null,
  ...more,
});
/** A bridge that answers by what it was asked, and what it was asked. */
function world(more: Partial<CodeBridge> = {}) {
  const asked: string[] = [];
  let tell: (next: CodeState) => void = () => undefined;
  let answerNow: (next: CodeFound) => void = () => undefined;
  const said = <T>(what: string, answer: T) => {
    asked.push(what);
    return Promise.resolve(answer);
  };
  const bridge: CodeBridge = {
    onCode: (then) => {
      tell = then;
      return () => undefined;
    },
    onCodeFound: (then) => {
      answerNow = then;
      return () => undefined;
    },
    openCode: (run) => said(`open ${run}`, state()),
    leaveCode: () => said("leave", undefined),
    rebuildCode: () => said("rebuild", state({ seq: 99, graph: 9 })),
    searchCode: (_, text) =>
      said(`search ${text}`, {
        hits: ["a", "b"].map((name) => ({ ...node(`f.go#${text}${name}`), score: 90 })),
        total: 2,
      }),
    findCode: (_, question) => said(`find ${question}`, answer(question)),
    stopFindingCode: () => said("stop", undefined),
    textInCode: (_, text) => said(`text ${text}`, { lines: [{ path: "README.md", line: 3, text }], cut: false }),
    codeOutline: (_, below) =>
      said(`outline ${below}`, {
        rows: below === "" ? [{ ...node("src/"), folder: true, symbols: 2, holds: true }] : [],
        more: 0,
      }),
    codeAt: (_, path) => said("at", path.endsWith(".go") ? `${path}#f` : ""),
    codeAround: (_, id, files, depth) => said(`around ${id} ${files} ${depth}`, around(id)),
    inspectCode: (_, id) =>
      said(`inspect ${id}`, {
        ...node(id),
        doc: "",
        text: [],
        references: [],
        referred: 0,
        referrers: 0,
        names: [],
        named: 0,
        members: [],
        imports: [],
        dependents: [],
        touched: 0,
      }),
    codeIssues: () => said("issues", noIssues),
    codeContext: (_, id, tokens) => said(`context ${id} ${tokens}`, { parts: [], tokens: 0, of: tokens, text: "" }),
    ...more,
  };
  const timers: (() => void)[] = [];
  const code = createRoot(() => createCode(bridge, (f) => timers.push(f)));
  const settle = async () => {
    for (let i = 0; i < 5; i++) {
      timers.splice(0).forEach((f) => f());
      await new Promise((done) => setTimeout(done));
    }
  };
  return { code, asked, settle, tell: (next: CodeState) => tell(next), say: (next: CodeFound) => answerNow(next) };
}

describe("the map", () => {
  test("begins at what the project hangs on most", async () => {
    const { code, settle } = world();
    await code.show("r", "/shop");
    await settle();
    expect([code.focus(), code.card()?.id, code.around()?.focus.id]).toEqual(["main.go", "main.go", "main.go"]);
    expect(code.outline.rows().map(({ row }) => row.id)).toEqual(["src/"]);
  });

  test("a search chooses its first hit, and rows go over headings", async () => {
    const { code, settle } = world();
    await code.show("r", "/shop");
    code.look({ question: "x" });
    await settle();
    expect(code.tab()).toBe("results");
    expect(code.selected()).toBe("f.go#xa");
    expect(code.found().map((one) => one.is)).toEqual(["hit", "hit", "head", "line"]);
    code.toRow(2);
    expect([code.row(), code.place()?.path]).toEqual([3, "README.md"]);
    code.toRow(2);
    expect([code.row(), code.selected(), code.place()]).toEqual([1, "f.go#xb", undefined]);
  });

  test("an answer to what was typed before is dropped", async () => {
    const answers: ((text: string) => void)[] = [];
    const { code, settle } = world({
      searchCode: (_, text) =>
        new Promise((done) => answers.push(() => done({ hits: [{ ...node(`f.go#${text}`), score: 60 }], total: 1 }))),
    });
    await code.show("r", "/shop");
    code.look({ question: "ol" });
    code.look({ question: "new" });
    answers.reverse().forEach((answer) => answer(""));
    await settle();
    expect(code.hits()?.hits[0]?.name).toBe("new");
  });

  test("a new graph asks again, an old state is dropped, another folder's too", async () => {
    const { code, asked, settle, tell } = world();
    await code.show("r", "/shop");
    await settle();
    asked.length = 0;
    tell(state({ seq: 5, graph: 2, symbols: 7 }));
    await settle();
    expect(asked).toContain("inspect main.go");
    tell(state({ seq: 4, state: "changed" }));
    tell(state({ seq: 9, folder: "/other", symbols: 1 }));
    expect([code.state()?.seq, code.state()?.symbols]).toEqual([5, 7]);
  });

  test("what went away says so until something else is chosen", async () => {
    const { code, settle } = world({
      codeAround: (_, id) =>
        id.endsWith("gone") ? Promise.reject(new Error("it is gone")) : Promise.resolve(around(id)),
    });
    await code.show("r", "/shop");
    code.focusOn("a.go#gone");
    await settle();
    expect([code.gone()?.message, code.around()]).toEqual(["it is gone", undefined]);
    code.focusOn("a.go#here");
    await settle();
    expect([code.gone(), code.around()?.focus.id]).toEqual([undefined, "a.go#here"]);
  });

  test("a place is its symbol, or the file alone", async () => {
    const { code, settle } = world();
    await code.show("r", "/shop");
    await code.openAt({ path: "a.go", line: 4 });
    await settle();
    expect([code.focus(), code.place()?.line]).toEqual(["a.go#f", 4]);
    await code.openAt({ path: "package.json", line: 2 });
    await settle();
    expect([code.focus(), code.place()?.path, code.card()]).toEqual(["", "package.json", undefined]);
  });

  test("is left with its folder, and the same folder of another run is the same map", async () => {
    const { code, asked, settle } = world();
    await code.show("r", "/shop");
    code.focusOn("a.go#f");
    await settle();
    await code.show("s", "/shop");
    expect([code.focus(), code.run()]).toEqual(["a.go#f", "s"]);
    code.leave();
    expect([code.run(), code.focus(), code.state()]).toEqual(["", "", undefined]);
    expect(asked).toContain("leave");
  });

  test("depth stays between one and three", async () => {
    const { code, asked, settle } = world();
    await code.show("r", "/shop");
    await settle();
    code.setDepth(9);
    code.setDepth(0);
    expect(asked.filter((one) => one.startsWith("around")).slice(-2)).toEqual([
      "around main.go true 3",
      "around main.go true 1",
    ]);
  });
});

describe("a question in words", () => {
  async function asking(question: string, more: Partial<CodeBridge> = {}) {
    const all = world(more);
    await all.code.show("r", "/shop");
    await all.settle();
    all.asked.length = 0;
    all.code.look({ mode: "meaning", question });
    await all.settle();
    return all;
  }
  const first = (code: ReturnType<typeof world>["code"]) => code.hits()?.hits[0]?.name;

  test("is answered by words at once, then by meaning, and the first is chosen", async () => {
    const { code, asked, settle, say } = await asking("way in");
    expect(asked).toContain("find way in");
    expect(asked.filter((one) => /^(search|text)/.test(one))).toEqual([]);
    expect([first(code), code.selected(), code.finding.busy(), code.searching()]).toEqual([
      "words",
      "f.go#words",
      true,
      false,
    ]);
    say(answer("way in", { seq: 2, state: "reading", done: 120, of: 416 }));
    say(answer("another", { seq: 3, state: "meant" }, ["other"]));
    say(answer("way in", { seq: 5, state: "meant" }, ["gate", "words"]));
    say(answer("way in", { seq: 4, state: "reading", done: 400, of: 416 }));
    await settle();
    expect([first(code), code.selected(), code.finding.found()?.state]).toEqual(["gate", "f.go#gate", "meant"]);
  });

  test("who has gone elsewhere meanwhile stays there", async () => {
    const { code, settle, say } = await asking("way in");
    code.choose("f.go#mine");
    say(answer("way in", { seq: 2, state: "meant" }, ["gate"]));
    await settle();
    expect([first(code), code.selected()]).toEqual(["gate", "f.go#mine"]);
  });

  test("a new graph waits for the answer and then asks once more", async () => {
    const { code, asked, settle, tell, say } = await asking("way in");
    asked.length = 0;
    tell(state({ seq: 5, graph: 2 }));
    await settle();
    expect(asked.filter((one) => one.startsWith("find"))).toEqual([]);
    say(answer("way in", { seq: 2, state: "meant", graph: 1 }));
    await settle();
    expect(asked.filter((one) => one.startsWith("find"))).toEqual(["find way in"]);
    expect(code.finding.found()?.seq).toBe(2);
  });

  test("what was typed last is asked, even where a graph comes between", async () => {
    const { code, asked, settle, tell } = await asking("way in");
    asked.length = 0;
    code.look({ question: "way i" });
    code.look({ question: "way out" });
    tell(state({ seq: 5, graph: 2 }));
    await settle();
    expect(asked.filter((one) => one.startsWith("find")).at(-1)).toBe("find way out");
  });

  test.each<[string, (code: ReturnType<typeof world>["code"]) => void]>([
    ["a question that is taken back", (code) => code.look({ question: "" })],
    ["another way to look", (code) => code.look({ mode: "symbols" })],
    ["another project", (code) => void code.show("s", "/other")],
    ["Stop", (code) => code.finding.stop()],
  ])("%s stops the model", async (_, end) => {
    const { code, asked, settle, say } = await asking("way in");
    expect(asked).not.toContain("stop");
    end(code);
    await settle();
    expect(asked.filter((one) => one === "stop")).toEqual(["stop"]);
    say(answer("way in", { seq: 9, state: "stopped" }));
    expect(code.finding.busy()).toBe(false);
  });

  test("one that is refused says so", async () => {
    const { code } = await asking("way in", { findCode: () => Promise.reject(new Error("it is gone")) });
    expect([code.fault()?.message, code.searching()]).toEqual(["it is gone", false]);
  });

  test("how far it is, in words", () => {
    const words = (more: Partial<CodeFound>) => findingWords(answer("x", more));
    expect(words({ state: "reading", done: 1200, of: 4160 })).toBe("Reading 1,200 of 4,160 symbols");
    expect(words({ state: "reading" })).toBe("Asking the model");
    expect(words({ state: "words" })).toBe("Found by words only");
    expect(words({ state: "failed" })).toBe("Found by words only");
    expect(words({ state: "meant" })).toBe("By words and meaning");
  });
});

describe("the layout", () => {
  test("who depends on the focus stands left, what it needs right, and arrows go from box to box", () => {
    const nodes = [near("f", 0), near("a", -1), near("b", -1), near("c", 1)];
    const layout = layoutOf({ nodes, links: [link("a", "f"), link("b", "f"), link("f", "c"), link("a", "b")] });
    const x = (id: string) => layout.boxes.find((one) => one.node.id === id)?.x ?? NaN;
    expect(x("a")).toBe(x("b"));
    expect(x("a")).toBeLessThan(x("f"));
    expect(x("f")).toBeLessThan(x("c"));
    expect(layout.lines.map(({ toward }) => toward)).toEqual([true, true, false, true]);
    expect(beside(layout, "f", "ArrowRight")).toBe("c");
    expect(beside(layout, "a", "ArrowDown")).toBe("b");
    expect(beside(layout, "c", "ArrowRight")).toBeUndefined();
  });

  test("150 boxes do not lie on each other, and take no time", () => {
    const nodes = [near("f", 0), ...Array.from({ length: 149 }, (_, i) => near(`n${i}`, (i % 5) - 2 || 1))];
    const links = nodes.slice(1).flatMap((one, i) => [link(one.id, "f"), link(one.id, `n${(i * 7) % 149}`)]);
    const began = performance.now();
    const { boxes, width, height } = layoutOf({ nodes, links });
    expect(performance.now() - began).toBeLessThan(100);
    expect(boxes).toHaveLength(150);
    for (const [i, a] of boxes.entries()) {
      expect(a.x + box.width <= width && a.y + box.height <= height).toBe(true);
      for (const b of boxes.slice(i + 1)) {
        expect(Math.abs(a.x - b.x) >= box.width || Math.abs(a.y - b.y) >= box.height).toBe(true);
      }
    }
  });
});

describe("words", () => {
  test.each([
    [near("b.go", -1, { via: "start()", via_line: 41 }), "start(), line 41"],
    [near("b_test.go", -1, { test: true }), "test only"],
    [near("c.go", 1), "imported"],
    [near("zod", 1, { outside: true }), "package"],
    [near("a/b.go#F", -1), "a/b.go:1"],
    [near("a.go", 0, { via: "listenPort", via_line: 14 }), "listenPort, line 14"],
  ])("a box", (one, words) => expect(boxWords(one)).toBe(words));

  test("the rest", () => {
    expect(edgesWords(["calls", "imports"])).toBe("Calls, imports");
    expect(edgesWords([])).toBe("No edges");
    expect(kindTitle("class")).toBe("Classes");
    expect(kindTitle("function")).toBe("Functions");
    expect(fileTitle("a/b/index.ts")).toBe("b/index.ts");
    expect(fileTitles(["a/users/api.py", "a/tasks/api.py", "b/tasks/api.py", "a/models.py", "api.py"])).toEqual([
      "users/api.py",
      "a/tasks/api.py",
      "b/tasks/api.py",
      "models.py",
      "api.py",
    ]);
    expect(useWords({ service: ".", name: "api", field: "/runtime/ports/0/port", line: 1 })).toBe("port of api");
    expect(stateWords(state({ state: "partial", done: 340, of: 1200, rate: 410 }))).toBe(
      "340 of 1,200 files, 410 a second",
    );
    expect(stateWords(state({ state: "changed" }))).toBe("5 symbols, reading changes");
    expect(stateWords(undefined)).toBe("Opening");
  });
});
