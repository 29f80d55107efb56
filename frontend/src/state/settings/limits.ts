import type { Settings } from "~/bridge/types";

/** The settings that are numbers. */
type Name = { [K in keyof Settings]: Settings[K] extends number ? K : never }[keyof Settings];

export interface Limit {
  name: Name;
  title: string;
  says: string;
  unit?: string;
  zero?: string;
  least: number;
  most: number;
}

/** The limit that a scan met, by the reason of its being partial; another reason is mended in the folder. */
const metByScan: Record<string, Name> = {
  max_files_reached: "max_files",
  max_depth_reached: "max_depth",
  timeout: "scan_timeout_s",
};

/** The limit that has to be raised for a partial scan to see more, if one. */
export function limitOfScan(reason: string): Limit | undefined {
  const name = metByScan[reason];
  return limitGroups.flatMap((group) => group.limits).find((limit) => limit.name === name);
}

/** Every limit with its bounds, which backend/base/settings checks as well. */
export const limitGroups: { title: string; limits: Limit[] }[] = [
  {
    title: "Scan",
    limits: [
      { name: "max_files", title: "Files", says: "stops the scan and says so", least: 100, most: 5_000_000 },
      { name: "max_depth", title: "Depth", says: "folders below the root", least: 1, most: 100 },
      {
        name: "scan_timeout_s",
        title: "Scan time",
        says: "what was seen by then is used",
        unit: "s",
        least: 1,
        most: 600,
      },
    ],
  },
  {
    title: "Files",
    limits: [
      { name: "max_file_kb", title: "Size", says: "larger files are not read", unit: "KiB", least: 16, most: 65_536 },
      {
        name: "max_line_length",
        title: "Line length",
        says: "longer lines are cut",
        unit: "bytes",
        least: 200,
        most: 100_000,
      },
      {
        name: "binary_bytes",
        title: "Text or binary",
        says: "at a file's beginning decide",
        unit: "bytes",
        least: 512,
        most: 65_536,
      },
    ],
  },
  {
    title: "Analysis",
    limits: [
      { name: "timeout_s", title: "Time", says: "for one analysis, all phases", unit: "s", least: 5, most: 3_600 },
    ],
  },
  {
    title: "Model",
    limits: [
      {
        name: "shown_manifests",
        title: "Manifests",
        says: "such as package.json, shown to it at the start",
        least: 1,
        most: 50,
      },
      {
        name: "manifest_kb",
        title: "Manifest size",
        says: "of each are read",
        unit: "KB",
        least: 1,
        most: 1024,
      },
      {
        name: "manifest_chars",
        title: "Manifest text",
        says: "of each are shown to it",
        unit: "characters",
        least: 200,
        most: 50_000,
      },
      {
        name: "top_unknown",
        title: "Unknown endings",
        says: "are named to it one by one",
        least: 0,
        most: 50,
      },
      {
        name: "unknown_warning",
        title: "Unknown files",
        says: "above this share it is told that aipack does not know the project's languages",
        unit: "%",
        least: 0,
        most: 100,
      },
      { name: "retries", title: "Retries", says: "before another provider is asked", least: 0, most: 10 },
      {
        name: "request_timeout_s",
        title: "Request timeout",
        says: "without any answer",
        unit: "s",
        least: 1,
        most: 600,
      },
      {
        name: "phase_timeout_s",
        title: "Phase timeout",
        says: "for all its questions",
        unit: "s",
        least: 1,
        most: 3_600,
      },
      { name: "max_tool_calls", title: "Tool calls", says: "per conversation", least: 1, most: 200 },
      {
        name: "max_context_tokens",
        title: "Context",
        says: "per question",
        unit: "tokens",
        least: 4_000,
        most: 2_000_000,
      },
      {
        name: "max_tool_result_tokens",
        title: "Tool result",
        says: "longer ones are cut",
        unit: "tokens",
        least: 100,
        most: 100_000,
      },
      { name: "max_file_lines", title: "File lines", says: "shown at a time", least: 10, most: 10_000 },
      {
        name: "summarize_after_turns",
        title: "Summary after",
        says: "older turns are summarised",
        unit: "turns",
        least: 1,
        most: 100,
      },
      {
        name: "max_turn_tokens",
        title: "Tokens of a turn",
        says: "of one question in Agent, aipack ask and change; it is said before it ends there, 0 means no limit",
        unit: "tokens",
        zero: "no limit",
        least: 0,
        most: 100_000_000,
      },
      {
        name: "monthly_cap_usd",
        title: "Monthly budget",
        says: "no cloud model is asked beyond it; 0 means no limit",
        unit: "$",
        zero: "no limit",
        least: 0,
        most: 100_000,
      },
    ],
  },
];

/** How much of the history is kept; it stands with the data. */
export const historyLimits: Limit[] = [
  {
    name: "keep_days",
    title: "Keep runs for",
    says: "Older ones are deleted for good when aipack starts; 0 keeps them forever",
    unit: "days",
    zero: "forever",
    least: 0,
    most: 3_650,
  },
  {
    name: "keep_mb",
    title: "Largest size",
    says: "The oldest runs are deleted for good when aipack starts, until the rest fits; 0 means no limit, otherwise 10 or more",
    unit: "MB",
    zero: "no limit",
    least: 0,
    most: 100_000,
  },
];

/** What a model is told of a folder at the start, each on or off. */
export const shownToModel = [
  { name: "read_contents", title: "Manifests' contents", says: "shown to it at the start; off: only their names" },
  { name: "suggest", title: "Suggestion", says: "what the files look like, told to it at the start" },
] as const;
