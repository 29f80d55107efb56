import { For } from "solid-js";
import type { Confidence } from "~/bridge/report";
import { Bar } from "~/ui/Bar";

const names: Record<string, string> = {
  plan: "Plan",
  checks: "Checks",
  known: "Known failure",
  complexity: "Size of the fixes",
  impact: "Services touched",
};

const levels: Record<Confidence["level"], string> = { high: "High", medium: "Medium", low: "Low" };

/** How sure the plan is after a proof, and what that is made of. */
export function ConfidenceBars(props: { confidence: Confidence }) {
  return (
    <>
      <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">
        Confidence after this proof: {levels[props.confidence.level]}, {props.confidence.overall.toFixed(2)}
      </h3>
      <ul class="max-w-[44rem] border-t border-line">
        <For each={props.confidence.factors}>
          {(factor) => (
            <li class="flex min-h-7 items-center gap-2 border-b border-line py-1">
              <span class="w-36 shrink-0 font-medium text-strong">{names[factor.name] ?? factor.name}</span>
              <span class="w-8 shrink-0 text-right text-strong tabular-nums">{factor.value.toFixed(2)}</span>
              <Bar part={factor.value} class="w-24 shrink-0" />
              <span class="min-w-0 break-words text-muted">
                {factor.why}; counts {Math.round(factor.weight * 100)} %
              </span>
            </li>
          )}
        </For>
      </ul>
    </>
  );
}
