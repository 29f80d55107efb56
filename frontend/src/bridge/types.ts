/**
 * What crosses from Go, as the generated bindings have it. Only what they cannot say is written here: words in place
 * of any text, and the events of a run. Times are Unix milliseconds.
 */
import type { Verdict } from "./report";
import type {
  agent,
  audit,
  code,
  codemap,
  files,
  fleet,
  history,
  keep,
  learning,
  measure,
  models,
  onboarding,
  page,
  plan,
  program,
  projects,
  proofs,
  runs,
  session,
  settings,
  tools,
  variables,
} from "./wailsjs/go/models";

/** A part of a file that shows an answer; lines from 1. */
export interface AgentPlace {
  path: string;
  first: number;
  last: number;
}
/** What happens while a question is answered. */
export interface AgentStep {
  kind: "text" | "thinking" | "tool" | "completed" | "failed" | "note" | "asked" | "settled" | "summed";
  /** Of the answer on its way; a tool's arguments as JSON; what went wrong; the file that is asked about. */
  text: string;
  tool?: string;
  asked?: AskedChange;
}
export type AskedChange = Omit<agent.Asked, "kind"> & { kind: "created" | "changed" | "deleted" | "command" | "call" };
export type AgentReply = Omit<agent.Reply, "answer"> & { answer: "once" | "session" | "always" | "refuse" };
/** The answer under way, for a page that comes back to it. */
export type AgentCurrent = Omit<agent.Current, "steps"> & { steps: AgentStep[] };
/** A command that a model wished to run; `exit` is null where it did not end by itself. */
export interface AgentCommand {
  command: string;
  /** "" of one that was kept before decisions were. */
  decision: "allowed" | "approved" | "refused" | "denied" | "";
  exit: number | null;
  /** The end of what it printed. */
  output: string[];
}
export type AgentChanges = session.Changes;
/** A file of notes about the project, with what the user has decided on its text. */
export type ProjectNote = agent.Note;
/** A summary that stands for what was said before, for the model. */
export type Summed = session.Summed;
/** What came of a question. */
export interface AgentEnd {
  question: string;
  /** Markdown. */
  answer: string;
  /** Why there is no whole answer, in words; "" where there is one. */
  stopped: string;
  evidence: AgentPlace[];
  /** What the model was not shown for want of room. */
  left: string[];
  provider: string;
  model: string;
  /** Tokens. */
  prompt: number;
  written: number;
  usd: number;
  priced: boolean;
  /** Why the model could not be asked. */
  fault?: Fault | null;
  /** Why the conversation is not kept; "" where it is. */
  unkept: string;
  /** What the model's window holds, and what the next question would be sent with, in tokens. */
  window: number;
  holds: { name: string; tokens: number }[];
  /** The files that it changed. */
  changes?: AgentChanges | null;
  /** What the model wished to run. */
  commands?: AgentCommand[] | null;
}
/** What arrives under the name "agent". */
export interface AgentBatch {
  turn: string;
  /** Of the turn's batches, from 1. */
  number: number;
  folder: string;
  /** "" before its first message. */
  conversation: string;
  steps: AgentStep[];
  end?: AgentEnd | null;
}
export type Talk = agent.Talk;
export type OpenedTalk = agent.Opened;
export type BuilderInfo = proofs.BuilderInfo;
export type EngineInfo = proofs.EngineInfo;
export type Cause = history.Cause;
export type CodeAround = codemap.Vicinity;
export type CodeCard = codemap.Card;
export type CodeContext = codemap.Context;
export type CodeFound = Omit<code.Found, "state" | "error"> & {
  state: "waiting" | "reading" | "meant" | "words" | "stopped" | "failed";
  error?: Fault | null;
};
export type CodeHits = codemap.Hits;
export type CodeIssues = codemap.Issues;
export type CodeLines = codemap.Lines;
export type CodeLink = codemap.Link;
export type CodeNear = codemap.Near;
export type CodeNode = codemap.Node;
export type CodeRow = codemap.Row;
export type CodeState = Omit<code.State, "state" | "error"> & {
  state: "reading" | "partial" | "changed" | "current" | "failed";
  error?: Fault | null;
};
export type CodeUse = codemap.Use;
export type Cost = session.Cost;
export type Diagnostics = program.Diagnostics;
export type Download = files.DownloadRow;
export type DockerfileText = session.DockerfileText;
export type ExportFile = plan.ExportFile;
export type FieldDiff = history.FieldDifference;
export type FileText = runs.FileText;
export type FolderInfo = projects.FolderInfo;
export type Kept = history.Kept;
export type Hardware = files.HardwareInfo;
export type LintFinding = session.LintFinding;
export type MeasurePlan = measure.Plan;
export type MeasureRun = measure.Run;
export type MeasureState = measure.State;
export type ModelChoice = models.ModelChoiceInfo;
export type ModelFile = files.ModelFile;
export type ModelFiles = files.ModelFiles;
export type ModelInfo = models.ModelInfo;
export type ModelTest = models.ModelTest;
export type OnboardingInfo = onboarding.Info;
export type Notice = page.Notice;
export type Practices = plan.Practices;
export type Problem = session.Problem;
export type ProofRow = Omit<proofs.Proof, "verdict"> & { verdict: Verdict | "running" };
export type ProofVariable = variables.ProofVariable;
export type ProviderInfo = models.ProviderInfo;
export type ServerInfo = models.ServerInfo;
export type SentPrompt = runs.SentPrompt;
export type Sample = projects.Sample;
export type ServiceState = session.ServiceState;
export type Settings = settings.Preferences;
export type StartInfo = program.StartInfo;
/** An MCP server that the user has set up, with what came of trying it. */
export type ToolServer = Omit<tools.Server, "state"> & { state: "untried" | "ready" | "failed" };
export type TreeNode = runs.Node;
export type UnderWay = Omit<session.UnderWay, "kind"> & { kind: "analysis" | "proof" | "preview" | "answer" };

