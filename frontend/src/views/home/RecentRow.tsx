import { Show } from "solid-js";
import type { RunRow } from "~/bridge/types";
import { useApp } from "~/state/app";
import { settled } from "~/state/proof/verdict";
import { ago, counted } from "~/state/shared/format";
import { Confidence, Dot, Fact, runFact, Stack } from "~/parts/Facts";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

export const cell = "h-8 border-b border-line px-2.5 whitespace-nowrap";

/** One project: what it is, how it stands, and what can be done with it. */
export function RecentRow(props: {
  run: RunRow;
  current: boolean;
  onCurrent: () => void;
  onOpen: () => void;
  onPin: () => void;
  onForget: () => void;
}) {
  const app = useApp();
  const stop = () => (props.current ? 0 : -1);
  return (
    <tr
      tabIndex={stop()}
      class="group inset-focus"
      classList={{ "bg-selection": props.current, "hover:bg-hover": !props.current }}
      onFocusIn={() => props.onCurrent()}
      onClick={() => props.onCurrent()}
      onDblClick={() => props.onOpen()}
    >
      <td class={cell}>
        <span class="flex max-w-56 items-center gap-2">
          <Dot language={props.run.language} />
          <button
            type="button"
            tabIndex={-1}
            class="cut font-medium text-strong hover:underline"
            title={props.run.path}
            onClick={() => props.onOpen()}
          >
            {props.run.name}
          </button>
          <Show when={props.run.pinned}>
            <Icon name="pin" size="xs" class="text-accent" />
            <span class="sr-only">pinned</span>
          </Show>
        </span>
      </td>
      <td class={`${cell} max-w-56 cut text-muted`}>
        <Show when={props.run.folder_exists} fallback={<span class="code">{props.run.path}</span>}>
          <Stack language={props.run.language} framework={props.run.framework} />
        </Show>
      </td>
      <td class={`${cell} text-muted tabular-nums`}>
        {props.run.services > 0 ? counted(props.run.services, "service") : ""}
      </td>
      <td class={cell}>
        <Fact fact={runFact(props.run)} />
      </td>
      <td class={cell}>
        <Show when={props.run.services > 0}>
          <Show when={settled(props.run.proof)} fallback={<Confidence value={props.run.confidence} />}>
            <span class="text-muted">by proof</span>
          </Show>
        </Show>
      </td>
      <td class={`${cell} text-muted tabular-nums`}>{ago(props.run.started_at, Date.now())}</td>
      <td class={`${cell} w-56 text-right`}>
        <span
          class="inline-flex items-center gap-1 group-hover:visible"
          classList={{ invisible: !props.current && props.run.folder_exists }}
        >
          <Show
            when={props.run.folder_exists}
            fallback={
              <Button small onClick={() => void app.opening.pick()}>
                Locate
              </Button>
            }
          >
            <Button small onClick={() => props.onOpen()} tabIndex={stop()}>
              Open
            </Button>
            <IconButton
              icon="container"
              label="Prove"
              keys={["P"]}
              tabIndex={stop()}
              disabled={props.run.services === 0}
              onClick={() => void app.openRun(props.run.id, "prove")}
            />
            <IconButton
              icon="reset"
              label="Analyse again"
              keys={["R"]}
              tabIndex={stop()}
              onClick={() => void app.opening.analyse(props.run.path)}
            />
          </Show>
          <IconButton
            icon="pin"
            label={props.run.pinned ? "Unpin" : "Pin to the top"}
            keys={["T"]}
            tabIndex={stop()}
            onClick={() => props.onPin()}
          />
          <IconButton icon="trash" label="Forget" keys={["Del"]} tabIndex={stop()} onClick={() => props.onForget()} />
        </span>
      </td>
    </tr>
  );
}
