/** One typed function per bound method. Every call ends: it resolves, rejects with a Rejected, or times out. */
import { Rejected, rejected } from "./fault";
import type {
  BuilderInfo,
  Diagnostics,
  ExportFile,
  ExportResult,
  FileText,
  FolderInfo,
  HistoryPage,
  ProofRow,
  RunRow,
  Sample,
  ServiceDiff,
  ServiceState,
  Settings,
  Snapshot,
  StartInfo,
  TreeNode,
} from "./types";

type Bound = Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>;

declare global {
  interface Window {
    go?: { main?: { App?: Bound } };
    runtime?: Runtime;
  }
}

/** The part of Wails' runtime that the page uses. */
export interface Runtime {
  EventsOn(name: string, then: (payload: unknown) => void): () => void;
  OnFileDrop?(then: (x: number, y: number, paths: string[]) => void, useDropTarget: boolean): void;
  OnFileDropOff?(): void;
  ClipboardSetText?(text: string): Promise<boolean>;
  BrowserOpenURL?(url: string): void;
}

const usual = 30_000;
/** Calls that wait for the user: a dialog may stay open for as long as it likes. */
const patient = 60 * 60_000;

async function call<T>(method: string, args: unknown[], limit = usual): Promise<T> {
  const bound = window.go?.main?.App?.[method];
  if (!bound) throw new Rejected("INTERNAL", `This version has no ${method}.`, "Restart aipack.");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Rejected("TIMEOUT", `${method} did not answer within ${limit / 1000} s.`, "Try again.")),
      limit,
    );
  });
  try {
    return (await Promise.race([bound(...args), late])) as T;
  } catch (thrown) {
    throw rejected(thrown);
  } finally {
    clearTimeout(timer);
  }
}

/** Go sends nil slices as null. */
async function list<T>(method: string, args: unknown[], limit = usual): Promise<T[]> {
  return (await call<T[] | null>(method, args, limit)) ?? [];
}

export const api = {
  start: () => call<StartInfo>("Start", []),
  pickFolder: () => call<string>("PickFolder", [], patient),
  look: (path: string) => call<FolderInfo>("Look", [path]),
  samples: () => list<Sample>("Samples", []),
  openSample: (name: string) => call<string>("OpenSample", [name]),
  analyse: (path: string, hint: string) => call<string>("Analyse", [path, hint]),
  stop: (run: string) => call<null>("Stop", [run]),
  snapshot: (run: string) => call<Snapshot>("Snapshot", [run]),
  tree: (run: string, dir: string) => list<TreeNode>("Tree", [run, dir]),
  file: (run: string, path: string) => call<FileText>("File", [run, path]),
  service: (run: string, service: string) => call<ServiceState>("Service", [run, service]),
  edit: (run: string, service: string, pointer: string, value: unknown) =>
    call<ServiceState>("Edit", [run, service, pointer, JSON.stringify(value)]),
  setDocument: (run: string, service: string, json: string) => call<ServiceState>("SetDocument", [run, service, json]),
  undo: (run: string, service: string) => call<ServiceState>("Undo", [run, service]),
  redo: (run: string, service: string) => call<ServiceState>("Redo", [run, service]),
  reset: (run: string, service: string, pointer: string) => call<ServiceState>("Reset", [run, service, pointer]),
  preview: (run: string) => list<ExportFile>("Preview", [run]),
  export: (run: string, dir: string, paths: string[], force: boolean) =>
    list<ExportResult>("Export", [run, dir, paths, force]),
  history: (filter: string, offset: number, limit: number) => call<HistoryPage>("History", [filter, offset, limit]),
  recents: () => list<RunRow>("Recents", []),
  deleteRun: (id: string) => call<null>("DeleteRun", [id]),
  restoreRun: (id: string) => call<null>("RestoreRun", [id]),
  exportRun: (id: string, file: string) => call<string>("ExportRun", [id, file], patient),
  importRun: (file: string) => call<string>("ImportRun", [file], patient),
  compare: (a: string, b: string) => list<ServiceDiff>("Compare", [a, b]),
  settings: () => call<Settings>("Settings", []),
  saveSettings: (settings: Settings) => call<null>("SaveSettings", [settings]),
  diagnostics: () => call<Diagnostics>("Diagnostics", []),
  builders: () => list<BuilderInfo>("Builders", []),
  prove: (run: string, service: string, builder: string) => call<string>("Prove", [run, service, builder]),
  stopProof: (id: string) => call<null>("StopProof", [id]),
  proof: (id: string) => call<string>("Proof", [id]),
  proofs: (run: string) => list<ProofRow>("Proofs", [run]),
  apply: (run: string, service: string, edits: unknown) =>
    call<ServiceState>("Apply", [run, service, JSON.stringify(edits)]),
  clipboard: (text: string) => call<null>("Clipboard", [text]),
  openDataFolder: () => call<null>("OpenDataFolder", []),
  report: (text: string) => call<null>("Report", [text]),
};

/** What the state modules need of the page's other half; tests pass a part of it. */
export type Api = typeof api;
