import { batch, createMemo, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { ExportFile, ExportResult, Fault } from "~/bridge/types";

export type ExportBridge = Pick<Api, "preview" | "export" | "pickFolder">;

/** What the export dialog decides: which files go where, and what happens to those that stand in the way. */
export function createExporting(bridge: ExportBridge) {
  const [files, setFiles] = createSignal<ExportFile[]>([]);
  const [chosen, setChosen] = createStore<Record<string, boolean>>({});
  const [dir, setDir] = createSignal("");
  const [shown, show] = createSignal("");
  const [results, setResults] = createSignal<ExportResult[]>([]);
  const [fault, setFault] = createSignal<Fault>();
  const [busy, setBusy] = createSignal(false);
  const [run, setRun] = createSignal("");
  /** Several services in one document with projects, instead of a list of documents. */
  const [merged, setMerged] = createSignal(false);

  const resultOf = (path: string) => results().find((one) => one.path === path);
  const done = (path: string) => ["written", "same"].includes(resultOf(path)?.state ?? "");
  /** Chosen files that are not written yet. */
  const waiting = createMemo(() => files().filter((file) => chosen[file.path] && !done(file.path)));
  const paths = createMemo(() => waiting().map((file) => file.path));
  /** Those of them that would replace another content. */
  const replacing = createMemo(() => (dir() === "" ? waiting().filter((file) => file.exists && !file.same) : []));
  /** Something was written, and nothing that is chosen waits. */
  const finished = createMemo(() => results().length > 0 && paths().length === 0);

  /** What was written elsewhere says nothing of this folder. */
  function turnTo(folder: string) {
    if (folder !== dir()) setResults([]);
    setDir(folder);
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

  const open = (id: string) =>
    guarded(async () => {
      setRun(id);
      setFiles([]);
      setResults([]);
      setDir("");
      setMerged(false);
      const list = await bridge.preview(id, false);
      if (run() !== id) return; // another one was opened meanwhile
      setFiles(list);
      show(list[0]?.path ?? "");
      setChosen(reconcile(Object.fromEntries(list.map((file) => [file.path, preferred(file)]))));
    });

  /** Makes the files anew in the other form; those that are the same stay written, what is chosen stays chosen. */
  const merge = (on: boolean) =>
    guarded(async () => {
      const id = run();
      const list = await bridge.preview(id, on);
      if (run() !== id) return;
      const before = new Map(files().map((file) => [file.path, file.content]));
      const same = new Set(list.filter((file) => before.get(file.path) === file.content).map((file) => file.path));
      batch(() => {
        setMerged(on);
        setFiles(list);
        setResults((known) => known.filter((one) => same.has(one.path)));
      });
    });

  return {
    /** The run whose files these are. */
    run,
    files,
    chosen,
    choose: (path: string, on: boolean) => setChosen(path, on),
    dir,
    paths,
    replacing,
    shown,
    show,
    results,
    resultOf,
    finished,
    merged,
    merge,
    fault,
    busy,
    open,
    pick: () =>
      guarded(async () => {
        const folder = await bridge.pickFolder();
        if (folder !== "") turnTo(folder);
      }),
    toProject: () => turnTo(""),
    /** `force` replaces what stands there and keeps a backup of it. */
    write: (force: boolean) =>
      guarded(async () => {
        const came = await bridge.export(run(), dir(), paths(), force, merged());
        const now = new Set(came.map((one) => one.path));
        setResults((known) => [...known.filter((one) => !now.has(one.path)), ...came]);
      }),
  };
}

export type Exporting = ReturnType<typeof createExporting>;

/** Files that build and start the service are chosen; the document only when asked for. */
function preferred(file: ExportFile): boolean {
  return !file.path.endsWith("universalbuild.json") && !(file.exists && !file.same);
}
