import { createSignal, For, Show } from "solid-js";
import { DownloadRow } from "~/parts/DownloadRow";
import { useApp } from "~/state/app";
import { activityScreens, activityWords } from "~/state/frame/activity";
import { counted } from "~/state/shared/format";
import { Bar } from "~/ui/Bar";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Popover } from "~/ui/Overlay";

/** What goes on anywhere in the program: analyses, proofs, measurements of models, downloads. */
export function Jobs() {
  const app = useApp();
  const [open, setOpen] = createSignal(false);
  const { activity } = app;
  /** A preview that stands there is none: nothing is waited for. */
  const running = () => activity.rows.filter((one) => !one.ready);
  const jobs = () => running().length + Number(app.measurements.busy()) + app.downloads.active();
  const failed = () => app.downloads.rows.some((one) => one.state === "failed");
  return (
    <Popover
      open={open()}
      onOpen={setOpen}
      label="Jobs"
      triggerLabel={counted(jobs(), "job")}
      triggerClass="flex h-5 items-center gap-1.25 rounded-mark px-1.75 whitespace-nowrap hover:bg-hover"
      trigger={
        <>
          <Icon name={failed() ? "alert" : "list-checks"} size="xs" class={failed() ? "text-warning" : ""} />
          <b class="font-medium text-body">{counted(jobs(), "job")}</b>
          <Show when={app.downloads.rows.find((one) => one.state === "downloading")}>
            {(row) => <Bar part={row().done / Math.max(1, row().total)} class="w-12" />}
          </Show>
        </>
      }
    >
      {(close) => (
        <div class="py-1.5">
          <Show when={jobs() === 0 && app.downloads.rows.length === 0}>
            <p class="px-3.5 py-1.5 text-muted">Nothing is running.</p>
          </Show>
          <For each={running()}>
            {(one) => (
              <Job
                title={activityWords(one)}
                onOpen={() => (close(), void app.openRun(one.run_id, activityScreens[one.kind]))}
              />
            )}
          </For>
          <Show when={app.measurements.current()}>
            {(one) => (
              <Job
                title={`Measuring ${one().model}: ${app.measurements.progress(one().provider, one().model)}`}
                onOpen={() => (close(), app.navigation.go("settings"))}
              />
            )}
          </Show>
          <For each={app.downloads.rows}>{(row) => <DownloadRow row={row} />}</For>
        </div>
      )}
    </Popover>
  );
}

function Job(props: { title: string; onOpen: () => void }) {
  return (
    <div class="flex min-h-9 items-center gap-2.5 px-3.5">
      <Icon name="loader" />
      <span class="cut flex-1 font-medium text-strong">{props.title}</span>
      <Button small look="ghost" onClick={() => props.onOpen()}>
        Show
      </Button>
    </div>
  );
}
