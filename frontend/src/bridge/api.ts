/** One typed function per bound method. Every call ends: it resolves, rejects with a Rejected, or times out. */
import { Rejected, rejected } from "./fault";
import type {
  AgentCurrent,
  AgentReply,
  AuditReport,
  CodeFound,
  CodeState,
  ExportOutcome,
  FleetFilter,
  HistoryFilter,
  HistoryPage,
  KeepOrder,
  PlanVerdict,
  ProofRow,
  RunRow,
  ServiceDiff,
  Snapshot,
  ToolServer,
  UnderWay,
} from "./types";
import type * as Activity from "./wailsjs/go/program/Activity";
import type * as Agent from "./wailsjs/go/agent/Agent";
import type * as Material from "./wailsjs/go/agent/Material";
import type * as Code from "./wailsjs/go/code/Code";
import type * as Data from "./wailsjs/go/history/Data";
import type * as Downloads from "./wailsjs/go/files/Downloads";
import type * as Findings from "./wailsjs/go/findings/Findings";
import type * as Fleet from "./wailsjs/go/fleet/Fleet";
import type * as Keep from "./wailsjs/go/keep/Keep";
import type * as History from "./wailsjs/go/history/History";
import type * as Lessons from "./wailsjs/go/learning/Lessons";
import type * as LocalModels from "./wailsjs/go/files/LocalModels";
import type * as Measurements from "./wailsjs/go/measure/Measurements";
import type * as Models from "./wailsjs/go/models/Models";
import type * as Onboarding from "./wailsjs/go/onboarding/Onboarding";
import type * as Plan from "./wailsjs/go/plan/Plan";
import type * as Previews from "./wailsjs/go/proofs/Previews";
import type * as Program from "./wailsjs/go/program/Program";
import type * as Projects from "./wailsjs/go/projects/Projects";
import type * as Proofs from "./wailsjs/go/proofs/Proofs";
import type * as Runs from "./wailsjs/go/runs/Runs";
import type * as Servers from "./wailsjs/go/tools/Servers";
import type * as Settings from "./wailsjs/go/settings/Settings";
import type * as Variables from "./wailsjs/go/variables/Variables";

/** The types that Go binds, one for each thing the user thinks about: checked against the generated bindings. */
interface Bindings {
  Agent: typeof Agent;
  Material: typeof Material;
  Code: typeof Code;
  Data: typeof Data;
  Downloads: typeof Downloads;
  Findings: typeof Findings;
  Fleet: typeof Fleet;
  History: typeof History;
  Keep: typeof Keep;
  Lessons: typeof Lessons;
  Measurements: typeof Measurements;
  Models: typeof Models;
  Onboarding: typeof Onboarding;
  Plan: typeof Plan;
  Previews: typeof Previews;
  Program: typeof Program;
  Projects: typeof Projects;
  Proofs: typeof Proofs;
  Runs: typeof Runs;
  Servers: typeof Servers;
  Settings: typeof Settings;
  LocalModels: typeof LocalModels;
  Activity: typeof Activity;
  Variables: typeof Variables;
}
type Method<T extends keyof Bindings, M extends keyof Bindings[T]> = Extract<
  Bindings[T][M],
  (...args: never[]) => Promise<unknown>
>;
type Bound = Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>;

declare global {
  interface Window {
    /** The bound types by their Go packages; no two packages have one of the same name. */
    go?: Record<string, Record<string, Bound | undefined> | undefined>;
    runtime?: Runtime;
  }
}

/** The part of Wails' runtime that the page uses. */
export interface Runtime {
  EventsOn(name: string, then: (payload: unknown) => void): () => void;
  OnFileDrop?(then: (x: number, y: number, paths: string[]) => void, useDropTarget: boolean): void;
  OnFileDropOff?(): void;
  ClipboardGetText?(): Promise<string>;
  ClipboardSetText?(text: string): Promise<boolean>;
  BrowserOpenURL?(url: string): void;
}

const defaultLimit = 30_000;
/** A model that is loaded first, or thinks for long; a keychain that asks for its password. */
const slow = 5 * 60_000;
/** Calls that wait for the user: a dialog may stay open for as long as it likes. */
const patient = 60 * 60_000;

async function ask<T>(type: string, method: string, args: unknown[], limit: number): Promise<T> {
  const bound = Object.values(window.go ?? {}).find((types) => types?.[type])?.[type]?.[method];
  if (!bound) throw new Rejected("INTERNAL", `This version has no ${type}.${method}.`, "Restart aipack.");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Rejected("TIMEOUT", `${type}.${method} did not answer within ${limit / 1000} s.`, "Try again.")),
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

