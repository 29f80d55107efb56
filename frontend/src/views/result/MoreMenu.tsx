import { onMount } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { afterPaint } from "~/state/shared/async";
import { Icon } from "~/ui/Icon";
import { Menu, type MenuItem } from "~/ui/Overlay";

/** What is done to a result more seldom: another provider's opinion, a replay. */
export function MoreMenu() {
  const app = useApp();
  // Who is ready is known before the menu opens: items that change under the pointer are missed.
  onMount(() => afterPaint(() => void app.models.load()));
  const opinions = (): MenuItem[] => {
    const ready = app.models.providers.filter((one) => one.state === "ready");
    if (ready.length === 0)
      return [
        {
          label: "Second opinion",
          detail: "no model is ready",
          icon: "message",
          disabled: true,
          run: () => undefined,
        },
      ];
    return ready.map((one) => ({
      label: `Second opinion of ${one.name}`,
      detail: one.model,
      icon: "message",
      disabled: app.secondOpinion.asked() !== undefined,
      run: () => void app.secondOpinion.ask(app.run.info.id, one.provider, one.name),
    }));
  };
  return (
    <Menu
      label="More"
      triggerClass="grid size-(--h-control) shrink-0 place-items-center rounded-control border border-line-strong bg-raised text-strong shadow-raised hover:bg-hover"
      trigger={<Icon name={app.secondOpinion.asked() ? "loader" : "ellipsis"} />}
      items={[
        {
          label: "Analyse again",
          keys: caps("Mod+R"),
          icon: "reset",
          run: () => void app.opening.analyse(app.run.info.path),
        },
        ...opinions(),
        {
          label: "What was sent to the model",
          icon: "eye",
          run: () => {
            app.setPrompts(true);
            app.navigation.go("analysis");
          },
        },
        {
          label: "Analyse again with recorded answers",
          detail: app.replayable() ? "no network" : "no model was asked",
          icon: "reset",
          disabled: !app.replayable(),
          run: app.askRecording,
        },
        { label: "Replay this run", icon: "play", run: () => void app.startReplay(app.run.info.id) },
      ]}
    />
  );
}
