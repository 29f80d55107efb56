export type Verdict = "proven" | "ran" | "incomplete" | "failed" | "stopped" | "not_built";

/** What a proof came to, as backend/prove writes it. Durations are milliseconds. */
export interface Report {
  service: string;
  name: string;
  verdict: Verdict;
  steps: Step[] | null;
  image?: Image | null;
  start?: Started | null;
  /** The data services that it needs by the plan; absent in reports of before they were started. */
  stores?: Store[] | null;
  /** The services of the plan that it needs, and whether they were healthy when it was looked at. */
  services?: { id: string; healthy: boolean; words: string }[] | null;
  release?: Release | null;
  probe?: Probe | null;
  page?: Page | null;
  failure?: Failure | null;
  mending?: Mending | null;
  /** The fix that would be tried first; absent where there is none, or fixes were tried. */
  offer?: Try | null;
  /** What only the person knows, most useful first; none where it came up. */
  questions?: Question[] | null;
  /** How sure the plan is after this proof; absent in reports of before. */
  confidence?: Confidence | null;
  checks: Check[] | null;
  warnings: Warning[] | null;
  dockerfile: string;
  started_at: number;
  duration_ms: number;
}

export interface Warning {
  line?: number;
  message: string;
  rule?: string;
  /** It belongs beside the verdict. */
  loud?: boolean;
}

export interface Step {
  name: string;
  stage?: string;
  line?: number;
  state: "waiting" | "running" | "done" | "cached" | "failed";
  duration_ms: number;
  log?: string[] | null;
  error?: string;
}

export interface Image {
  size_bytes: number;
  layers: { command: string; line?: number; size_bytes: number; count?: number }[] | null;
  bases: { name: string; digest: string; stand_in?: boolean }[] | null;
  user: string;
  command: string[] | null;
  ports: string[] | null;
  workdir: string;
}

export interface Started {
  command: string[] | null;
  user: string;
  log: string[] | null;
  exit_code?: number | null;
  stopped_ms: number;
  listening: string[] | null;
  peak_bytes?: number;
}

/** What became of a data service beside the program. */
export interface Store {
  name: string;
  id: string;
  image?: string;
  state: "starting" | "healthy" | "failed" | "unknown" | "left_out";
  reason?: string;
  /** The program has connected to it. */
  asked: boolean;
  /** The request upon which it did, where it had not before. */
  asked_by?: string;
  after_ms: number;
  /** How it stands, as the command line says it: "healthy after 1.4 s". */
  words: string;
  stand_in?: boolean;
  log?: string[] | null;
}

/** What ran once before the start. */
export interface Release {
  command: string;
  log: string[] | null;
  /** Absent: it was ended. */
  exit_code?: number | null;
  duration_ms: number;
  /** How it ended: "exited with 0 after 1.4 s". */
  words: string;
}

export interface Probe {
  kind: string;
  protocol?: string;
  healthy: boolean;
  tries: number;
  status?: number;
  latency_ms: number;
  after_ms: number;
  /** From the start to the second look; 0 where there was none. */
  again_ms?: number;
  asked?: Asked[] | null;
  excerpt?: string;
}

/** One question that was put to the program from outside. */
export interface Asked {
  look: number;
  port: number;
  /** Where a port is open that the plan does not name: "127.0.0.1:7171". */
  unplanned?: string;
  what: string;
  status?: number;
  via?: string[] | null;
  ok: boolean;
  said: string;
  latency_ms: number;
}

/** What the user's browser saw of the service. */
export interface Page {
  url: string;
  title: string;
  browser: string;
  ready_ms: number;
  load_ms: number;
  paint_ms: number;
  requests: number;
  errors: { text: string; url?: string; line?: number }[] | null;
  failed: { url: string; status?: number; error?: string }[] | null;
  outside: string[] | null;
  screenshot?: string; // JPEG in base64
}

/** What was tried beyond the first proof. */
export interface Question {
  /** A variable, a secret of the build, or a field of the plan as a JSON pointer; "" for a file to look at. */
  name: string;
  text: string;
  why: string;
  secret?: boolean;
  /** What the sources say, surest first; absent: any value. */
  choices?: string[] | null;
  /** The file to look at, in the repository. */
  path?: string;
  line?: number;
}

export interface Confidence {
  overall: number;
  level: "high" | "medium" | "low";
  factors: { name: string; weight: number; value: number; why: string }[];
}

export interface Mending {
  tries: Try[] | null;
  /** Why nothing more was tried. */
  ended: string;
  /** Changes of the project's own files that were kept; they are not written. */
  files?: FileChange[] | null;
}

export interface FileChange {
  path: string;
  /** Unified. */
  diff: string;
}

/** One proof more, and what for. */
export interface Try {
  /** "again": nothing was changed, the failure was one that passes. */
  state: "offered" | "trying" | "kept" | "taken_back" | "undecided" | "again";
  stage: string;
  rule: string;
  cause: string;
  edits: { field: string; old: unknown; new: unknown }[] | null;
  /** Which fix it is, of how many at most; absent in reports of before, and where nothing was changed. */
  n?: number;
  of?: number;
  /** Of the Dockerfile, unified; absent where the edits do not change it. */
  diff?: string;
  /** Changes of the project's own files, for the proof alone. */
  files?: FileChange[] | null;
  /** Variables that were given a made-up value for the proof alone. */
  given?: string[] | null;
  why: string;
  /** The model that suggested the edits; absent where a rule did. */
  model?: string;
  /** The lines in which the model saw the need; one without a path is of the log. */
  shows?: { field: string; path?: string; line?: number; excerpt?: string }[] | null;
  /** What it came to; absent while it is under way. */
  came?: string;
}

export interface Failure {
  /** Whose matter it is; only the project's is mended. */
  class?: "project" | "environment" | "transient" | "";
  stage: string;
  line?: number;
  text?: string;
  field?: string;
  rule: string;
  cause: string;
  log: string[] | null;
  fix?: string;
  details?: Record<string, unknown> | null;
}

export interface Check {
  name: string;
  state: string;
  reason?: string;
  findings?: Finding[] | null;
}
export interface Finding {
  severity: string;
  message: string;
  path?: string;
  line?: number;
}

/** One thing that happens during a proof. */
export interface ProofItem {
  seq: number;
  /** Whose it is; "" for what is a data service's. */
  service: string;
  index: number;
  step: Step | null;
  log: string;
  phase: string;
  /** What is waited for in that phase. */
  waiting: string;
  /** Neighbours that are not there in that phase. */
  lacking?: string[] | null;
  /** One more proof begins, or it is decided what became of it; index is its place. */
  try?: Try | null;
  /** What is said of a data service now. */
  store?: Store | null;
  /** The service's proof is over. */
  end?: { verdict: Verdict; cause: string } | null;
}

/** What arrives under the name "prove". */
export interface ProofBatch {
  /** The first of those that were begun together. */
  proof_id: string;
  /** Of the project. */
  folder: string;
  run_id: string;
  items: ProofItem[] | null;
  /** All of them are over. */
  done: boolean;
  error: { code: string; message: string; hint: string } | null;
}
