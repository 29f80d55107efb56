import { batch, createContext, createEffect, createMemo, createSignal, on, onCleanup, useContext } from "solid-js";
import type { Api } from "~/bridge/api";
import type { Events } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { Fault, Notice, Sample, StartInfo } from "~/bridge/types";
import { createAgent } from "~/state/agent/agent";
import { createToolServers } from "~/state/agent/toolServers";
import { createCode } from "~/state/code/code";
import { kindWords } from "~/state/code/format";
import { createCommands, type Found } from "~/state/frame/commands";
import { createContextMeter } from "~/state/run/context";
import { createDownloads } from "~/state/models/downloads";
import { createExporting } from "~/state/export/exporting";
import { createFindings } from "~/state/findings/findings";
import { createKeeping } from "~/state/export/keeping";
import { fuzzy } from "~/state/shared/fuzzy";
import { createHistory } from "~/state/history/history";
import { afterPaint } from "~/state/shared/async";
import { createStorage } from "~/state/settings/storage";
import { createAutoNavigation } from "~/state/frame/autoNavigation";
import { createQuit } from "~/state/frame/quit";
import { createMeasurements } from "~/state/models/measurements";
import { createModels } from "~/state/models/models";
import { createNavigation, screens, type Screen } from "~/state/frame/navigation";
import { createOnboarding } from "~/state/models/onboarding";
import { createOpening } from "~/state/run/opening";
import { createPreview } from "~/state/proof/preview";
import { createSecondOpinion } from "~/state/run/secondOpinion";
import { createProof } from "~/state/proof/proof";
import { createCurrentReplay } from "~/state/run/currentReplay";
import { createResult } from "~/state/plan/result";
import { createRun } from "~/state/run/run";
import type { SettingRow } from "~/state/settings/rows";
import { createLearning } from "~/state/settings/learning";
import { createSettings } from "~/state/settings/settings";
import { createToasts } from "~/state/frame/toasts";
import { createTree } from "~/state/run/tree";
import { createActivity } from "~/state/frame/activity";
import { createVariables } from "~/state/proof/variables";
import { createVerdict } from "~/state/proof/verdict";
import { createView, type Place } from "~/state/frame/view";

