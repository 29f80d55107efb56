import { For, onMount, Show } from "solid-js";
import type { UnderWay } from "~/bridge/types";
import { useApp } from "~/state/app";
import { activityScreens, activityWords } from "~/state/frame/activity";
import { createClock } from "~/state/shared/clock";
import { elapsed } from "~/state/shared/format";
import { DownloadRow } from "~/parts/DownloadRow";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

/** What runs right now in any project, and what is downloaded, each with a way to it and a way to stop it. */
export function RunningList() {
  const app = useApp();
  const { activity } = app;
  onMount(() => void activity.load());
  const some = () => activity.rows.length > 0 || app.downloads.rows.length > 0;
  const now = createClock(some);
  const open = (one: UnderWay) => {
    if (one.opens) void activity.openPreview(one);
    else void app.openRun(one.run_id, activityScreens[one.kind]);
  };
  return (
    <Show when={some() || activity.fault()}>
      <section class="mt-5" aria-label="Running">
        <h2 class="pb-2 text-title font-semibold text-strong">Running</h2>
        <Show when={activity.fault()}>{(fault) => <ErrorCard fault={fault()} />}</Show>
        <ul class="border-t border-line">
          <For each={activity.rows}>
            {(one) => (
              <li class="flex min-h-9 items-center gap-2.5 border-b border-line px-2.5">
                <Icon name={one.ready ? "play" : "loader"} class={one.ready ? "text-success" : "text-accent"} />
                <span class="cut flex-1 font-medium text-strong">{activityWords(one)}</span>
                <span class="text-muted tabular-nums">{elapsed(now() - one.started_at)}</span>
                <Button small onClick={() => open(one)}>
                  Open
                </Button>
                <Button
                  small
                  icon="circle-stop"
                  busy={activity.stopping(one)}
                  onClick={() => void activity.stop({ ...one })}
                >
                  Stop
                </Button>
              </li>
            )}
          </For>
          <For each={app.downloads.rows}>
            {(row) => (
              <li class="border-b border-line">
                <DownloadRow row={row} />
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
