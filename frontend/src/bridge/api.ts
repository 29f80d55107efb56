/** One typed function per bound method. Every call ends: it resolves, rejects with a Rejected, or times out. */
import { Rejected, rejected } from "./fault";
import type { ExportResult, HistoryPage, ProofRow, RunRow, ServiceDiff, Snapshot } from "./types";
import type * as App from "./wailsjs/go/main/App";

/** The methods that Go binds: their names, arguments and answers are checked against the generated bindings. */
type Methods = typeof App;
type Answer<M extends keyof Methods> = Awaited<ReturnType<Methods[M]>>;
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
/** A model that is loaded first, or thinks for long; a keychain that asks for its password. */
const slow = 5 * 60_000;
/** Calls that wait for the user: a dialog may stay open for as long as it likes. */
const patient = 60 * 60_000;

async function ask<T>(method: string, args: unknown[], limit: number): Promise<T> {
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

const call = <M extends keyof Methods>(method: M, args: Parameters<Methods[M]>, limit = usual) =>
  ask<Answer<M>>(method, args, limit);

export const api = {
  start: () => call("Start", []),
  savePlace: (screen: string, run: string) => call("SavePlace", [screen, run]),
  pickFolder: () => call("PickFolder", [], patient),
  look: (path: string) => call("Look", [path]),
  samples: () => call("Samples", []),
  openSample: (name: string) => call("OpenSample", [name]),
  analyse: (path: string, hint: string) => call("Analyse", [path, hint]),
  retry: (run: string, phase: string, service: string, hint: string) => call("Retry", [run, phase, service, hint]),
  stop: (run: string) => call("Stop", [run]),
  snapshot: (run: string) => call("Snapshot", [run]) as Promise<Snapshot>,
  tree: (run: string, dir: string) => call("Tree", [run, dir]),
  file: (run: string, path: string) => call("File", [run, path]),
  service: (run: string, service: string) => call("Service", [run, service]),
  edit: (run: string, service: string, pointer: string, value: unknown) =>
    call("Edit", [run, service, pointer, JSON.stringify(value)]),
  setDocument: (run: string, service: string, json: string) => call("SetDocument", [run, service, json]),
  editDockerfile: (run: string, service: string, text: string) => call("EditDockerfile", [run, service, text]),
  undo: (run: string, service: string) => call("Undo", [run, service]),
  redo: (run: string, service: string) => call("Redo", [run, service]),
  reset: (run: string, service: string, pointer: string) => call("Reset", [run, service, pointer]),
  preview: (run: string) => call("Preview", [run]),
  export: (run: string, dir: string, paths: string[], force: boolean) =>
    call("Export", [run, dir, paths, force]) as Promise<ExportResult[]>,
  history: (filter: string, offset: number, limit: number) =>
    call("History", [filter, offset, limit]) as Promise<HistoryPage>,
  recents: () => call("Recents", []) as Promise<RunRow[]>,
  deleteRun: (id: string) => call("DeleteRun", [id]),
  forget: (folder: string) => call("Forget", [folder]),
  restoreRun: (id: string) => call("RestoreRun", [id]),
  exportRun: (id: string, file: string) => call("ExportRun", [id, file], patient),
  importRun: (file: string) => call("ImportRun", [file], patient),
  compare: (a: string, b: string) => call("Compare", [a, b]) as Promise<ServiceDiff[]>,
  settings: () => call("Settings", []),
  saveSettings: (settings: Parameters<Methods["SaveSettings"]>[0]) => call("SaveSettings", [settings]),
  diagnostics: () => call("Diagnostics", []),
  builders: () => call("Builders", []),
  prove: (run: string, service: string, builder: string) => call("Prove", [run, service, builder]),
  stopProof: (id: string) => call("StopProof", [id]),
  proof: (id: string) => call("Proof", [id]),
  proofs: (run: string) => call("Proofs", [run]) as Promise<ProofRow[]>,
  proofVariables: (run: string, service: string) => call("ProofVariables", [run, service]),
  setProofVariable: (run: string, service: string, name: string, value: string) =>
    call("SetProofVariable", [run, service, name, value], slow),
  removeProofVariable: (run: string, service: string, name: string) =>
    call("RemoveProofVariable", [run, service, name], slow),
  revealProofVariable: (run: string, service: string, name: string) =>
    call("RevealProofVariable", [run, service, name], slow),
  saveReport: (proof: string, file: string) => call("SaveReport", [proof, file], patient),
  startPreview: (run: string, service: string) => call("StartPreview", [run, service], patient),
  stopPreview: (id: string) => call("StopPreview", [id], 90_000),
  openPreview: (id: string) => call("OpenPreview", [id]),
  apply: (run: string, service: string, edits: unknown) => call("Apply", [run, service, JSON.stringify(edits)]),
  clipboard: (text: string) => call("Clipboard", [text]),
  openDataFolder: () => call("OpenDataFolder", []),
  report: (text: string) => call("Report", [text]),

  providers: () => call("Providers", []),
  modelChoice: () => call("ModelChoice", []),
  saveProvider: (provider: Parameters<Methods["SaveProvider"]>[0]) => call("SaveProvider", [provider]),
  setKey: (provider: string, key: string) => call("SetKey", [provider, key]),
  removeKey: (provider: string) => call("RemoveKey", [provider]),
  testModel: (provider: string) => call("TestModel", [provider], slow),
  models: (provider: string) => call("Models", [provider]),
  sentPrompts: (run: string) => call("SentPrompts", [run]),
  runCost: (run: string) => call("RunCost", [run]),
  monthCost: () => call("MonthCost", []),
  replayRun: (run: string) => call("ReplayRun", [run]),
  compactContext: (run: string) => call("CompactContext", [run]),
  restoreContext: (run: string) => call("RestoreContext", [run]),
  secondOpinion: (run: string, provider: string, model: string) => call("SecondOpinion", [run, provider, model]),

  hardware: () => call("Hardware", []),
  modelFiles: () => call("ModelFiles", []),
  importModel: (path: string, inPlace: boolean) => call("ImportModel", [path, inPlace], patient),
  removeModel: (id: string) => call("RemoveModel", [id]),
  checkModel: (id: string) => call("CheckModel", [id], patient),
  openModelFolder: () => call("OpenModelFolder", []),
  download: (name: string) => call("Download", [name]),
  pauseDownload: (id: string) => call("PauseDownload", [id]),
  cancelDownload: (id: string) => call("CancelDownload", [id]),
  dismissDownload: (id: string) => call("DismissDownload", [id]),
  downloads: () => call("Downloads", []),
  onboarding: () => call("Onboarding", []),
  saveOnboarding: (choice: string, model: string, step: number) => call("SaveOnboarding", [choice, model, step]),
};

/** What the state modules need of the page's other half; tests pass a part of it. */
export type Api = typeof api;
