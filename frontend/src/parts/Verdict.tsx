import { Show } from "solid-js";
import type { Verdict } from "~/bridge/report";
import { verdictWord } from "~/state/words";
import { Icon, type IconName } from "~/ui/Icon";

/** Green is what was seen to succeed; what was cut off or not tried has no colour. */
const marks: Record<Verdict, [IconName, string]> = {
  proven: ["circle-check", "text-success"],
  ran: ["square-check", "text-success"],
  incomplete: ["circle-alert", "text-warning"],
  failed: ["circle-x", "text-danger"],
  stopped: ["circle-stop", "text-muted"],
  not_built: ["circle-slash", "text-muted"],
};

export const verdictIcon = (verdict: Verdict) => marks[verdict][0];
export const verdictTone = (verdict: Verdict) => marks[verdict][1];

/** How a proof ended. A loud warning takes the place of a mark that says all is well. */
export function VerdictMark(props: { verdict: Verdict | ""; loud: boolean }) {
  const warns = () => props.loud && (props.verdict === "proven" || props.verdict === "ran");
  return (
    <Show when={props.verdict || undefined}>
      {(verdict) => (
        <>
          <Icon
            name={warns() ? "alert" : verdictIcon(verdict())}
            class={warns() ? "text-warning" : verdictTone(verdict())}
          />
          <span class="sr-only">
            {verdictWord(verdict())}
            {warns() ? ", with a warning" : ""}
          </span>
        </>
      )}
    </Show>
  );
}
