import { createSignal, onMount, Show } from "solid-js";
import type { RunRow } from "~/bridge/types";
import { useApp } from "~/state/app";
import { clock, counted, duration, when } from "~/state/words";
import { Dot, Fact, runFact, screenHead, Stack } from "~/parts/Facts";
import { Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Check, Input } from "~/ui/Input";
import { Split } from "~/ui/Split";
import { VirtualList } from "~/ui/VirtualList";
import { Compare } from "./Compare";

const columns =
  "grid grid-cols-[1.5rem_5.5rem_minmax(7rem,1fr)_9rem_minmax(8rem,1fr)_8.5rem_7rem_9.5rem] items-center gap-3 px-3";

/** What happened, what changed, and again. */
export default function History() {
  const app = useApp();
  const { history } = app;
  const [at, setAt] = createSignal(0);
  let search: HTMLInputElement | undefined;
  onMount(() => void history.load());
  const current = () => history.runs[at()];
  const onCurrent = (does: (run: RunRow) => void) => () => {
    const run = current();
    if (run) does(run);
  };

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
    { id: "history.replay", title: "Replay", group: "Run", keys: "P", run: onCurrent(replay) },
    { id: "history.delete", title: "Delete this run", group: "Run", keys: "Delete", run: onCurrent(remove) },
    { id: "history.export", title: "Export this run", group: "Run", run: onCurrent((run) => void keep(run)) },
    { id: "history.import", title: "Import a run", group: "Run", run: () => void bring() },
  ]);

  const list = () => (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Runs">
      <div
        class={`${columns} h-6.5 shrink-0 border-b border-line bg-sunken text-mark font-medium text-muted`}
        aria-hidden="true"
      >
        <span />
        <span>When</span>
        <span>Project</span>
        <span>State</span>
        <span>Stack</span>
        <span>Found</span>
        <span class="text-right">Time</span>
        <span />
      </div>
      <VirtualList
        label="Runs"
        items={history.runs}
        rowHeight={2}
        current={at()}
        onMove={setAt}
        onFollow={(end) => end && void history.more()}
        follow={false}
        onKey={(event) => {
          if (event.key === "Enter") onCurrent(open)();
          else if (event.key === " ") onCurrent((run) => history.choose(run.id))();
          else return;
          event.preventDefault();
        }}
        row={(run, index) => (
          <div
            role="listitem"
            class={`${columns} group h-8 border-b border-line whitespace-nowrap`}
            classList={{
              "bg-selection": history.chosen().includes(run.id),
              "bg-hover": index === at() && !history.chosen().includes(run.id),
              "hover:bg-hover": index !== at(),
            }}
            onClick={() => setAt(index)}
            onDblClick={(event) => {
              // Two quick clicks on the box or a button mean just that.
              if (event.target instanceof Element && !event.target.closest("label,button")) open(run);
            }}
          >
            <Check
              hidden
              tabIndex={-1}
              label={`Choose the run of ${run.name}, ${clock(run.started_at)}`}
              checked={history.chosen().includes(run.id)}
              onChange={() => history.choose(run.id)}
            />
            <span class="text-muted tabular-nums">{when(run.started_at, Date.now())}</span>
            <span class="flex min-w-0 items-center gap-2" title={run.path}>
              <Dot language={run.language} />
              <span class="cut font-medium text-strong">{run.name}</span>
              <Show when={run.edited}>
                <Icon name="pencil" size="xs" class="text-accent" />
                <span class="sr-only">edited</span>
              </Show>
            </span>
            <Fact fact={runFact({ ...run, folder_exists: true })} />
            <span class="cut text-muted">
              <Show when={run.services > 0}>
                <Stack language={run.language} framework={run.framework} />
              </Show>
            </span>
            <span class="text-muted tabular-nums">
              {run.services > 0 ? `${counted(run.services, "service")}, ${run.confidence.toFixed(2)}` : ""}
            </span>
            <span class="text-right text-muted tabular-nums">{duration(run.duration_ms)}</span>
            <span class="flex justify-end gap-0.5 group-hover:visible" classList={{ invisible: index !== at() }}>
              <Button small icon="play" onClick={() => replay(run)}>
                Replay
              </Button>
              <IconButton icon="download" label="Export this run" onClick={() => void keep(run)} />
              <IconButton icon="trash" label="Delete" keys={["Del"]} onClick={() => remove(run)} />
            </span>
          </div>
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
