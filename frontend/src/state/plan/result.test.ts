import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import type { UniversalBuild } from "~/bridge/document";
import { Rejected } from "~/bridge/fault";
import type { ServiceState } from "~/bridge/types";
import { joinWords, splitWords } from "~/state/shared/commandLine";
import { confidenceOf, evidenceOf, fieldWords, portEdits, valueAt, within } from "./fields";
import { createResult, type ResultBridge } from "./result";

const document = (port: number) =>
  JSON.stringify({
    metadata: { path: "." },
    runtime: { ports: [{ port, protocol: "tcp" }] },
    evidence: [
      { field: "/runtime/ports/0/port", value: "3000", confidence: 0.7, source: "rule" },
      { field: "/runtime/ports", value: "3000", confidence: 0.9, source: "rule" },
      { field: "/runtime/ports_of_call", value: "x", confidence: 1, source: "rule" },
    ],
  });

const state = (port: number, edited: string[] = []): ServiceState => ({
  service: ".",
  name: "shop",
  by_hand: false,
  invalid: "",
  last_valid: false,
  generated: "",
  document: document(port),
  original: document(3000),
  edited,
  can_undo: edited.length > 0,
  can_redo: false,
  problems: [],
  dockerfile: { content: "", fields: [], lint: [], error: "" },
  dockerfile_path: "Dockerfile",
  existing: "",
  existing_path: "",
  kept: false,
});

/** Answers edits after a turn of the event loop, as the real bridge does. */
function fake(): ResultBridge & { calls: string[] } {
  const calls: string[] = [];
  const answer = async (name: string, value: ServiceState) => {
    calls.push(name);
    await new Promise((done) => setTimeout(done, 1));
    return value;
  };
  return {
    calls,
    service: () => answer("service", state(3000)),
    edit: (_run, _service, pointer, value) =>
      value === 0
        ? Promise.reject(new Rejected("DOCUMENT_INVALID", "no such port", ""))
        : answer(`edit ${JSON.stringify(value)}`, state((value as { port: number }[])[0]?.port ?? 0, [pointer])),
    setDocument: () => answer("setDocument", state(1)),
    undo: () => answer("undo", state(3000)),
    redo: () => answer("redo", state(4000, ["/runtime/ports"])),
    reset: () => answer("reset", state(3000)),
    editDockerfile: () => answer("editDockerfile", { ...state(3000), by_hand: true }),
    apply: () => answer("apply", state(5000, ["/runtime/ports"])),
  };
}

test("the tab that is looked at is asked for first, the others once it is shown", async () => {
  const asked: string[] = [];
  const bridge: ResultBridge = {
    ...fake(),
    service: (_run, service) => {
      asked.push(service);
      return Promise.resolve({ ...state(3000), service });
    },
  };
  const later: (() => void)[] = [];
  const result = createRoot(() => createResult(bridge, (work) => later.push(work)));
  await result.open("r", ["web", "api", "jobs"], { ...state(3000), service: "web" });
  expect([result.current(), asked]).toEqual(["web", []]);
  result.setCurrent("api");
  await result.open("s", ["web", "api", "jobs"]);
  expect([result.current(), asked]).toEqual(["api", ["api"]]);
  later.forEach((work) => work());
  await result.edit("/runtime/ports", []);
  expect(asked).toEqual(["api", "web", "jobs"]);
});

