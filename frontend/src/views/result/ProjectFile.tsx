import { useApp } from "~/state/app";
import type { Place } from "~/state/frame/view";
import { FilePane } from "~/parts/FilePane";
import { paneHead } from "~/parts/Facts";
import { IconButton } from "~/ui/Button";

/** A file of the project in place of the Dockerfile, until it is closed. */
export function ProjectFile(props: { place: Place }) {
  const app = useApp();
  app.commands.offer([
    {
      id: "place.close",
      title: "Back to the Dockerfile",
      group: "View",
      keys: "Escape",
      quiet: true,
      run: () => app.setPlace(undefined),
    },
  ]);
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="File">
      <div class={paneHead}>
        <h2 class="cut code flex-1 text-strong">{props.place.path}</h2>
        <IconButton icon="waypoints" label="Show in the Code map" onClick={() => void app.showInCode(props.place)} />
        <IconButton icon="x" label="Back to the Dockerfile" keys={["Esc"]} onClick={() => app.setPlace(undefined)} />
      </div>
      <FilePane run={app.run.info.id} place={props.place} load={app.api.file} />
    </section>
  );
}
