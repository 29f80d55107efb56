import { Show } from "solid-js";
import type { Standing } from "~/bridge/types";
import { confidenceWord, languageColour, languageWords, standingWord } from "~/state/shared/format";
import { Bar } from "~/ui/Bar";
import { Icon, type IconName } from "~/ui/Icon";
import { standingMark } from "./Verdict";

/** The 8 px dot of a language. */
export function Dot(props: { language: string }) {
  return (
    <span class="inline-block size-2 shrink-0 rounded-full" style={{ background: languageColour(props.language) }} />
  );
}

export function Stack(props: { language: string; framework: string }) {
  return <>{[languageWords(props.language), props.framework].filter(Boolean).join(", ") || "not known"}</>;
}

export function Confidence(props: { value: number }) {
  return (
    <span class="inline-flex items-center gap-1.5 align-middle tabular-nums">
      <Bar part={props.value} tone={props.value >= 0.8 ? "ok" : props.value >= 0.5 ? "warn" : "danger"} />
      {confidenceWord(props.value)} <span class="text-muted">{props.value.toFixed(2)}</span>
    </span>
  );
}

export interface StateFact {
  icon: IconName;
  words: string;
  tone: string;
}

/** How a run stands, in an icon and a word. */
export function runFact(run: {
  state: string;
  proof?: Standing;
  loud?: boolean;
  services: number;
  folder_exists?: boolean;
}): StateFact {
  if (run.folder_exists === false) return { icon: "alert", words: "Folder not found", tone: "text-warning" };
  if (run.state === "running") return { icon: "loader", words: "Running", tone: "text-accent" };
  if (run.state === "failed") return { icon: "circle-x", words: "Analysis failed", tone: "text-danger" };
  if (run.state === "interrupted") return { icon: "alert", words: "Interrupted", tone: "text-warning" };
  if (run.state === "cancelled") return { icon: "circle-slash", words: "Stopped", tone: "text-muted" };
  if (!run.proof && run.services === 0) {
    return { icon: "circle-slash", words: "Nothing to deploy", tone: "text-muted" };
  }
  const [icon, tone] = standingMark(run.proof ?? "", run.loud ?? false);
  return { icon, words: standingWord(run.proof ?? ""), tone };
}

export function Fact(props: { fact: StateFact }) {
  return (
    <span class={`inline-flex items-center gap-1.5 align-middle ${props.fact.tone}`}>
      <Icon name={props.fact.icon} />
      {props.fact.words}
    </span>
  );
}

/** The head of a pane: a title and, muted, what is in it. */
export function PaneTitle(props: { title: string; detail?: string }) {
  return (
    <>
      <h2 class="cut shrink-[0.5] text-label font-semibold text-strong">{props.title}</h2>
      <Show when={props.detail}>
        <span class="cut text-label text-muted tabular-nums">{props.detail}</span>
      </Show>
    </>
  );
}

export const paneHead = "flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 min-w-0";
export const screenHead =
  "flex min-h-13 shrink-0 items-center gap-2 border-b border-line py-2 pr-3 pl-4 min-w-0 tight:flex-wrap";
/** A head whose tabs stand on its lower edge. */
export const tabsHead =
  "flex h-13 shrink-0 items-center gap-2 border-b border-line pr-3 pl-2 min-w-0 tight:h-auto tight:min-h-13 tight:flex-wrap tight:py-2";
