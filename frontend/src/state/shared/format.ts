/** How ids, verdicts, times, sizes and confidences are written for a person. */
import type { Verdict } from "~/bridge/report";
import type { Standing } from "~/bridge/types";

const phases: Record<string, string> = {
  build_order: "build order",
  entrypoint: "start",
  native_deps: "packages",
  env_vars: "variables",
  assemble: "build plan",
};

export function phaseWords(id: string): string {
  return phases[id] ?? id.replaceAll("_", " ");
}

/** "port of apps/web", "classify". */
export function phaseOf(id: string, service?: string): string {
  return service && service !== "." ? `${phaseWords(id)} of ${service}` : phaseWords(id);
}

const languages: Record<string, string> = {
  typescript: "TypeScript",
  javascript: "JavaScript",
  csharp: "C#",
  fsharp: "F#",
  cpp: "C++",
  php: "PHP",
  ocaml: "OCaml",
  vb: "Visual Basic",
  html: "HTML",
  r: "R",
};

/** "healthy after 1.4 s" at the start of a line: "Healthy after 1.4 s". */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const lowercase = new Set("npm npx pnpm yarn pip uv git cargo make docker podman rustc javac esbuild".split(" "));

/** What stands as a sentence: "no port is known" becomes "No port is known."; names of files and programs stay as they are. */
export function sentence(words: string): string {
  const text = words.trim();
  const first = /^[a-z]+(?=[\s,;:']|$)/.exec(text)?.[0];
  const begun = first && !lowercase.has(first) ? capitalised(text) : text;
  return begun === "" || /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
}

export function languageWords(id: string): string {
  return languages[id] ?? capitalised(id);
}

const dotted = new Set(
  "typescript javascript python go rust java kotlin csharp cpp ruby php elixir swift scala shell".split(" "),
);

/** The token of a language's dot. */
export function languageColour(id: string): string {
  return `var(--c-lang-${dotted.has(id) ? id : "other"})`;
}

export function confidenceWord(value: number): string {
  return value >= 0.8 ? "High" : value >= 0.5 ? "Medium" : "Low";
}

/** 12 ms, 0.3 s, 41 s, 1 min 9 s. */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ""}`;
}

/** Decimal units, as image sizes are usually given. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = n / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? "TB"}`;
}

/** Memory, in the units in which it is sold: 1 GB is 1024³ bytes. The program writes it so, too. */
export function memory(n: number): string {
  const gb = n / 2 ** 30;
  return gb >= 1 ? `${Number.isInteger(gb) ? gb : gb.toFixed(1)} GB` : `${Math.floor(n / 2 ** 20)} MB`;
}

const day = 24 * 60 * 60_000;

/** 14:05 today, yesterday, Mon, 14 Nov, 14 Nov 2025. */
export function when(at: number, now: number): string {
  const then = new Date(at);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight) return clock(at);
  if (at >= midnight - day) return "yesterday";
  if (at >= midnight - 6 * day) return then.toLocaleDateString("en", { weekday: "short" });
  const date = `${then.getDate()} ${then.toLocaleDateString("en", { month: "short" })}`;
  return then.getFullYear() === new Date(now).getFullYear() ? date : `${date} ${then.getFullYear()}`;
}

/** The day and the time of a moment; of today the time alone. */
export function moment(at: number, seconds = false): string {
  const [day, time] = [when(at, Date.now()), clock(at, seconds)];
  return day === clock(at) ? time : `${day} ${time}`;
}

/** Just now, 12 min ago, 2 h ago, else as `when`. */
export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed < 60_000) return "just now";
  if (passed < 60 * 60_000) return `${Math.floor(passed / 60_000)} min ago`;
  if (passed < 6 * 60 * 60_000) return `${Math.floor(passed / 3_600_000)} h ago`;
  return when(at, now);
}

export function clock(at: number, seconds = false): string {
  const second = seconds ? ({ second: "2-digit" } as const) : {};
  return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...second });
}

/** 0:08, 12:40. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The last name of a path. */
export function baseName(path: string): string {
  return (
    path
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .at(-1) ?? path
  );
}

/** A service's name for a tab: its folder, or the project for the root. */
export function serviceName(path: string, project: string): string {
  return path === "." || path === "" ? project : baseName(path);
}

/** 1 file, 2 files. */
export function counted(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

/** A verdict beside other words, and what it says of a service: the command line's words (`prove.Verdict.Of`). */
const verdicts: Record<Verdict, { word: string; says: string }> = {
  proven: { word: "Proven", says: "is proven" },
  ran: { word: "Ran and ended", says: "ran and ended by itself" },
  incomplete: { word: "Not fully tried", says: "answers, but was not fully tried" },
  failed: { word: "Proof failed", says: "failed its proof" },
  stopped: { word: "Proof stopped", says: "was stopped before its proof ended" },
  not_built: { word: "Not built", says: "was not built" },
};

const standings: Record<Exclude<Standing, Verdict>, string> = {
  "": "Not proven yet",
  running: "Proving",
  stale: "Proof out of date",
  part: "Proven in part",
};

export const standingWord = (state: Standing) =>
  state in standings ? standings[state as keyof typeof standings] : verdictWord(state as Verdict);

export const verdictWord = (verdict: Verdict) => verdicts[verdict].word;
export const verdictTitle = (verdict: Verdict, name: string) => `${name} ${verdicts[verdict].says}`;
