import { Show, type JSX } from "solid-js";
import { Icon, type IconName } from "./Icon";

export type Tone = "plain" | "outline" | "ok" | "warn" | "danger" | "evidence" | "accent" | "info";

const tones: Record<Tone, string> = {
  plain: "bg-active text-body",
  outline: "text-muted inset-ring inset-ring-line-strong",
  ok: "bg-success-soft text-success",
  warn: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  evidence: "bg-evidence-soft text-evidence",
  accent: "bg-accent-soft text-accent",
  info: "bg-info-soft text-info",
};

/** A fact about the thing beside it. */
export function Chip(props: { tone?: Tone; icon?: IconName; mono?: boolean; children: JSX.Element }) {
  return (
    <span
      class={`chip inline-flex h-5 shrink-0 items-center gap-1 rounded-mark px-1.5 text-mark font-medium whitespace-nowrap ${tones[props.tone ?? "plain"]} ${props.mono ? "font-mono" : ""}`}
    >
      <Show when={props.icon}>{(name) => <Icon name={name()} size="xs" />}</Show>
      {props.children}
    </span>
  );
}

/** A count. */
export function Badge(props: { tone?: "plain" | "accent" | "danger"; children: JSX.Element }) {
  const tone = () =>
    ({
      plain: "bg-active text-body",
      accent: "bg-accent-fill text-on-accent",
      danger: "bg-danger-fill text-on-danger",
    })[props.tone ?? "plain"];
  return (
    <span class={`inline-block h-4 min-w-4 rounded-full px-1 text-center text-mark font-medium tabular-nums ${tone()}`}>
      {props.children}
    </span>
  );
}
