import { batch, createMemo, createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { ExportFile, ExportOutcome, ExportResult, Fault } from "~/bridge/types";
import { createSet, inTheWay, listed, standing } from "./fileSet";

export type ExportBridge = Pick<Api, "preview" | "export" | "pickFolder">;

/** What the export dialog decides: which files go where, and what happens to those that stand in the way. */
export function createExporting(bridge: ExportBridge) {
  const [files, setFiles] = createSignal<ExportFile[]>([]);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  /** What was chosen or left together with the file that was ticked last, in words. */
  const [together, setTogether] = createSignal("");
  const [dir, setDir] = createSignal("");
  const [shown, show] = createSignal("");
  const [results, setResults] = createSignal<ExportResult[]>([]);
  const [outcome, setOutcome] = createSignal<ExportOutcome>();
  const [fault, setFault] = createSignal<Fault>();
  const [busy, setBusy] = createSignal(false);
  const [run, setRun] = createSignal("");
  /** Several services in one document with projects, instead of a list of documents. */
  const [merged, setMerged] = createSignal(false);

  const set = createMemo(() => createSet(files()));
  const resultOf = (path: string) => results().find((one) => one.path === path);
  const done = (path: string) => ["written", "same"].includes(resultOf(path)?.state ?? "");
  /** Chosen files that are not written yet. */
  const waiting = createMemo(() => files().filter((file) => chosen().has(file.path) && !done(file.path)));
  const paths = createMemo(() => waiting().map((file) => file.path));
  const chosenPaths = createMemo(() =>
    files()
      .map((file) => file.path)
      .filter((path) => chosen().has(path)),
  );
  /** Those of them that take the place of the project's own, there or for compose. */
  const against = createMemo(() => waiting().filter(inTheWay));
  const replacing = createMemo(() => against().filter((file) => file.exists));
  /** Something was written, and nothing that is chosen waits. */
  const finished = createMemo(() => results().length > 0 && paths().length === 0);
  const all = createMemo(() => {
    const count = files().filter((file) => chosen().has(file.path)).length;
    return count === 0 ? "none" : count === files().length ? "all" : "some";
  });
  /** The project's own files that keep ours from being chosen. */
  const own = createMemo(() => files().filter(inTheWay));

  function take(list: ExportFile[]) {
    batch(() => {
      setFiles(list);
      setChosen(set().free());
      setTogether("");
      show((own()[0] ?? list[0])?.path ?? "");
    });
  }

  async function guarded(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
      setFault(undefined);
    } catch (thrown) {
      setFault(rejected(thrown));
    } finally {
      setBusy(false);
    }
  }

  const forget = () => {
    setResults([]);
    setOutcome(undefined);
  };

  const open = (id: string) =>
    guarded(async () => {
      batch(() => {
        setRun(id);
        setFiles([]);
        forget();
        setDir("");
        setMerged(false);
      });
      const list = await bridge.preview(id, "", false);
      if (run() === id) take(list); // else another one was opened meanwhile
    });

  /** Another folder has other files in the way, and what was written elsewhere says nothing of it. */
  async function turnTo(folder: string) {
    if (folder === dir()) return;
    const id = run();
    const list = await bridge.preview(id, folder, merged());
    if (run() !== id) return;
    batch(() => {
      setDir(folder);
      forget();
      take(list);
    });
  }

  /** Makes the files again in the other form; those that are the same stay written, what is chosen stays chosen. */
  const merge = (on: boolean) =>
    guarded(async () => {
      const id = run();
      const list = await bridge.preview(id, dir(), on);
      if (run() !== id) return;
      const before = new Map(files().map((file) => [file.path, file.content]));
      const same = new Set(list.filter((file) => before.get(file.path) === file.content).map((file) => file.path));
      batch(() => {
        setMerged(on);
        setFiles(list);
        setResults((known) => known.filter((one) => same.has(one.path)));
      });
    });

  /** Ticks a file, or not, and with it what it belongs with. */
  function choose(path: string, on: boolean) {
    const before = chosen();
    const now = on ? set().joined(before, path) : set().without(before, [path]);
    const others = files()
      .map((file) => file.path)
      .filter((one) => one !== path && before.has(one) !== now.has(one));
    batch(() => {
      setChosen(now);
      setTogether(others.length === 0 ? "" : `${on ? "With" : "Without"} ${path}: ${listed(others)}`);
    });
  }

  return {
    /** The run whose files these are. */
    run,
    files,
    own,
    chosen: (path: string) => chosen().has(path),
    choose,
    all,
    chooseAll: (on: boolean) =>
      batch(() => {
        setChosen(new Set(on ? files().map((file) => file.path) : []));
        setTogether("");
      }),
    together,
    standing: (file: ExportFile) => standing(file, chosen().has(file.path), set().cause(file.path)),
    dir,
    paths,
    /** All that are chosen, written or not. */
    chosenPaths,
    /** Those of them that lie in the folder as they are shown. */
    writtenPaths: () => chosenPaths().filter(done),
    against,
    replacing,
    shown,
    show,
    results,
    resultOf,
    outcome,
    finished,
    merged,
    merge,
    fault,
    busy,
    open,
    pick: () =>
      guarded(async () => {
        const folder = await bridge.pickFolder();
        if (folder !== "") await turnTo(folder);
      }),
    toProject: () => guarded(() => turnTo("")),
    /** Writes what is chosen. What it takes the place of is replaced, and a backup of it kept. */
    write: () =>
      guarded(async () => {
        const came = await bridge.export(run(), dir(), paths(), against().length > 0, merged());
        const now = new Set(came.files.map((one) => one.path));
        batch(() => {
          setResults((known) => [...known.filter((one) => !now.has(one.path)), ...came.files]);
          setOutcome(came);
        });
      }),
  };
}

export type Exporting = ReturnType<typeof createExporting>;