/** Calls the methods of one bound type. */
const on =
  <T extends keyof Bindings>(type: T) =>
  <M extends keyof Bindings[T] & string>(method: M, args: Parameters<Method<T, M>>, limit = defaultLimit) =>
    ask<Awaited<ReturnType<Method<T, M>>>>(type, method, args, limit);

const agent = on("Agent");
const material = on("Material");
const code = on("Code");
const data = on("Data");
const downloads = on("Downloads");
const history = on("History");
const findings = on("Findings");
const keep = on("Keep");
const lessons = on("Lessons");
const fleet = on("Fleet");
const measurements = on("Measurements");
const models = on("Models");
const onboarding = on("Onboarding");
const plan = on("Plan");
const previews = on("Previews");
const program = on("Program");
const projects = on("Projects");
const proofs = on("Proofs");
const runs = on("Runs");
const servers = on("Servers");
const settings = on("Settings");
const localModels = on("LocalModels");
const activity = on("Activity");
const variables = on("Variables");

export const api = {
  start: () => program("Start", []),
  savePlace: (screen: string, run: string) => program("SavePlace", [screen, run]),
  pickFolder: () => projects("Pick", [], patient),
  look: (path: string) => projects("Look", [path]),
  samples: () => projects("Samples", []),
  openSample: (name: string) => projects("OpenSample", [name]),
  analyse: (path: string, hint: string) => runs("Analyse", [path, hint]),
  retry: (run: string, phase: string, service: string, hint: string) => runs("Retry", [run, phase, service, hint]),
  stop: (run: string) => runs("Stop", [run]),
  snapshot: (run: string) => runs("Snapshot", [run]) as Promise<Snapshot>,
  tree: (run: string, dir: string) => runs("Tree", [run, dir]),
  file: (run: string, path: string) => runs("File", [run, path]),
  findingsLast: (run: string) => findings("Last", [run]) as Promise<AuditReport>,
  /** Searches the project; it ends by itself or by `findingsStop`. */
  findingsLook: (run: string) => findings("Look", [run], patient) as Promise<AuditReport>,
  /** Asks the network for the list of known vulnerabilities first. */
  findingsFetch: (run: string) => findings("Fetch", [run], patient) as Promise<AuditReport>,
  findingsIgnore: (run: string, id: string, reason: string, until: string) =>
    findings("Ignore", [run, id, reason, until]) as Promise<AuditReport>,
  findingsHeed: (run: string, id: string) => findings("Heed", [run, id]) as Promise<AuditReport>,
  findingsSARIF: (run: string) => findings("SARIF", [run]),
  findingsStop: (run: string) => findings("Stop", [run]),
  lessons: () => lessons("List", []),
  lessonsSwitch: (category: string, to: boolean) => lessons("Switch", [category, to]),
  lessonForget: (id: string) => lessons("Forget", [id]),
  lessonsClear: () => lessons("Clear", []),
  lessonRule: (id: string) => lessons("Rule", [id]),
  lessonsExport: (file: string) => lessons("Export", [file], patient),
  lessonsImport: (file: string) => lessons("Import", [file], patient),
  keepLook: (run: string, paths: string[]) => keep("Look", [run, paths]),
  /** It waits for the project's hooks. */
  keepMake: (run: string, order: KeepOrder) => keep("Make", [run, order], patient),
  /** It waits for the project's own tests. */
  keepTest: (run: string, builder: string) => keep("Test", [run, builder], patient),
  keepStop: (run: string) => keep("Stop", [run]),
  keepUndo: (run: string) => keep("Undo", [run]),
  service: (run: string, service: string) => plan("Service", [run, service]),
  edit: (run: string, service: string, pointer: string, value: unknown) =>
    plan("Edit", [run, service, pointer, JSON.stringify(value)]),
  setDocument: (run: string, service: string, json: string) => plan("SetDocument", [run, service, json]),
  editDockerfile: (run: string, service: string, text: string) => plan("EditDockerfile", [run, service, text]),
  undo: (run: string, service: string) => plan("Undo", [run, service]),
  redo: (run: string, service: string) => plan("Redo", [run, service]),
  reset: (run: string, service: string, pointer: string) => plan("Reset", [run, service, pointer]),
  practices: (run: string, service: string) => plan("Practices", [run, service]),
  preview: (run: string, dir: string, merged: boolean) => plan("Files", [run, dir, merged]),
  export: (run: string, dir: string, paths: string[], force: boolean, merged: boolean) =>
    plan("Export", [run, dir, paths, force, merged]) as Promise<ExportOutcome>,
  history: (filter: HistoryFilter, offset: number, limit: number) =>
    history("Page", [filter, offset, limit]) as Promise<HistoryPage>,
  recents: () => history("Recents", []) as Promise<RunRow[]>,
  deleteRun: (id: string) => history("Delete", [id]),
  forget: (folder: string) => history("Forget", [folder]),
  restoreRun: (id: string) => history("Restore", [id]),
  pin: (folder: string, on: boolean) => history("Pin", [folder, on]),
  underWay: () => activity("List", []) as Promise<UnderWay[]>,
  kept: () => data("State", []),
  salvagesSeen: () => data("Seen", []),
  backUp: () => data("Backup", [""], patient),
  clearHistory: () => data("Clear", [], slow),
  exportRun: (id: string, file: string) => history("Export", [id, file], patient),
  importRun: (file: string) => history("Import", [file], patient),
  compare: (a: string, b: string) => history("Compare", [a, b]) as Promise<ServiceDiff[]>,
  settings: () => settings("Current", []),
  saveSettings: (now: Parameters<typeof Settings.Save>[0]) => settings("Save", [now]),
  diagnostics: () => program("Diagnostics", []),
  /** The diagnostics as JSON without names, paths and secrets. */
  privateReport: () => program("PrivateReport", []),
  builders: () => proofs("Builders", []),
  prove: (run: string, service: string, builder: string) => proofs("Start", [run, service, builder]),
  proveFixing: (run: string, service: string, builder: string) => proofs("Fix", [run, service, builder]),
  proveAll: (run: string, builder: string, fixing: boolean) =>
    proofs("All", [run, builder, fixing]) as Promise<ProofRow[]>,
  stopProof: (id: string) => proofs("Stop", [id]),
  proof: (id: string) => proofs("Report", [id]),
  verdict: (run: string) => proofs("Verdict", [run]) as Promise<PlanVerdict>,
  proofVariables: (run: string, service: string) => variables("List", [run, service]),
  setProofVariable: (run: string, service: string, name: string, value: string) =>
    variables("Set", [run, service, name, value], slow),
  removeProofVariable: (run: string, service: string, name: string) => variables("Remove", [run, service, name], slow),
  revealProofVariable: (run: string, service: string, name: string) => variables("Reveal", [run, service, name], slow),
  writeFixedFiles: (run: string, proof: string) => proofs("WriteFiles", [run, proof]),
  saveReport: (proof: string, file: string) => proofs("SaveReport", [proof, file], patient),
  previewEngine: () => previews("Engine", [], slow),
  startPreview: (run: string, service: string) => previews("Start", [run, service], patient),
  stopPreview: (id: string) => previews("Stop", [id], 90_000),
  openPreview: (id: string) => previews("Open", [id]),
  apply: (run: string, service: string, edits: unknown) => plan("Apply", [run, service, JSON.stringify(edits)]),
  clipboard: (text: string) => program("Clipboard", [text]),
  /** What is on the clipboard, "" where nobody may look: WebKit asks the program, a browser its user. */
  clipboardText: () => (window.runtime?.ClipboardGetText?.() ?? navigator.clipboard.readText()).catch(() => ""),
  openDataFolder: () => program("OpenDataFolder", []),
  report: (text: string) => program("Report", [text]),
  askingToQuit: () => program("Asking", []),
  quit: () => program("Quit", []),

  providers: () => models("Providers", []),
  servers: () => models("Servers", []),
  modelChoice: () => models("Choice", []),
  saveProvider: (provider: Parameters<typeof Models.SaveProvider>[0]) => models("SaveProvider", [provider]),
  setKey: (provider: string, key: string) => models("SetKey", [provider, key]),
  removeKey: (provider: string) => models("RemoveKey", [provider]),
  testModel: (provider: string) => models("Test", [provider], slow),
  models: (provider: string) => models("List", [provider]),
  measures: () => measurements("State", []),
  planMeasure: (provider: string, model: string) => measurements("Plan", [provider, model]),
  startMeasure: (provider: string, model: string) => measurements("Start", [provider, model]),
  cancelMeasure: () => measurements("Cancel", []),
  sentPrompts: (run: string) => runs("SentPrompts", [run]),
  runCost: (run: string) => runs("Cost", [run]),
  monthCost: () => models("MonthCost", []),
  goOn: (run: string) => runs("GoOn", [run]),
  replayRun: (run: string) => runs("Replay", [run]),
  compactContext: (run: string) => runs("CompactContext", [run]),
  restoreContext: (run: string) => runs("RestoreContext", [run]),
  secondOpinion: (run: string, provider: string, model: string) => runs("SecondOpinion", [run, provider, model]),

  hardware: () => localModels("Hardware", []),
  modelFiles: () => localModels("Files", []),
  importModel: (path: string, inPlace: boolean) => localModels("Import", [path, inPlace], patient),
  removeModel: (id: string) => localModels("Remove", [id]),
  checkModel: (id: string) => localModels("Check", [id], patient),
  openModelFolder: () => localModels("OpenFolder", []),
  download: (name: string) => downloads("Start", [name]),
  pauseDownload: (id: string) => downloads("Pause", [id]),
  cancelDownload: (id: string) => downloads("Cancel", [id]),
  dismissDownload: (id: string) => downloads("Dismiss", [id]),
  downloads: () => downloads("List", []),
  openCode: (run: string) => code("Open", [run]) as Promise<CodeState>,
  leaveCode: () => code("Leave", []),
  rebuildCode: (run: string) => code("Rebuild", [run]) as Promise<CodeState>,
  searchCode: (run: string, text: string, kind: string, language: string) =>
    code("Search", [run, text, kind, language]),
  findCode: (run: string, question: string, kind: string, language: string) =>
    code("Find", [run, question, kind, language]) as Promise<CodeFound>,
  stopFindingCode: () => code("StopFinding", []),
  textInCode: (run: string, text: string) => code("Text", [run, text]),
  codeOutline: (run: string, below: string, byPath: boolean) => code("Outline", [run, below, byPath]),
  codeAt: (run: string, path: string, line: number) => code("At", [run, path, line]),
  codeAround: (run: string, focus: string, files: boolean, depth: number, kinds: string[], open: string[]) =>
    code("Around", [run, focus, files, depth, kinds, open]),
  inspectCode: (run: string, id: string) => code("Inspect", [run, id]),
  codeIssues: (run: string) => code("Issues", [run]),
  codeContext: (run: string, id: string, tokens: number) => code("Context", [run, id, tokens]),

  ask: (run: string, conversation: string, question: string, changes: boolean) =>
    agent("Ask", [run, conversation, question, changes]),
  resumeAnswer: (run: string, conversation: string, changes: boolean) => agent("Resume", [run, conversation, changes]),
  compactConversation: (run: string, conversation: string) => agent("Compact", [run, conversation]),
  stopAnswer: (turn: string) => agent("Stop", [turn]),
  currentAnswer: (run: string) => agent("Current", [run]) as Promise<AgentCurrent>,
  approveChange: (turn: string, asked: string, reply: AgentReply) => agent("Approve", [turn, asked, reply]),
  takeBackChanges: (run: string, conversation: string, checkpoint: number, over: boolean) =>
    agent("TakeBack", [run, conversation, checkpoint, over]),
  undoTurn: (run: string, conversation: string, files: boolean, over: boolean) =>
    agent("Undo", [run, conversation, files, over]),
  redoTurn: (run: string, conversation: string) => agent("Redo", [run, conversation]),
  conversations: (run: string, search: string) => agent("Conversations", [run, search]),
  openConversation: (run: string, id: string) => agent("Open", [run, id]),
  conversationText: (run: string, id: string) => agent("Markdown", [run, id]),
  attachable: (run: string, text: string) => material("Paths", [run, text]),
  projectNotes: (run: string) => material("Notes", [run]),
  decideNote: (run: string, path: string, sum: string, agreed: boolean) =>
    material("DecideNote", [run, path, sum, agreed]),
  writeNotes: (run: string) => material("Init", [run]),
  toolServers: () => servers("List", []) as Promise<ToolServer[]>,
  /** A keychain may ask for its password. */
  addToolServer: (order: Parameters<typeof Servers.Add>[0]) => servers("Add", [order], slow) as Promise<ToolServer[]>,
  giveToolServer: (name: string, variable: string, value: string) =>
    servers("Give", [name, variable, value], slow) as Promise<ToolServer[]>,
  tryToolServer: (name: string) => servers("Try", [name], slow) as Promise<ToolServer[]>,
  removeToolServer: (name: string) => servers("Remove", [name], slow) as Promise<ToolServer[]>,
  saveConversation: (run: string, id: string, file = "") => agent("Save", [run, id, file], patient),
  renameConversation: (run: string, id: string, title: string) => agent("Rename", [run, id, title]),
  deleteConversation: (run: string, id: string) => agent("Delete", [run, id]),

  fleet: () => fleet("State", []),
  fleetPage: (filter: FleetFilter, offset: number, limit: number) => fleet("Page", [filter, offset, limit]),
  /** "" is what failed, was given up or could not be fetched. */
  fleetRetry: (cause: string) => fleet("Retry", [cause]),
  fleetAgain: (repository: string, ref: string, want: string) => fleet("Again", [repository, ref, want]),
  fleetStop: () => fleet("Stop", []),

  onboarding: () => onboarding("State", []),
  saveOnboarding: (choice: string, model: string, step: number) => onboarding("Save", [choice, model, step]),
};

/** What the state modules need of the page's other half; tests pass a part of it. */
export type Api = typeof api;
