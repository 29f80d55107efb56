import { batch, createMemo, createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, KeepMade, KeepReady, KeepTested } from "~/bridge/types";

export type KeepBridge = Pick<Api, "keepLook" | "keepMake" | "keepTest" | "keepStop" | "keepUndo">;

/** What the Keep dialog decides beside the files: whether they are committed, with which words, and on which branch. */
export function createKeeping(bridge: KeepBridge) {
  const [run, setRun] = createSignal("");
  const [wanted, want] = createSignal(false);
  const [ready, setReady] = createSignal<KeepReady>();
  const [written, write] = createSignal<string>();
  const [branch, setBranch] = createSignal("");
  const [reason, setReason] = createSignal("");
  const [push, setPush] = createSignal(false);
  const [made, setMade] = createSignal<KeepMade>();
  const [undone, setUndone] = createSignal("");
  const [fault, setFault] = createSignal<Fault>();
  const [tested, setTested] = createSignal<KeepTested[]>([]);
  const [busy, setBusy] = createSignal<"" | "commit" | "undo" | "tests">("");
  let asked = 0;

  /** What a check found that stands in the way. */
  const against = createMemo(() => (ready()?.checks ?? []).filter((check) => check.state === "failed"));
  const message = () => written() ?? ready()?.message ?? "";
  /** HEAD is on no branch, so that the commit needs a new one. */
  const needsBranch = createMemo(() => (ready()?.repository.branch ?? "") === "" && branch().trim() === "");
  /** Why nothing can be committed, first what is the repository's. */
  const problem = createMemo(() => {
    const now = ready();
    if (!now) return undefined;
    if (now.problem !== "") return { message: now.problem, hint: now.hint };
    const file = now.files.find((one) => one.problem !== "");
    return file && { message: file.problem, hint: file.hint };
  });
  const can = createMemo(
    () =>
      ready() !== undefined &&
      problem() === undefined &&
      message().trim() !== "" &&
      !needsBranch() &&
      (against().length === 0 || reason().trim() !== ""),
  );

  async function guarded(what: "commit" | "undo" | "tests", work: () => Promise<void>) {
    setBusy(what);
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      setFault(rejected(thrown));
    } finally {
      setBusy("");
    }
  }

  /** Asks how a commit of some files stands; the answer to an older question is dropped. */
  async function look(id: string, paths: string[]) {
    const mine = ++asked;
    try {
      const now = await bridge.keepLook(id, paths);
      if (mine === asked && run() === id) setReady(now);
    } catch (thrown) {
      if (mine === asked) setFault(rejected(thrown));
    }
  }

  return {
    wanted,
    want,
    ready,
    message,
    write,
    branch,
    setBranch,
    reason,
    setReason,
    push,
    setPush,
    made,
    undone,
    tested,
    fault,
    busy,
    against,
    problem,
    needsBranch,
    can,
    look,
    /** Begins anew for a run; commit says whether it is there for a commit. */
    open: (id: string, commit: boolean) =>
      batch(() => {
        asked++;
        setRun(id);
        want(commit);
        setReady(undefined);
        write(undefined);
        setBranch("");
        setReason("");
        setPush(false);
        setMade(undefined);
        setUndone("");
        setTested([]);
        setFault(undefined);
      }),
    /** Runs the project's own tests; what they came to counts for the commit. */
    test: (paths: string[]) =>
      guarded("tests", async () => {
        const id = run();
        const came = await bridge.keepTest(id, "");
        if (run() !== id) return;
        setTested(came);
        void look(id, paths);
      }),
    /** Commits what was written. */
    make: (paths: string[]) =>
      guarded("commit", async () => {
        const id = run();
        const came = await bridge.keepMake(id, {
          paths,
          message: message(),
          branch: branch().trim(),
          reason: reason().trim(),
          push: push(),
        });
        if (run() !== id) return;
        batch(() => {
          setMade(came);
          setUndone("");
        });
      }),
    stop: () => bridge.keepStop(run()),
    /** Takes aipack's last commit back; the files stay. */
    undo: (paths: string[]) =>
      guarded("undo", async () => {
        const id = run();
        const last = await bridge.keepUndo(id);
        if (run() !== id) return;
        batch(() => {
          setMade(undefined);
          setUndone(`Taken back: ${last.id} ${last.subject}. The files stay in the folder.`);
        });
        void look(id, paths);
      }),
  };
}

export type Keeping = ReturnType<typeof createKeeping>;
