import { Show } from "solid-js";
import type { Download } from "~/bridge/types";
import { useApp } from "~/state/app";
import { progressWords } from "~/state/models/downloads";
import { bytes } from "~/state/shared/format";
import { Bar } from "~/ui/Bar";
import { IconButton } from "~/ui/Button";

/** A download, wherever it is shown. */
export function DownloadRow(props: { row: Download }) {
  const app = useApp();
  const { downloads } = app;
  const is = (...states: string[]) => states.includes(props.row.state);
  const tone = () => (is("failed") ? "danger" : is("stalled", "waiting") ? "warn" : is("done") ? "ok" : "accent");
  return (
    <div class="px-3.5 py-1.5">
      <div class="flex items-center gap-1.5">
        <span class="cut flex-1 font-medium text-strong">{props.row.name}</span>
        <Show when={is("downloading", "stalled", "waiting", "queued", "checking")}>
          <IconButton icon="pause" label="Pause" onClick={() => void downloads.pause(props.row.id)} />
        </Show>
        <Show when={is("paused", "failed")}>
          <IconButton icon="play" label="Resume" onClick={() => void downloads.download(props.row.id)} />
        </Show>
        <Show
          when={is("done", "failed", "elsewhere")}
          fallback={
            <IconButton
              icon="x"
              label={is("copying") ? "Stop copying" : "Cancel the download"}
              onClick={() => void downloads.cancel(props.row.id)}
            />
          }
        >
          <IconButton icon="x" label="Remove from list" onClick={() => void downloads.dismiss(props.row.id)} />
        </Show>
      </div>
      <Bar part={props.row.done / Math.max(1, props.row.total)} tone={tone()} class="w-full" />
      <p
        class={`pt-1 text-label tabular-nums first-letter:uppercase ${is("failed") ? "text-danger" : is("stalled") ? "text-warning" : "text-muted"}`}
      >
        {progressWords(props.row, bytes)}
      </p>
      <Show when={props.row.error?.hint}>
        {(hint) => <p class="text-label text-muted first-letter:uppercase">{hint()}</p>}
      </Show>
    </div>
  );
}
