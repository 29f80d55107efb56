import { createSignal, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { languagesWords } from "~/state/code/format";
import { Band, Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Split } from "~/ui/Split";
import { CodeHead } from "./CodeHead";
import { codeCommands } from "./commands";
import { GraphPane } from "./GraphPane";
import { InspectPane } from "./InspectPane";
import { SidePane } from "./SidePane";

/** Find things, and see what depends on what. */
export default function CodeMap() {
  const app = useApp();
  const { code } = app;
  const [as, setAs] = createSignal<"graph" | "table">("graph");
  const [references, setReferences] = createSignal(false);
  app.commands.offer(codeCommands(app, { references: () => setReferences(true), graph: () => setAs("graph") }));
  const none = () => code.state()?.state === "current" && code.state()?.files === 0;
  return (
    <Show when={app.run.info.id} fallback={<NoProject />}>
      <CodeHead />
      <Show when={code.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} title="The code cannot be read" onReport={(text) => void app.api.report(text)}>
            <Button small onClick={() => void code.rebuild()}>
              Try again
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={code.state()?.error}>
        {(fault) => (
          <ErrorCard fault={fault()} title="The folder can no longer be read">
            <Button small onClick={() => void code.rebuild()}>
              Try again
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={code.state()?.warning}>
        {(warning) => (
          <Band tone="warn" icon="alert">
            {warning().charAt(0).toUpperCase() + warning().slice(1)}.
          </Band>
        )}
      </Show>
      <Show when={code.state()?.partial}>
        {(reason) => (
          <Band tone="warn" icon="alert">
            The folder was not read completely: {reason()}.
          </Band>
        )}
      </Show>
      <Show
        when={code.state()}
        fallback={
          <Show when={!code.fault()}>
            <Skeleton rows={9} />
          </Show>
        }
      >
        <Switch
          fallback={
            <Split
              name="code.side"
              label="Width of the results"
              initial={272}
              narrow={206}
              first={<SidePane />}
              second={
                <Show when={code.inspecting()} fallback={<GraphPane as={as()} onAs={setAs} />}>
                  <Split
                    name="code.inspect"
                    label="Width of the details"
                    initial={276}
                    narrow={244}
                    last
                    first={<GraphPane as={as()} onAs={setAs} />}
                    second={<InspectPane references={references()} onReferences={setReferences} />}
                  />
                </Show>
              }
            />
          }
        >
          <Match when={none() && code.question() === "" && !code.place()}>
            <Empty icon="waypoints" title="No source code here that can be mapped">
              <>
                Go, Python, JavaScript, TypeScript, Rust and Java are read.{" "}
                <Show when={(code.state()?.other.length ?? 0) > 0}>
                  This folder has {languagesWords(code.state()?.other ?? [])}.{" "}
                </Show>
                Text search works in every file: type above.
              </>
            </Empty>
          </Match>
        </Switch>
      </Show>
    </Show>
  );
}

function NoProject() {
  const app = useApp();
  return (
    <Empty
      icon="waypoints"
      title="No project is open"
      actions={
        <Button look="primary" icon="folder-open" onClick={() => void app.opening.pick()}>
          Open folder
        </Button>
      }
    >
      The map shows what a project's code is made of, and what depends on what.
    </Empty>
  );
}
