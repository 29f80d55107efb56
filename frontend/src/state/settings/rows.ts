import { historyLimits, limitGroups, shownToModel } from "./limits";

/** A row of the settings: the section it stands in, and what its control is called. */
export interface SettingRow {
  section: string;
  title: string;
  says: string;
}

export const sections = [
  { id: "general", title: "General", says: "how the window looks, and where proofs run" },
  { id: "providers", title: "Providers", says: "who answers, in which order" },
  { id: "models", title: "Models", says: "what this computer can run" },
  { id: "hardware", title: "Hardware", says: "what was found, and what is used of it" },
  { id: "ignored", title: "Ignored folders", says: "ignored in addition to the defaults" },
  { id: "limits", title: "Limits", says: "where a run stops by itself" },
  { id: "tools", title: "Tool servers", says: "programs whose tools the agent may call" },
  { id: "learning", title: "Learning", says: "what repairs have taught" },
  { id: "data", title: "Data", says: "what is kept, and where" },
  { id: "diagnostics", title: "Diagnostics", says: "for a problem report" },
  { id: "shortcuts", title: "Shortcuts", says: "every key" },
] as const;

/** Every row that can be looked for by its name. */
export const settingRows: readonly SettingRow[] = [
  { section: "general", title: "Theme", says: "light, dark or high contrast" },
  { section: "general", title: "Zoom", says: "everything grows with it" },
  { section: "general", title: "Reduced motion", says: "no animation, even where the system allows it" },
  { section: "general", title: "Builder", says: "the address of the BuildKit that proves" },
  { section: "providers", title: "Analysis", says: "what a model is asked for: rules only, or a model" },
  { section: "providers", title: "Provider", says: "which one answers: its key, its model, its address" },
  { section: "providers", title: "When it fails", says: "which one is asked instead" },
  {
    section: "diagnostics",
    title: "Use recorded answers",
    says: "a model's earlier answers about a folder are reused",
  },
  { section: "ignored", title: "Folder to ignore", says: "ignored wherever it is" },
  { section: "ignored", title: "Folder to read anyway", says: "even if it looks generated" },
  ...historyLimits.map(({ title, says }) => ({ section: "data", title, says })),
  {
    section: "tools",
    title: "Name of the server",
    says: "set up an MCP server, its command line or address and its secret",
  },
  { section: "learning", title: "Learn from repairs", says: "use what helped with the same failure before" },
  { section: "data", title: "Backup", says: "a copy of the history and the settings in one file" },
  { section: "data", title: "Clear history", says: "delete every run for good" },
  { section: "ignored", title: "Files that Git ignores", says: "also read what .gitignore excludes" },
  ...limitGroups.flatMap((group) =>
    group.limits.map(({ title, says }) => ({ section: "limits", title, says: `${group.title}: ${says}` })),
  ),
  ...shownToModel.map(({ title, says }) => ({ section: "limits", title, says })),
];

/** The rows, and the sections by their names, in which every word of the question stands. */
export function searchSettings(question: string): SettingRow[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const all = [...sections.map(({ id, title, says }) => ({ section: id, title, says })), ...settingRows];
  return all.filter((row) => {
    const text = `${row.title} ${row.says}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
