import { For, Show } from "solid-js";
import type { StreamRow } from "~/state/run/streamRow";
import type { Place } from "~/state/frame/view";
import { duration } from "~/state/shared/format";
import { Passages } from "~/parts/Passages";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<StreamRow["tone"], [IconName, string]> = {
  plain: ["info", "text-muted"],
  ok: ["circle-check", "text-success"],
  warn: ["alert", "text-warning"],
  danger: ["circle-x", "text-danger"],
  running: ["circle-dashed", "text-muted"],
};

/** One line of the stream, and what is behind it when it is open. */
export function StreamCard(props: {
  row: StreamRow;
  current: boolean;
  open: boolean;
  raw: boolean;
  onToggle: () => void;
  onOpen: (place: Place) => void;
}) {
  const details = () =>
    props.raw
      ? props.row.events.map((one) => JSON.stringify(one))
      : props.row.details.length > 0
        ? props.row.details
        : [props.row.result];
  return (
    <div
      class="border-b border-line"
      classList={{
        "bg-warning-soft": props.row.tone === "warn",
        "bg-danger-soft": props.row.tone === "danger",
        "bg-hover": props.current && props.row.tone !== "warn" && props.row.tone !== "danger",
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={props.open}
        class="grid min-h-8 w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-2.25 px-3 text-left"
        onClick={() => props.onToggle()}
      >
        <Icon name={icons[props.row.tone][0]} class={icons[props.row.tone][1]} />
        <span class="cut">
          <span class="font-medium text-strong">{props.row.title}</span>{" "}
          <span class="text-muted">{props.row.service}</span> <span class="code text-body">{props.row.result}</span>
        </span>
        <span class="text-label whitespace-nowrap text-muted tabular-nums">
          {props.row.type.startsWith("phase.") && props.row.tone === "ok" ? duration(props.row.durationMs) : ""}
        </span>
      </button>
      <Show when={props.open}>
        <div class="selectable pr-3 pb-2 pl-9.25 code text-muted">
          <Show
            when={props.row.shown.length > 0 && !props.raw}
            fallback={<For each={details()}>{(line) => <p class="break-all whitespace-pre-wrap">{line}</p>}</For>}
          >
            <Passages shown={props.row.shown} left={props.row.left} onOpen={props.onOpen} />
          </Show>
        </div>
      </Show>
    </div>
  );
}