describe("edits", () => {
  test("an edit is marked, undone and redone", async () => {
    const result = createRoot(() => createResult(fake()));
    await result.open("r", ["."]);
    await result.edit("/runtime/ports", [{ port: 4000, protocol: "tcp" }]);
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(4000);
    expect(result.isEdited("/runtime/ports")).toBe(true);
    expect(result.isEdited("/runtime/command")).toBe(false);
    await result.undo();
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(3000);
    await result.redo();
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(4000);
  });

  test("a later edit is never overtaken by the answer to an earlier one", async () => {
    const bridge = fake();
    const result = createRoot(() => createResult(bridge));
    await result.open("r", ["."]);
    const all = [4001, 4002, 4003].map((port) => result.edit("/runtime/ports", [{ port, protocol: "tcp" }]));
    expect(bridge.calls.filter((name) => name.startsWith("edit")).length).toBeLessThan(3);
    await Promise.all(all);
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(4003);
    expect(result.busy()).toBe(false);
  });

  test("a plan that cannot be built says why, until it is undone", async () => {
    const bridge = fake();
    const reason = "The image that the program runs in is empty.";
    bridge.edit = () => Promise.resolve({ ...state(3000), invalid: reason, last_valid: true });
    const result = createRoot(() => createResult(bridge));
    expect(result.invalid()).toBe("");
    await result.open("r", ["."]);
    await result.edit("/runtime/base_image", "");
    expect([result.invalid(), result.state()?.last_valid]).toEqual([reason, true]);
    const problem = {
      service: ".",
      field: "/runtime/base_image",
      rule: "",
      level: "error",
      message: "It is empty.",
      fix: "",
    };
    bridge.edit = () => Promise.resolve({ ...state(3000), invalid: "It is empty.", problems: [problem] });
    await result.edit("/runtime/base_image", "");
    expect(result.invalid()).toBe("Run, base image: It is empty.");
    await result.undo();
    expect(result.invalid()).toBe("");
  });

  test("a refused edit keeps the last valid document and says why", async () => {
    const result = createRoot(() => createResult(fake()));
    await result.open("r", ["."]);
    expect(await result.edit("/runtime/ports", 0)).toBe(false);
    expect(result.fault()?.message).toBe("no such port");
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(3000);
  });

  test("an answer for a run that is no longer shown is dropped", async () => {
    const result = createRoot(() => createResult(fake()));
    await result.open("a", ["."]);
    const late = result.edit("/runtime/ports", [{ port: 4000, protocol: "tcp" }]);
    await Promise.all([result.open("b", ["."]), late]);
    expect(valueAt(result.doc(), "/runtime/ports/0/port")).toBe(3000);
  });
});

describe("fields", () => {
  test("a pointer lies within another only at a slash", () => {
    expect(within("/runtime/ports/0", "/runtime/ports")).toBe(true);
    expect(within("/runtime/ports_of_call", "/runtime/ports")).toBe(false);
  });

  test("the surest evidence decides", async () => {
    const result = createRoot(() => createResult(fake()));
    await result.open("r", ["."]);
    expect(evidenceOf(result.doc(), "/runtime/ports").map((one) => one.confidence)).toEqual([0.9, 0.7]);
    expect(confidenceOf(result.doc(), "/runtime/ports")).toBe(0.9);
    expect(confidenceOf(result.doc(), "/runtime/command")).toBeUndefined();
  });

  test("PORT follows the port that it names, and only that", () => {
    const doc = { runtime: { ports: [{ port: 3000, protocol: "tcp" }], environment: { PORT: "3000" } } };
    const to = [{ port: 4000, protocol: "tcp" }];
    expect(portEdits(doc as unknown as UniversalBuild, to)).toEqual([
      { field: "/runtime/ports", value: to },
      { field: "/runtime/environment/PORT", value: "4000" },
    ]);
    doc.runtime.environment.PORT = "9";
    expect(portEdits(doc as unknown as UniversalBuild, to).length).toBe(1);
  });

  test("a pointer becomes words, escapes are read", () => {
    expect(fieldWords("/runtime/ports/0/port")).toBe("Run: ports");
    expect(valueAt({ "a/b": { "c~": 1 } }, "/a~1b/c~0")).toBe(1);
  });
});

describe("commands in exec form", () => {
  test.each([
    ["node server.js", ["node", "server.js"]],
    [`sh -c 'exec gunicorn --bind "0.0.0.0:8000"'`, ["sh", "-c", 'exec gunicorn --bind "0.0.0.0:8000"']],
    ['["a b", "c"]', ["a b", "c"]],
    ["a\\ b ''", ["a b", ""]],
    ["", []],
  ])("%s", (text, words) => expect(splitWords(text)).toEqual(words));

  test("an open quote is no command", () => expect(splitWords("sh -c 'x")).toBeUndefined());

  test.each([[["sh", "-c", 'it\'s "here" \\ now']], [["a", "", "b c"]], [["$PORT", "x;y", "'"]]])(
    "%j is read back the same",
    (words) => expect(splitWords(joinWords(words))).toEqual(words),
  );
});
