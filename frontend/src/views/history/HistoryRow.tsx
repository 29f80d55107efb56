import { Show } from "solid-js";
import type { RunRow } from "~/bridge/types";
import { settled } from "~/state/proof/verdict";
import { clock, counted, duration, moment, when } from "~/state/shared/format";
import { Dot, Fact, runFact, Stack } from "~/parts/Facts";
import { Button, IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Check } from "~/ui/Input";

const columns =
  "grid grid-cols-[1.5rem_5.5rem_minmax(7rem,1fr)_9rem_minmax(8rem,1fr)_9.5rem_6rem_9.5rem] items-center gap-3 px-3 slim:grid-cols-[1.5rem_4.5rem_minmax(5rem,1fr)_8.5rem_minmax(5rem,1fr)_9rem_4rem_8.5rem] tight:grid-cols-[1.5rem_4.5rem_minmax(5rem,1fr)_8.5rem_8.5rem]";

/** What the columns of the list hold. */
export function HistoryHead() {
  return (
    <div
      class={`${columns} h-6.5 shrink-0 border-b border-line bg-sunken text-mark font-medium text-muted`}
      aria-hidden="true"
    >
      <span />
      <span>When</span>
      <span>Project</span>
      <span>State</span>
      <span class="tight:hidden">Stack</span>
      <span class="tight:hidden">Found</span>
      <span class="text-right tight:hidden">Time</span>
      <span />
    </div>
  );
}

/** One run of the history. */
export function HistoryRow(props: {
  run: RunRow;
  current: boolean;
  chosen: boolean;
  onCurrent: () => void;
  onChoose: () => void;
  onOpen: () => void;
  onReplay: () => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  /** How sure the plan was; a proof says it in the row's state in place of that guess. */
  const found = () => {
    const { services, confidence, proof } = props.run;
    if (services === 0) return "";
    return counted(services, "service") + (settled(proof) ? "" : `, ${confidence.toFixed(2)}`);
  };
  return (
    <div
      role="listitem"
      class={`${columns} group h-8 border-b border-line whitespace-nowrap`}
      classList={{
        "bg-selection": props.chosen,
        "bg-hover": props.current && !props.chosen,
        "hover:bg-hover": !props.current,
      }}
      onClick={() => props.onCurrent()}
      onDblClick={(event) => {
        // Two quick clicks on the box or a button mean just that.
        if (event.target instanceof Element && !event.target.closest("label,button")) props.onOpen();
      }}
    >
      <Check
        hidden
        tabIndex={-1}
        label={`Choose the run of ${props.run.name}, ${clock(props.run.started_at)}`}
        checked={props.chosen}
        onChange={() => props.onChoose()}
      />
      <span class="text-muted tabular-nums">{when(props.run.started_at, Date.now())}</span>
      <span class="flex min-w-0 items-center gap-2" title={props.run.path}>
        <Dot language={props.run.language} />
        <span class="cut font-medium text-strong">{props.run.name}</span>
        <Show when={props.run.imported_at > 0}>
          <span class="shrink-0" title={`Imported ${moment(props.run.imported_at)}`}>
            <Chip>imported</Chip>
          </span>
        </Show>
        <Show when={props.run.edited}>
          <Icon name="pencil" size="xs" class="text-accent" />
          <span class="sr-only">edited</span>
        </Show>
      </span>
      <Fact fact={runFact({ ...props.run, folder_exists: true })} />
      <span class="cut text-muted tight:hidden">
        <Show when={props.run.services > 0}>
          <Stack language={props.run.language} framework={props.run.framework} />
        </Show>
      </span>
      <span class="flex items-center gap-1.5 text-muted tabular-nums tight:hidden">
        {found()}
        <Show when={props.run.rules_alone}>
          {(why) => (
            <span title={`Rules only: ${why()}`}>
              <Show when={props.run.services > 0} fallback={<span aria-hidden="true">rules only</span>}>
                <Icon name="alert" size="xs" class="text-warning" />
              </Show>
              <span class="sr-only">rules only: {why()}</span>
            </span>
          )}
        </Show>
      </span>
      <span class="text-right text-muted tabular-nums tight:hidden">
        {props.run.state === "interrupted" ? "" : duration(props.run.duration_ms)}
      </span>
      <span class="flex justify-end gap-0.5 group-hover:visible" classList={{ invisible: !props.current }}>
        <Button small icon="play" onClick={() => props.onReplay()}>
          Replay
        </Button>
        <IconButton icon="download" label="Export this run" onClick={() => props.onExport()} />
        <IconButton icon="trash" label="Delete" keys={["Del"]} onClick={() => props.onDelete()} />
      </span>
    </div>
  );
}
