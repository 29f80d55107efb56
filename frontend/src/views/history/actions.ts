import type { RunRow } from "~/bridge/types";
import type { App } from "~/state/app";
import type { Command } from "~/state/frame/commands";
import { clock, when } from "~/state/shared/format";

/** What can be done with the runs of the history. */
export function historyActions(app: App) {
  const { history } = app;

  async function remove(run: RunRow) {
    if (!(await history.remove(run.id))) return;
    app.toasts.show({
      tone: "info",
      title: `The run of ${run.name} is deleted`,
      detail: `${when(run.started_at, Date.now())}, ${clock(run.started_at)}`,
      action: { label: "Undo", run: () => void history.restore(run.id) },
      of: `run ${run.id}`,
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
        detail: "It is now in the history.",
        action: { label: "Open", run: () => void app.openRun(id) },
      });
  }
  const open = (run: RunRow) => void app.openRun(run.id);
  const replay = (run: RunRow) => void app.startReplay(run.id);

  return { remove, keep, bring, open, replay };
}

export type HistoryActions = ReturnType<typeof historyActions>;

/** The same with keys, for the run that is current. */
export function historyCommands(
  app: App,
  does: HistoryActions,
  current: () => RunRow | undefined,
  find: () => void,
): Command[] {
  const { history } = app;
  function onCurrent(act: (run: RunRow) => void) {
    const run = current();
    if (run) act(run);
  }
  return [
    { id: "history.find", title: "Filter the history", group: "View", keys: "/", run: () => find() },
    {
      id: "history.find2",
      title: "Find in the history",
      group: "View",
      keys: "Mod+F",
      quiet: true,
      run: () => find(),
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
    { id: "history.replay", title: "Replay", group: "Run", keys: "P", run: () => onCurrent(does.replay) },
    {
      id: "history.delete",
      title: "Delete this run",
      group: "Run",
      keys: "Delete",
      run: () => onCurrent((run) => void does.remove(run)),
    },
    {
      id: "history.export",
      title: "Export this run",
      group: "Run",
      run: () => onCurrent((run) => void does.keep(run)),
    },
    {
      id: "history.undo",
      title: "Restore the deleted run",
      group: "Run",
      keys: "Mod+Z",
      when: history.canRestore,
      run: () => void history.restoreLast().then((id) => id && app.toasts.settle(`run ${id}`)),
    },
    { id: "history.import", title: "Import a run", group: "Run", run: () => void does.bring() },
  ];
}
