import { createEffect, createMemo, createSignal, For, lazy, Match, Show, Suspense, Switch } from "solid-js";
import { usageFacts } from "~/state/run/usage";
import { useApp } from "~/state/app";
import { Band, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Split } from "~/ui/Split";
import { RulesOnlyBand } from "~/views/frame/RulesOnlyBand";
import { UnfinishedBand } from "~/views/frame/UnfinishedBand";
import { afterPaint } from "~/state/shared/async";
import { resultCommands } from "./commands";
import { DockerfilePane } from "./DockerfilePane";
import { ExportDialog } from "./ExportDialog";
import { focusField } from "./focus";
import { Form } from "./Form";
import { NoResult } from "./NoResult";
import { ResultHead } from "./ResultHead";
import { ProjectFile } from "./ProjectFile";
import { comparisons, type View } from "./views";

const JsonPane = lazy(() => import("./JsonPane"));
const DiffPane = lazy(() => import("./DiffPane"));
const Canvas = lazy(() => import("./Canvas"));

/** Read, check, correct, export. */
export function Result() {
  const app = useApp();
  const { result } = app;
  const [view, setView] = createSignal<View>("form");
  const has = () => result.services().length > 0;
  const many = () => result.services().length > 1;
  const shown = createMemo<View>(() => {
    if (view() === "canvas" && !many()) return "form";
    if (view() === "existing" && !result.state()?.existing) return "form";
    if (view() === "hand" && !result.state()?.by_hand) return "form";
    return view();
  });
  const took = createMemo(() => usageFacts(app.run.events()));
  const compared = () => comparisons[shown()];
  // eslint-disable-next-line solid/reactivity -- a command asks for the view when it is wanted
  app.commands.offer(resultCommands(app, shown, setView));

  // A field that another screen leads to; the form's lower part comes with its second picture.
  createEffect(() => {
    const wanted = app.field();
    if (wanted === "" || !has()) return;
    setView("form");
    afterPaint(() => {
      focusField(wanted);
      app.setField("");
    });
  });

  return (
    <Show when={has()} fallback={<NoResult />}>
      <ResultHead view={shown()} onView={setView} />
      <Show when={result.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={result.clearFault}>
              Close
            </Button>
          </ErrorCard>
        )}
      </Show>
      <UnfinishedBand run={app.run} />
      <RulesOnlyBand run={app.run} />
      <Show when={took().length > 0}>
        <ul
          class="flex shrink-0 flex-wrap gap-x-4 border-b border-line px-4 py-1 text-label text-muted tabular-nums"
          aria-label="What the analysis used"
        >
          <For each={took()}>{(fact) => <li>{fact}</li>}</For>
        </ul>
      </Show>
      <Show when={app.secondOpinion.asked()}>
        {(asked) => (
          <Band tone="info" icon="message">
            {asked().name} is analysing the same folder. The differences are shown when it is done.
          </Band>
        )}
      </Show>
      <Show when={app.secondOpinion.fault()}>
        {(fault) => (
          <ErrorCard title="The second opinion failed" fault={fault()} onReport={(text) => void app.api.report(text)} />
        )}
      </Show>
      <Suspense fallback={<Skeleton rows={10} />}>
        <Switch>
          <Match when={shown() === "canvas"}>
            <Canvas onForm={() => setView("form")} />
          </Match>
          <Match when={compared()}>{(mode) => <DiffPane mode={mode()} />}</Match>
          <Match when={true}>
            <Split
              name="result.form"
              label="Width of the form"
              initial={560}
              narrow={500}
              first={
                <Show when={shown() === "json"} fallback={<Form />}>
                  <JsonPane />
                </Show>
              }
              second={
                <Show when={app.place()} fallback={<DockerfilePane onDiff={() => setView("hand")} />}>
                  {(place) => <ProjectFile place={place()} />}
                </Show>
              }
            />
          </Match>
        </Switch>
      </Suspense>
      <ExportDialog />
    </Show>
  );
}
