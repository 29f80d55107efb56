/**
 * What crosses from Go, as the generated bindings have it. Only what they cannot say is written here: words in place
 * of any text, and the events of a run. Times are Unix milliseconds.
 */
import type { Verdict } from "./report";
import type { main, settings } from "./wailsjs/go/models";

export type BuilderInfo = main.BuilderInfo;
export type Cause = main.Cause;
export type Cost = main.Cost;
export type Diagnostics = main.Diagnostics;
export type Download = main.DownloadRow;
export type DockerfileText = main.DockerfileText;
export type ExportFile = main.ExportFile;
export type FieldDiff = main.FieldDiff;
export type FileText = main.FileText;
export type FolderInfo = main.FolderInfo;
export type Hardware = main.HardwareInfo;
export type LintFinding = main.LintFinding;
export type ModelChoice = main.ModelChoiceInfo;
export type ModelFile = main.ModelFile;
export type ModelFiles = main.ModelFiles;
export type ModelInfo = main.ModelInfo;
export type ModelTest = main.ModelTest;
export type OnboardingInfo = main.Onboarding;
export type Notice = main.Notice;
export type Problem = main.Problem;
export type ProofRow = Omit<main.ProofRow, "verdict"> & { verdict: Verdict | "running" };
export type ProofVariable = main.ProofVariable;
export type ProviderInfo = main.ProviderInfo;
export type SentPrompt = main.SentPrompt;
export type Sample = main.Sample;
export type ServiceState = main.ServiceState;
export type Settings = settings.Settings;
export type StartInfo = main.StartInfo;
export type TreeNode = main.Node;

export type RunState = "running" | "completed" | "failed" | "cancelled";

/** `report` is there for defects only. */
export type Fault = Omit<main.Fault, "report"> & { report?: string };

export type ExportResult = main.ExportResult & { state: "written" | "kept" | "same" | "failed" };
export type RunRow = main.RunRow & { state: RunState; proof: "" | Verdict };
export type HistoryPage = Omit<main.HistoryPage, "runs"> & { runs: RunRow[] };
export type ServiceDiff = main.ServiceDiff & { state: "same" | "changed" | "added" | "removed" };
export type Snapshot = Omit<main.Snapshot, "state" | "events" | "error"> & {
  state: RunState;
  events: Stamped[];
  error?: Fault | null;
};

/** One event of a run; `event` is flat and depends on `type`. */
export type Stamped = Omit<main.EventRow, "event"> & { event: EventBody };

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
  services?: ServiceSummary[] | null;
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
  tokens_before?: number;
  tokens_after?: number;
  summary?: unknown;
  profile?: string;
  used?: number;
  window?: number;
  estimated?: boolean;
  segments?: { name: string; used: number; limit: number }[] | null;
  tokens?: number;
  model?: string;
}

export interface ServiceSummary {
  path: string;
  name: string;
  language: string;
  framework?: string;
  confidence: number;
}
