/** What the bound methods take and return. Times are Unix milliseconds. */
export interface StartInfo {
  version: string;
  open_path: string;
  theme: string;
  zoom: number;
  first_run: boolean;
  last_run_id: string;
  notices: Notice[];
}

/** Something the user should know that no screen asked for. */
export interface Notice {
  level: string;
  message: string;
  hint: string;
}

export interface FolderInfo {
  path: string;
  name: string;
  exists: boolean;
  is_folder: boolean;
  kind: string;
  parent: string;
  message: string;
}

export interface Sample {
  name: string;
  title: string;
  language: string;
}

export type RunState = "running" | "completed" | "failed" | "cancelled";

export interface Problem {
  field: string;
  rule: string;
  level: string;
  message: string;
  fix: string;
  service?: string;
}

export interface Fault {
  code: string;
  message: string;
  hint: string;
}

/** One event of a run; `event` is flat and depends on `type`. */
export interface Stamped {
  seq: number;
  run_id: string;
  ts: number;
  type: string;
  event: EventBody;
}

/** The union of all events' fields: every event has some of them. */
export interface EventBody {
  path?: string;
  mode?: string;
  phase?: string;
  service?: string;
  duration_ms?: number;
  llm?: boolean;
  confidence?: number;
  result?: string;
  problem?: string;
  problems?: string[] | null;
  code?: string;
  hint?: string;
  missing?: string;
  files?: number;
  dirs?: number;
  manifests?: number;
  partial?: string;
  services?: ServiceSummary[] | null;
}

export interface ServiceSummary {
  path: string;
  name: string;
  language: string;
  framework?: string;
  confidence: number;
}

export interface Snapshot {
  run_id: string;
  path: string;
  name: string;
  state: RunState;
  seq: number;
  started_at: number;
  duration_ms: number;
  missing: string;
  error?: Fault | null;
  events: Stamped[];
  services: string[];
  documents: string[];
  original: string[];
  problems: Problem[];
}

export interface TreeNode {
  name: string;
  path: string;
  is_dir: boolean;
  size: number;
  service: string;
  manifest: boolean;
  evidence: number;
}

export interface FileText {
  path: string;
  text: string;
  truncated: boolean;
  binary: boolean;
}

export interface LintFinding {
  line: number;
  rule: string;
  message: string;
  error: boolean;
}

export interface DockerfileText {
  content: string;
  fields: string[][];
  lint: LintFinding[];
  error: string;
}

export interface ServiceState {
  service: string;
  document: string;
  original: string;
  edited: string[];
  can_undo: boolean;
  can_redo: boolean;
  problems: Problem[];
  dockerfile: DockerfileText;
  dockerfile_path: string;
  existing: string;
  existing_path: string;
}

export interface ExportFile {
  path: string;
  content: string;
  exists: boolean;
  same: boolean;
}

export interface ExportResult {
  path: string;
  state: "written" | "kept" | "same" | "failed";
  backup: string;
  message: string;
}

export interface RunRow {
  id: string;
  path: string;
  name: string;
  state: RunState;
  started_at: number;
  duration_ms: number;
  services: number;
  language: string;
  framework: string;
  confidence: number;
  edited: boolean;
  proof: "" | "proven" | "failed";
  folder_exists?: boolean;
}

export interface HistoryPage {
  runs: RunRow[];
  total: number;
}

export interface FieldDiff {
  field: string;
  a: string;
  b: string;
  evidence_a: Cause;
  evidence_b: Cause;
}

/** The evidence behind one side of a difference. */
export interface Cause {
  rule: string;
  path: string;
  line: number;
  excerpt: string;
  source: string;
}

export interface ServiceDiff {
  service: string;
  state: "same" | "changed" | "added" | "removed";
  fields: FieldDiff[];
}

export interface Settings {
  theme: string;
  zoom: number;
  reduced_motion: boolean;
  ignored_folders: string[];
  max_files: number;
  max_depth: number;
  timeout_s: number;
  keep_days: number;
}

export interface Diagnostics {
  version: string;
  data_folder: string;
  database: string;
  phases: { phase: string; runs: number; duration_ms: number }[];
  log: string[];
  sizes: { database_bytes: number; runs: number };
}

export interface BuilderInfo {
  address: string;
  why: string;
  version: string;
  ok: boolean;
  problem: string;
}

export interface ProofRow {
  id: string;
  cause: string;
  service: string;
  verdict: string;
  started_at: number;
  duration_ms: number;
}
