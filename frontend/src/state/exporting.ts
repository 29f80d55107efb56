import { createMemo, createSignal } from "solid-js";
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

  const paths = createMemo(() => files().flatMap((file) => (chosen[file.path] ? [file.path] : [])));
  /** Chosen files that would replace another content. */
  const replacing = createMemo(() =>
    dir() === "" ? files().filter((file) => chosen[file.path] && file.exists && !file.same) : [],
  );

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
      const list = await bridge.preview(id);
      if (run() !== id) return; // another one was opened meanwhile
      setFiles(list);
      show(list[0]?.path ?? "");
      setChosen(reconcile(Object.fromEntries(list.map((file) => [file.path, preferred(file)]))));
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
    fault,
    busy,
    open,
    pick: () =>
      guarded(async () => {
        const folder = await bridge.pickFolder();
        if (folder !== "") setDir(folder);
      }),
    toProject: () => setDir(""),
    /** `force` replaces what stands there and keeps a backup of it. */
    write: (force: boolean) => guarded(async () => void setResults(await bridge.export(run(), dir(), paths(), force))),
  };
}

export type Exporting = ReturnType<typeof createExporting>;

/** Files that build and start the service are chosen; the document only when asked for. */
function preferred(file: ExportFile): boolean {
  return !file.path.endsWith("universalbuild.json") && !(file.exists && !file.same);
}
