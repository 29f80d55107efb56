import { useApp } from "~/state/app";
import type { Replay } from "~/state/run/replay";
import { clock } from "~/state/shared/format";
import { Band } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";

/** The controls of a recorded run. */
export function ReplayBand(props: { replay: Replay }) {
  const app = useApp();
  const replay = () => props.replay;
  app.commands.offer([
    { id: "replay.toggle", title: "Play or pause", group: "Run", keys: " ", run: () => replay().toggle() },
    { id: "replay.next", title: "Next event", group: "Run", keys: "ArrowRight", run: () => replay().step(1) },
    { id: "replay.previous", title: "Previous event", group: "Run", keys: "ArrowLeft", run: () => replay().step(-1) },
    { id: "replay.end", title: "End the replay", group: "Run", keys: "Escape", run: () => app.endReplay() },
  ]);
  return (
    <Band
      tone="info"
      icon="history"
      actions={
        <div class="flex items-center gap-1.5">
          <IconButton icon="step-back" label="Previous event" keys={["←"]} onClick={() => replay().step(-1)} />
          <IconButton
            icon={replay().playing() ? "pause" : "play"}
            label={replay().playing() ? "Pause" : "Play"}
            keys={["Space"]}
            onClick={() => replay().toggle()}
          />
          <IconButton icon="step-forward" label="Next event" keys={["→"]} onClick={() => replay().step(1)} />
          <Segmented
            label="Speed"
            options={[
              { id: "1", label: "1×" },
              { id: "4", label: "4×" },
            ]}
            value={String(replay().speed())}
            onPick={(id) => replay().at(id === "4" ? 4 : 1)}
          />
          <Button small keys={["Esc"]} onClick={app.endReplay}>
            End
          </Button>
        </div>
      }
    >
      <div class="flex items-center gap-3">
        <span class="whitespace-nowrap">
          <strong class="text-strong">Recording</strong> of {clock(replay().info.startedAt)}
        </span>
        <input
          type="range"
          aria-label="Position in the recording"
          class="h-1 min-w-24 flex-1 accent-(--c-accent-fill)"
          min={0}
          max={replay().length}
          value={replay().position()}
          onInput={(event) => {
            replay().pause();
            replay().seek(event.currentTarget.valueAsNumber);
          }}
        />
        <span class="w-20 text-label text-muted tabular-nums">
          {replay().position()} of {replay().length}
        </span>
      </div>
    </Band>
  );
}
