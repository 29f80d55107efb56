import type { EventBody, LanguageShare } from "~/bridge/types";
import { languageColour } from "~/state/shared/format";

/** What the walk through the folder counted. */
export interface Repository {
  languages: LanguageShare[];
  /** The commonest extensions that no language claims. */
  unknown: LanguageShare[];
  others: number;
  keyDirs: { path: string; purpose: string }[];
  workspaces: string[];
  /** Folders that were not looked into, and why; those that go by a tool's own name are not named. */
  leftOut: { path: string; why: string }[];
  /** What the project was taken for at first sight; undefined where nothing was. */
  guess: Guess | undefined;
  /** The parts of the scan, in their order; none of runs of older versions. */
  steps: { name: string; words: string; result: string; ms: number }[];
}

export interface Guess {
  words: string;
  reason: string;
  confidence: number;
  /** From .90 on it is hardly checked, from .70 on it is; below it is a mere guess. */
  tone: "ok" | "info" | "warn";
}

const stepWords: Record<string, string> = {
  walk: "Walk through the folder",
  key_dirs: "Folders by name",
  names: "Manifests and languages",
  manifests: "Read the manifests",
  suggestion: "First guess",
};

const guessOf = (one: NonNullable<EventBody["guess"]>): Guess => ({
  words: [one.language, one.build_system].filter(Boolean).join(", "),
  reason: one.reason ?? "",
  confidence: one.confidence,
  tone: one.confidence >= 0.9 ? "ok" : one.confidence >= 0.7 ? "info" : "warn",
});

export function repositoryOf(event: EventBody): Repository {
  return {
    languages: [...(event.languages ?? [])],
    unknown: [...(event.unknown ?? [])],
    others: event.others ?? 0,
    keyDirs: [...(event.key_dirs ?? [])],
    workspaces: [...(event.workspaces ?? [])],
    leftOut: [...(event.left_out ?? [])],
    guess: event.guess ? guessOf(event.guess) : undefined,
    steps: (event.steps ?? []).map((one) => ({
      name: one.name,
      words: stepWords[one.name] ?? one.name,
      result: one.result ?? "",
      ms: one.duration_us / 1000,
    })),
  };
}

export interface Segment {
  name: string;
  colour: string;
  percent: number;
  /** What the segment is made of. */
  title: string;
}

/** How many languages the bar tells apart. */
const most = 5;

/** The parts of the language bar: the commonest languages, and all else as one. They add up to 100. */
export function segments(repository: Repository): Segment[] {
  const known = repository.languages.slice(0, most);
  const rest = repository.languages.slice(most);
  const files = [...repository.languages, { files: repository.others }].reduce((sum, one) => sum + one.files, 0);
  if (files === 0) return [];
  const list = known.map((one) => ({
    name: one.name,
    colour: languageColour(one.id ?? ""),
    percent: one.percent,
    title: `${one.name}: ${one.files.toLocaleString("en")} files`,
  }));
  const left = repository.others + rest.reduce((sum, one) => sum + one.files, 0);
  if (left > 0) {
    list.push({
      name: "Other",
      colour: languageColour(""),
      percent: (100 * left) / files,
      title: ["Other:", ...[...rest, ...repository.unknown].map((one) => `${one.name} ${one.files}`)].join(" "),
    });
  }
  return list;
}

/** 72 %; less than half a per cent is said as such. */
export function percentWord(percent: number): string {
  return percent < 0.5 ? "< 1 %" : `${Math.round(percent)} %`;
}
