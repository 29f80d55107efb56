import { createSignal, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { counted } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Split } from "~/ui/Split";
import { VirtualList } from "~/ui/VirtualList";
import { historyActions, historyCommands } from "./actions";
import { Compare } from "./Compare";
import { Filters } from "./Filters";
import { HistoryHead, HistoryRow } from "./HistoryRow";

/** What happened, what changed, and again. */
export default function History() {
  const app = useApp();
  const { history } = app;
  const [at, setAt] = createSignal(0);
  let search: HTMLInputElement | undefined;
  onMount(() => void history.load());
  const current = () => history.runs[at()];

  const does = historyActions(app);
  // eslint-disable-next-line solid/reactivity -- a command asks for the current run when it is wanted
  app.commands.offer(historyCommands(app, does, current, () => search?.focus()));

  const list = () => (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Runs">
      <HistoryHead />
      <VirtualList
        label="Runs"
        takesFocus
        items={history.runs}
        rowHeight={2}
        current={at()}
        onMove={setAt}
        onFollow={(end) => end && void history.more()}
        follow={false}
        onKey={(event) => {
          const run = current();
          if (event.key === "Enter" && run) does.open(run);
          else if (event.key === " " && run) history.choose(run.id);
          else return;
          event.preventDefault();
        }}
        row={(run, index) => (
          <HistoryRow
            run={run()}
            current={index() === at()}
            chosen={history.chosen().includes(run().id)}
            onCurrent={() => setAt(index())}
            onChoose={() => history.choose(run().id)}
            onOpen={() => does.open(run())}
            onReplay={() => does.replay(run())}
            onExport={() => void does.keep(run())}
            onDelete={() => void does.remove(run())}
          />
        )}
      />
    </section>
  );

  return (
    <>
      <header data-pane class={screenHead}>
        <h1 class="text-screen font-semibold text-strong">History</h1>
        <span class="text-muted tabular-nums">{counted(history.total(), "run")}</span>
        <span class="flex-1" />
        <Filters onField={(field) => (search = field)} />
        <Button
          look="ghost"
          icon="list-checks"
          title="Many repositories at once"
          onClick={() => app.navigation.go("fleet")}
        >
          Fleet
        </Button>
        <Button look="ghost" icon="upload" onClick={() => void does.bring()}>
          Import run
        </Button>
        <Button
          look="primary"
          keys={["C"]}
          disabled={history.chosen().length !== 2}
          title={history.chosen().length === 2 ? "" : "Choose two runs with Space"}
          onClick={() => void history.compare()}
        >
          Compare {history.chosen().length === 2 ? "2" : ""}
        </Button>
      </header>
      <Show when={history.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show when={history.loaded()} fallback={<Skeleton rows={8} />}>
        <Show
          when={history.runs.length > 0}
          fallback={
            <Empty
              icon="history"
              title={history.filtered() ? "No matching runs" : "No runs yet"}
              actions={
                <Show when={history.filtered()}>
                  <Button onClick={() => void history.clearFilter()}>Show all runs</Button>
                </Show>
              }
            >
              {history.filtered()
                ? "No run matches the filter."
                : "Every analysis is kept here with its events and your edits. Analyse a project, and it appears."}
            </Empty>
          }
        >
          <Show when={history.diff()} fallback={list()}>
            {(diff) => (
              <Split
                name="history.compare"
                label="Height of the list"
                vertical
                initial={230}
                narrow={200}
                first={list()}
                second={<Compare diff={diff()} />}
              />
            )}
          </Show>
        </Show>
      </Show>
    </>
  );
}
