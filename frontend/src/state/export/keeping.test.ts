import { createRoot } from "solid-js";
import { describe, expect, it, vi } from "vitest";
import type { KeepMade, KeepReady } from "~/bridge/types";
import { createKeeping, type KeepBridge } from "./keeping";

const ready = (over: Partial<KeepReady> = {}): KeepReady => ({
  problem: "",
  hint: "",
  repository: {
    root: "/shop",
    branch: "main",
    head: "a",
    author: "Ann <ann@example.org>",
    signs: false,
    hooks: [],
    submodule: "",
    remote: "",
    changed: 0,
    staged: 0,
  },
  files: [{ path: "Dockerfile", known: false, problem: "", hint: "" }],
  checks: [{ name: "proof", state: "passed", said: "web proven" }],
  message: "build(web): add proven Dockerfile",
  ...over,
});

const made: KeepMade = {
  commit: {
    id: "0123456789abcdef",
    parent: "a",
    branch: "main",
    message: "m",
    paths: ["Dockerfile"],
    extra: [],
    altered: [],
  },
  short: "0123456789",
  output: "",
  pushed: "",
  problem: "",
  hint: "",
};

function keeping(over: Partial<KeepBridge> = {}) {
  const bridge: KeepBridge = {
    keepLook: vi.fn().mockResolvedValue(ready()),
    keepMake: vi.fn().mockResolvedValue(made),
    keepTest: vi.fn().mockResolvedValue([]),
    keepStop: vi.fn().mockResolvedValue(undefined),
    keepUndo: vi.fn().mockResolvedValue({ id: "0123456789", subject: "m", branch: "main", created_at: 1 }),
    ...over,
  };
  const state = createRoot(() => createKeeping(bridge));
  state.open("run", true);
  return { bridge, state };
}

describe("keeping", () => {
  it("commits with the words that were suggested, until they are edited", async () => {
    const { bridge, state } = keeping();
    expect(state.can()).toBe(false); // nobody has asked git
    await state.look("run", ["Dockerfile"]);
    expect(state.message()).toBe("build(web): add proven Dockerfile");
    state.write("build: mine");
    await state.look("run", ["Dockerfile", "compose.yaml"]);
    expect(state.message()).toBe("build: mine");
    expect(state.can()).toBe(true);
    await state.make(["Dockerfile"]);
    expect(bridge.keepMake).toHaveBeenCalledWith("run", {
      paths: ["Dockerfile"],
      message: "build: mine",
      branch: "",
      reason: "",
      push: false,
    });
    expect(state.made()?.short).toBe("0123456789");
    state.write(" ");
    expect(state.can()).toBe(false);
  });

  it("is held by a failed check until a reason is given", async () => {
    const failed = ready({ checks: [{ name: "proof", state: "failed", said: "web failed" }] });
    const { state } = keeping({ keepLook: vi.fn().mockResolvedValue(failed) });
    await state.look("run", []);
    expect(state.against().map((check) => check.said)).toEqual(["web failed"]);
    expect(state.can()).toBe(false);
    state.setReason("the cluster maps it");
    expect(state.can()).toBe(true);
  });

  it.each([
    ["a rebase", ready({ problem: "A rebase is under way", hint: "Finish it." }), "A rebase is under way"],
    [
      "an ignored file",
      ready({ files: [{ path: "Dockerfile", known: false, problem: "Dockerfile is ignored", hint: "Take it out." }] }),
      "Dockerfile is ignored",
    ],
  ])("says what stands in the way: %s", async (_, answer, says) => {
    const { state } = keeping({ keepLook: vi.fn().mockResolvedValue(answer) });
    await state.look("run", []);
    expect(state.problem()?.message).toBe(says);
    expect(state.can()).toBe(false);
  });

  it("wants a branch where HEAD is on none", async () => {
    const detached = ready();
    detached.repository.branch = "";
    const { state } = keeping({ keepLook: vi.fn().mockResolvedValue(detached) });
    await state.look("run", []);
    expect(state.needsBranch()).toBe(true);
    state.setBranch("aipack/keep");
    expect(state.can()).toBe(true);
  });

  it("drops an answer that comes after a younger one, and one for another run", async () => {
    const answers: ((now: KeepReady) => void)[] = [];
    const { state } = keeping({ keepLook: () => new Promise<KeepReady>((resolve) => answers.push(resolve)) });
    const first = state.look("run", ["a"]);
    const second = state.look("run", ["a", "b"]);
    answers[1]?.(ready({ message: "second" }));
    answers[0]?.(ready({ message: "first" }));
    await Promise.all([first, second]);
    expect(state.message()).toBe("second");
    const third = state.look("run", ["a"]);
    state.open("other", true);
    answers[2]?.(ready({ message: "third" }));
    await third;
    expect(state.ready()).toBeUndefined();
  });

  it("runs the project's own tests, and asks again what stands in the way", async () => {
    const came = {
      service: "web",
      command: "npm run test",
      state: "failed",
      said: "tests: 1 failed",
      failures: [],
      output: "",
    };
    const { bridge, state } = keeping({ keepTest: vi.fn().mockResolvedValue([came]) });
    const tests = state.test(["Dockerfile"]);
    expect(state.busy()).toBe("tests");
    await tests;
    expect(state.tested().map((one) => one.said)).toEqual(["tests: 1 failed"]);
    expect(bridge.keepLook).toHaveBeenCalledWith("run", ["Dockerfile"]);
    expect(state.busy()).toBe("");
  });

  it("tells what went wrong, and takes the last commit back", async () => {
    const { state } = keeping({ keepMake: vi.fn().mockRejectedValue(new Error("no tabs please")) });
    await state.make(["Dockerfile"]);
    expect(state.fault()?.message).toContain("no tabs please");
    expect(state.made()).toBeUndefined();
    await state.undo(["Dockerfile"]);
    expect(state.undone()).toContain("Taken back: 0123456789");
    expect(state.fault()).toBeUndefined();
  });
});