/** Everything the window knows, put together once. Must be created inside an owner. */
export function createApp(api: Api, events: Events) {
  const navigation = createNavigation();
  const view = createView();
  const autoNavigation = createAutoNavigation(navigation);
  const commands = createCommands();
  const toasts = createToasts();
  const settings = createSettings(api);
  const history = createHistory(api, (of, service) => {
    if (of === run.info.id) void result.refresh(of, service);
  });
  const storage = createStorage(api);
  const run = createRun({ snapshot: api.snapshot, onRun: events.run });
  const context = createContextMeter(api, run.events);
  const tree = createTree(api.tree);
  const result = createResult(api);
  const exporting = createExporting(api);
  const keeping = createKeeping(api);
  const findings = createFindings(api);
  const learning = createLearning(api);
  const verdict = createVerdict({ ...api, onProof: events.prove }, () => void history.reload());
  const proof = createProof(
    { ...api, onProof: events.prove },
    {
      kept: (of, service) => {
        if (of !== run.info.id) return;
        void result.refresh(of, service);
        void variables.show(of, service);
      },
      began: () => {
        void verdict.load();
        void history.reload();
      },
    },
  );
  const variables = createVariables(api);
  const code = createCode({ ...api, onCode: events.code, onCodeFound: events.codeFound });
  const agent = createAgent({ ...api, onAgent: events.agent });
  const toolServers = createToolServers(api);
  const preview = createPreview({ ...api, onPreview: events.preview });
  const activity = createActivity(
    {
      ...api,
      onChange: (then) => {
        const stops = [events.run(then), events.prove(then), events.preview(then), events.agent(then)];
        return () => stops.forEach((stop) => stop());
      },
    },
    () => [run.info.state, proof.running(), preview.kept.state],
  );
  const models = createModels({
    ...api,
    onModels: (then) =>
      events.models(() => {
        then();
        void settings.load(); // a provider's preferences are settings too
      }),
  });
  const downloads = createDownloads({
    ...api,
    onDownload: (then) => events.download((batch) => then(batch.downloads)),
  });
  const measurements = createMeasurements({ ...api, onMeasure: events.measure });
  const onboarding = createOnboarding(api);
  const quit = createQuit({ ...api, onClosing: events.closing });
  const currentReplay = createCurrentReplay(api.snapshot);
  const secondOpinion = createSecondOpinion({ ...api, onRun: events.run }, (first, second) => {
    navigation.go("history");
    void history.compareRuns(first, second);
  });
  const [info, setInfo] = createSignal<StartInfo>();
  const [samples, setSamples] = createSignal<Sample[]>([]);
  const [fault, setFault] = createSignal<Fault>();
  /** A field that the Result goes to as soon as it is shown. */
  const [field, setField] = createSignal("");
  const [begun, setBegun] = createSignal(false);

  /** What showed another run gives way. */
  function closeOpened() {
    currentReplay.drop();
    view.setPlace(undefined);
  }

  const opening = createOpening(api, (id) => {
    closeOpened();
    autoNavigation.begin(() => run.info.id === id);
    onboarding.close();
    void run.follow(id);
  });

  createEffect(
    on([() => run.info.id, () => run.info.state, () => run.info.services], ([id, state, services]) => {
      const over = state !== "" && state !== "running";
      batch(() => {
        void result.open(id, [...services], run.first());
        if (over) autoNavigation.end(services.length > 0);
      });
      afterPaint(() => {
        if (run.info.id !== id) return;
        if (!currentReplay.replay()) void tree.show(id);
        if (over) void history.loadRecents();
      });
    }),
  );

  // What is proven is said of the project that is shown, and of the plan as it stands there.
  createEffect(
    on([() => run.info.id, () => run.info.state, result.changes], ([id, state]) => {
      void verdict.show(state === "" ? "" : id);
    }),
  );
  createEffect(
    on([() => run.info.path, verdict.plan], ([path, plan]) => {
      proof.turn(path);
      if (plan && plan.folder === path) proof.settle(plan);
    }),
  );

  // The next start opens where this one was left. What cannot be kept is not worth a word.
  createEffect(
    on([begun, navigation.screen, () => run.info.id], ([ready, screen, id]) => {
      if (ready) void api.savePlace(screen, id).catch(() => undefined);
    }),
  );

  // The map is of the project that is open; it is not followed before somebody looks at it.
  createEffect(
    on([() => run.info.id, () => run.info.path, navigation.screen], ([id, path, screen], before) => {
      if (screen === "code") void code.show(id, path);
      else if (before && before[1] !== path) code.leave();
      else if (code.run() !== "" && code.run() !== id) void code.show(id, path);
    }),
  );

  // Conversations are about the project that is open.
  createEffect(
    on([() => run.info.id, () => run.info.path, navigation.screen], ([id, path, screen]) => {
      if (screen === "agent" && id) void agent.show(id, path);
    }),
  );

  // What was opened of one project is not shown of the next.
  createEffect(
    on(
      () => run.info.path,
      (path, _, shown: string | undefined) => {
        if (path === "") return shown; // a run is being turned to
        if (shown !== undefined && shown !== path) view.setPrompts(false);
        return path;
      },
    ),
  );

  // What a run has cost grows with every answer, also with those about its proofs.
  createEffect(
    on(
      [() => run.info.id, () => run.info.state, () => run.answers(), proof.running],
      ([id]) => void models.showCost(id),
    ),
  );

  const tell = (notice: Notice) =>
    toasts.show({ tone: notice.level === "info" ? "info" : "warn", title: notice.message, detail: notice.hint });
  onCleanup(events.notice(tell));
  onCleanup(events.open((path) => void opening.open(path)));

  /** Everything the first picture needs; a folder given on the command line is opened at once. */
  async function begin() {
    try {
      const [start] = await Promise.all([api.start(), settings.load(), history.loadRecents()]);
      setInfo(start);
      start.notices.forEach(tell);
      if (start.open_path) void opening.open(start.open_path);
      else {
        if (start.last_run_id) void run.follow(start.last_run_id);
        const kept = screens.find((one) => one.id === start.screen);
        if (kept) navigation.go(kept.id);
      }
      setBegun(true);
      void storage.load();
      void models.loadChoice();
      void downloads.load();
      void measurements.load().catch(() => undefined); // then nothing is known of any
      if (start.first_run && !start.open_path) void onboarding.begin();
      setSamples(await api.samples());
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  /** Shows a run of the history, on the screen that fits it. */
  async function openRun(id: string, wanted: Screen = "result") {
    closeOpened();
    autoNavigation.stay();
    await run.follow(id);
    // Another one may have been opened meanwhile.
    if (run.info.id === id) navigation.go(run.info.services.length > 0 || wanted === "agent" ? wanted : "analysis");
  }

  async function startReplay(id: string) {
    try {
      if (!(await currentReplay.start(id))) return;
      view.setPlace(undefined);
      void tree.show(id);
      navigation.go("analysis");
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  function endReplay() {
    currentReplay.drop();
    void tree.show(run.info.id);
  }

  /** Shows a place of the project's code in the Code map. */
  async function showInCode(place: Place) {
    navigation.go("code");
    await code.show(run.info.id, run.info.path);
    await code.openAt(place);
  }

  /** Shows a symbol or file in the Code map. */
  async function showSymbol(id: string) {
    navigation.go("code");
    await code.show(run.info.id, run.info.path);
    code.focusOn(id);
  }

  /** Symbols with names like a text, as what can be done: to go there. */
  async function symbols(text: string): Promise<Found[]> {
    if (run.info.id === "" || text.trim() === "") return [];
    await code.show(run.info.id, run.info.path);
    const { hits } = await code.find(text);
    return hits.slice(0, 40).map((node) => ({
      at: fuzzy(text, node.name)?.at ?? [],
      command: {
        id: `symbol.${node.id}`,
        title: node.name,
        group: "Symbol",
        hint: `${kindWords(node.kind)}, ${node.path}:${node.line}`,
        run: () => void showSymbol(node.id),
      },
    }));
  }

  /** Leads to a field of a service's plan. */
  function showInResult(service: string, field: string) {
    result.setCurrent(service);
    navigation.go("result");
    setField(field);
  }

  /** Writes a question for the agent, or a task that changes files; the user sends it. */
  function askAbout(question: string, change = false) {
    if (change) agent.setChanging(true);
    agent.setDraft(question);
    navigation.go("agent");
  }

  function openSettings(section: string) {
    view.setSection(section);
    navigation.go("settings");
  }

  /** Copies a text and says so. */
  async function copy(text: string, what: string) {
    try {
      await api.clipboard(text);
      toasts.show({ tone: "ok", title: `${what} copied`, detail: "" });
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  const project = createMemo(() => currentReplay.replay()?.info.name ?? run.info.name);
  /** Whether a model was asked in the run, so that its answers can be given again. */
  const replayable = createMemo(() => run.info.state !== "running" && (models.cost()?.calls ?? 0) > 0);

  return {
    api,
    navigation,
    commands,
    toasts,
    settings,
    history,
    storage,
    run,
    context,
    tree,
    result,
    exporting,
    keeping,
    findings,
    learning,
    proof,
    verdict,
    variables,
    code,
    agent,
    toolServers,
    preview,
    activity,
    quit,
    models,
    downloads,
    measurements,
    onboarding,
    secondOpinion,
    ...view,
    showInCode,
    symbols,
    showInResult,
    askAbout,
    field,
    setField,
    openSettings,
    /** Leads to the control of one setting, which is called as its row is. */
    openSetting: (row: Pick<SettingRow, "section" | "title">) => {
      openSettings(row.section);
      // The screen may still be on its way.
      const focus = (tries: number) =>
        afterPaint(() => {
          const control = document.querySelector<HTMLElement>(`main [aria-label="${row.title}"]`);
          if (control) control.focus();
          else if (tries > 0) focus(tries - 1);
        });
      focus(60);
    },
    opening,
    info,
    samples,
    fault,
    clearFault: () => setFault(undefined),
    replay: currentReplay.replay,
    startReplay,
    endReplay,
    replayable,
    askRecording: () => void opening.replay(run.info.id, run.info.path),
    copy,
    /** The user has taken over: a run that ends brings no screen forward. */
    stay: autoNavigation.stay,
    project,
    begin,
    openRun,
  };
}

export type App = ReturnType<typeof createApp>;

const Context = createContext<App>();
export const AppProvider = Context.Provider;

export function useApp(): App {
  const app = useContext(Context);
  if (!app) throw new Error("useApp outside of AppProvider");
  return app;
}
