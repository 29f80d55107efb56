import { createSignal, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Place } from "~/state/frame/view";
import { paneHead } from "~/parts/Facts";
import { FilePane } from "~/parts/FilePane";
import { Empty } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Split } from "~/ui/Split";
import { Conversation } from "./Conversation";
import { Talks } from "./Talks";

/** Questions about the project, answered with the lines that show it. */
export default function Agent() {
  const app = useApp();
  const [place, setPlace] = createSignal<Place>();
  const conversation = () => <Conversation onPlace={setPlace} />;
  return (
    <Show when={app.run.info.id} fallback={<NoProject />}>
      <Split
        name="agent.talks"
        label="Width of the conversations"
        initial={232}
        narrow={184}
        first={<Talks onOpened={() => setPlace(undefined)} />}
        second={
          <Show when={place()} fallback={conversation()}>
            {(at) => (
              <Split
                name="agent.file"
                label="Width of the file"
                initial={440}
                narrow={300}
                last
                first={conversation()}
                second={
                  <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="File">
                    <div class={paneHead}>
                      <h2 class="cut code flex-1 text-strong">{at().path}</h2>
                      <IconButton
                        icon="waypoints"
                        label="Show in the Code map"
                        onClick={() => void app.showInCode(at())}
                      />
                      <IconButton icon="x" label="Close the file" onClick={() => setPlace(undefined)} />
                    </div>
                    <FilePane run={app.run.info.id} place={at()} load={app.api.file} />
                  </section>
                }
              />
            )}
          </Show>
        }
      />
    </Show>
  );
}

function NoProject() {
  const app = useApp();
  return (
    <Empty
      icon="message"
      title="No project is open"
      actions={
        <Button look="primary" icon="folder-open" onClick={() => void app.opening.pick()}>
          Open folder
        </Button>
      }
    >
      Ask why a project's plan is as it is, where something is done, or what a change would touch.
    </Empty>
  );
}
