import { createSignal, onMount, Show } from "solid-js";
import type { RunRow } from "~/bridge/types";
import { useApp } from "~/state/app";
import { clock, counted, when } from "~/state/words";
import { screenHead } from "~/parts/Facts";
import { Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Input } from "~/ui/Input";
import { Split } from "~/ui/Split";
import { VirtualList } from "~/ui/VirtualList";
import { Compare } from "./Compare";
import { HistoryHead, HistoryRow } from "./HistoryRow";

/** What happened, what changed, and again. */
export default function History() {
  const app = useApp();
  const { history } = app;
  const [at, setAt] = createSignal(0);
  let search: HTMLInputElement | undefined;
  onMount(() => void history.load());
  const current = () => history.runs[at()];
  function onCurrent(does: (run: RunRow) => void) {
    const run = current();
    if (run) does(run);
  }

  function remove(run: RunRow) {
    void history.remove(run.id);
    app.toasts.show({
      tone: "info",
      title: `The run of ${run.name} is deleted`,
      detail: `${when(run.started_at, Date.now())}, ${clock(run.started_at)}`,
      action: { label: "Undo", run: () => void history.restore(run.id) },
    });
  }
  async function keep(run: RunRow) {
    const file = await history.exportRun(run.id);
    if (file) app.toasts.show({ tone: "ok", title: "Run exported", detail: file });
  }
  async function bring() {
    const id = await history.importRun();
    if (id)
      app.toasts.show({
        tone: "ok",
        title: "Run imported",
        detail: "It stands in the history now.",
        action: { label: "Open", run: () => void app.openRun(id) },
      });
  }
  const open = (run: RunRow) => void app.openRun(run.id);
  const replay = (run: RunRow) => void app.startReplay(run.id);

  app.commands.offer([
    { id: "history.find", title: "Filter the history", group: "View", keys: "/", run: () => search?.focus() },
    {
      id: "history.find2",
      title: "Find in the history",
      group: "View",
      keys: "Mod+F",
      quiet: true,
      run: () => search?.focus(),
    },
    {
      id: "history.compare",
      title: "Compare two runs",
      group: "Run",
      keys: "C",
      when: () => history.chosen().length === 2,
      run: () => void history.compare(),
    },
    {
      id: "history.main",
      title: "Compare two runs",
      group: "Run",
      keys: "Mod+Enter",
      quiet: true,
      when: () => history.chosen().length === 2,
      run: () => void history.compare(),
    },
    { id: "history.replay", title: "Replay", group: "Run", keys: "P", run: () => onCurrent(replay) },
    { id: "history.delete", title: "Delete this run", group: "Run", keys: "Delete", run: () => onCurrent(remove) },
    { id: "history.export", title: "Export this run", group: "Run", run: () => onCurrent((run) => void keep(run)) },
    { id: "history.import", title: "Import a run", group: "Run", run: () => void bring() },
  ]);

  const list = () => (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Runs">
      <HistoryHead />
      <VirtualList
        label="Runs"
        items={history.runs}
        rowHeight={2}
        current={at()}
        onMove={setAt}
        onFollow={(end) => end && void history.more()}
        follow={false}
        onKey={(event) => {
          if (event.key === "Enter") onCurrent(open);
          else if (event.key === " ") onCurrent((run) => history.choose(run.id));
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
            onOpen={() => open(run())}
            onReplay={() => replay(run())}
            onExport={() => void keep(run())}
            onDelete={() => remove(run())}
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
        <Input
          ref={search}
          small
          icon="search"
          class="w-52"
          aria-label="Filter"
          placeholder="Project, language, state"
          value={history.filter()}
          onInput={(event) => void history.setFilter(event.currentTarget.value)}
        />
        <Button look="ghost" icon="upload" onClick={() => void bring()}>
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
            <Empty icon="history" title={history.filter() ? "No run is called so" : "Nothing has happened yet"}>
              {history.filter()
                ? "Clear the filter to see all."
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
                usual={230}
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