/** How a plan stands, or a service of it: `stale` where an earlier plan was proved, `part` where not all services were. */
export type Standing = Verdict | "" | "running" | "stale" | "part";
export type ServiceVerdict = Omit<proofs.ServiceVerdict, "state" | "last" | "running" | "cut"> & {
  state: Standing;
  last?: ProofRow | null;
  running?: ProofRow | null;
  cut?: ProofRow | null;
};
export type PlanVerdict = Omit<proofs.PlanVerdict, "state" | "services"> & {
  state: Standing;
  services: ServiceVerdict[];
};

export type RunState = "running" | "completed" | "failed" | "cancelled" | "interrupted";

/** `report` is there for defects only. */
export type Fault = Omit<page.Fault, "report"> & { report?: string };

export type ExportResult = plan.WrittenFile & { state: "written" | "kept" | "same" | "failed" };
export type KeepOrder = keep.Order;
export type KeepTested = keep.Tested;
export type KeepReady = keep.Ready;
export type KeepMade = keep.Made;
export type FleetState = fleet.State;
export type FleetFilter = fleet.Filter;
export type FleetRow = fleet.Row;
export type LessonShelf = learning.Shelf;
export type LessonRow = learning.Row;
export type FindingIgnored = Omit<audit.Ignored, "until"> & { until: string };
export type Finding = Omit<audit.Finding, "ignored" | "severity" | "kind"> & {
  severity: "critical" | "high" | "medium" | "low";
  kind: "secret" | "package" | "code";
  ignored?: FindingIgnored;
};
/** `at` is a moment in RFC 3339; the year 1 says that there was no audit. */
export type AuditReport = Omit<audit.Report, "at" | "findings"> & { at: string; findings: Finding[] };
export type ExportOutcome = Omit<plan.ExportOutcome, "files"> & { files: ExportResult[] };
export type RunRow = history.RunRow & { state: RunState; proof: Standing };
export type HistoryFilter = history.Filter;
export type HistoryPage = Omit<history.Page, "runs"> & { runs: RunRow[] };
export type ServiceDiff = history.ServiceDifference & { state: "same" | "changed" | "added" | "removed" };
export type Snapshot = Omit<session.Snapshot, "state" | "events" | "error"> & {
  state: RunState;
  events: Stamped[];
  error?: Fault | null;
};

/** One event of a run; `event` is flat and depends on `type`. */
export type Stamped = Omit<session.EventRow, "event"> & { event: EventBody };

/** The union of all events' fields: every event has some of them. */
export interface EventBody {
  path?: string;
  mode?: string;
  retry_of?: string;
  retry_from?: string;
  retry_service?: string;
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
  rules_alone?: string;
  files?: number;
  dirs?: number;
  manifests?: number;
  partial?: string;
  unread?: number;
  languages?: LanguageShare[] | null;
  unknown?: LanguageShare[] | null;
  others?: number;
  key_dirs?: { path: string; purpose: string }[] | null;
  workspaces?: string[] | null;
  left_out?: { path: string; why: string }[] | null;
  guess?: { language: string; build_system?: string; confidence: number; reason?: string } | null;
  steps?: { name: string; duration_us: number; result?: string }[] | null;
  services?: ServiceSummary[] | null;
  left_services?: string[] | null;
  iteration?: number;
  messages?: number;
  tool_calls?: number;
  usage?: { prompt: number; completion: number; total: number } | null;
  will_retry?: boolean;
  in_ms?: number;
  provider?: string;
  try?: number;
  of?: number;
  from?: string;
  to?: string;
  reason?: string;
  tool?: string;
  args?: string;
  success?: boolean;
  output_bytes?: number;
  shown?: Passage[] | null;
  left?: number;
  truncated?: boolean;
  role?: string;
  preview?: string;
  text?: string;
  thinking?: string;
  ask?: string;
  field?: string;
  value?: string;
  won?: boolean;
  sent_back?: boolean;
  rule?: string;
  evidence?: string;
  stopped?: boolean;
  calls?: number;
  limit?: number;
  recorded?: boolean;
  tokens_before?: number;
  tokens_after?: number;
  /** What a run came to, at its end; what a part of a conversation became, as text. */
  summary?: string | RunSummary | null;
  profile?: string;
  used?: number;
  window?: number;
  estimated?: boolean;
  segments?: { name: string; used: number; limit: number }[] | null;
  tokens?: number;
  model?: string;
  hits?: number;
  misses?: number;
  entries?: number;
  bytes?: number;
}

/** What a run came to: times in milliseconds, `iterations` are requests to a model. */
export interface RunSummary {
  language: string;
  build_system: string;
  confidence: number;
  iterations: number;
  total_tool_calls: number;
  cached_tool_calls: number;
  total_duration_ms: number;
  llm_duration_ms: number;
  tool_duration_ms: number;
}

/** A language's part of the files that have an extension; without an id an extension alone. */
export interface LanguageShare {
  id?: string;
  name: string;
  files: number;
  percent: number;
}

/** A part of the repository that a tool has shown a model; without a path it is text alone. */
export interface Passage {
  path?: string;
  folder?: boolean;
  /** Of the text's first line, from 1. */
  line?: number;
  /** The line that was looked for. */
  match?: number;
  text?: string;
  /** Size of the whole file. */
  bytes?: number;
}

export interface ServiceSummary {
  path: string;
  name: string;
  language: string;
  framework?: string;
  confidence: number;
}
