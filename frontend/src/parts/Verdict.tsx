import { Show } from "solid-js";
import type { Verdict } from "~/bridge/report";
import type { Standing } from "~/bridge/types";
import { standingWord } from "~/state/shared/format";
import { Icon, type IconName } from "~/ui/Icon";

/** Green is what was seen to succeed; what was cut off or not tried has no colour. */
const marks: Record<Standing, [IconName, string]> = {
  "": ["circle", "text-body"],
  running: ["loader", "text-accent"],
  proven: ["circle-check", "text-success"],
  ran: ["square-check", "text-success"],
  incomplete: ["circle-alert", "text-warning"],
  part: ["circle-alert", "text-warning"],
  stale: ["history", "text-warning"],
  failed: ["circle-x", "text-danger"],
  stopped: ["circle-stop", "text-muted"],
  not_built: ["circle-slash", "text-muted"],
};

export const verdictIcon = (verdict: Verdict) => marks[verdict][0];

/** The icon of a verdict, and its colour. A loud warning takes the place of one that says all is well. */
export function standingMark(state: Standing, loud: boolean): [IconName, string] {
  return loud && (state === "proven" || state === "ran") ? ["alert", "text-warning"] : marks[state];
}

/** How a proof ended, or a plan stands; nothing where nothing was proved. */
export function VerdictMark(props: { verdict: Standing; loud: boolean }) {
  const mark = () => standingMark(props.verdict, props.loud);
  return (
    <Show when={props.verdict}>
      <Icon name={mark()[0]} class={mark()[1]} />
      <span class="sr-only">
        {standingWord(props.verdict)}
        {mark()[0] === "alert" ? ", with a warning" : ""}
      </span>
    </Show>
  );
}
