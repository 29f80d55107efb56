import {
  batch,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  getOwner,
  on,
  onCleanup,
  runWithOwner,
  useContext,
} from "solid-js";
import type { Api } from "~/bridge/api";
import type { Events } from "~/bridge/events";
import { rejected } from "~/bridge/fault";
import type { Fault, Notice, Sample, StartInfo } from "~/bridge/types";
import { createCommands } from "./commands";
import { createContextMeter } from "./context";
import { createDownloads } from "./downloads";
import { createExporting } from "./exporting";
import { createHistory } from "./history";
import { afterPaint } from "./later";
import { createModels } from "./models";
import { createNavigation, screens, type Screen } from "./navigation";
import { createOnboarding } from "./onboarding";
import { createOpening } from "./opening";
import { createPreview } from "./preview";
import { createOpinion } from "./opinion";
import { createProof } from "./proof";
import { createReplay, type Replay } from "./replay";
import { createResult } from "./result";
import { createRun } from "./run";
import { createSettings } from "./settings";
import { createToasts } from "./toasts";
import { createTree } from "./tree";

/** A file that is shown at a line, beside whatever screen asked for it. */
export interface Place {
  path: string;
  line: number;
}

/**
 * A run that ends within so many milliseconds shows its Result alone: a screen that comes and goes faster is a flicker, and
 * drawing it would hold the run up.
 */
const blink = 250;

/** Everything the window knows, put together once. Must be created inside an owner. */
export function createApp(api: Api, events: Events) {
  const owner = getOwner();
  const navigation = createNavigation();
  const commands = createCommands();
  const toasts = createToasts();
  const settings = createSettings(api);
  const history = createHistory(api);
  const run = createRun({ snapshot: api.snapshot, onRun: events.run });
  const context = createContextMeter(api, run.events);
  const tree = createTree(api.tree);
  const result = createResult(api);
  const exporting = createExporting(api);
  const proof = createProof({ ...api, onProof: events.prove });
  const preview = createPreview({ ...api, onPreview: events.preview });
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
  const onboarding = createOnboarding(api);
  const opinion = createOpinion({ ...api, onRun: events.run }, (first, second) => {
    navigation.go("history");
    void history.compareRuns(first, second);
  });
  const [section, setSection] = createSignal("general");
  const [info, setInfo] = createSignal<StartInfo>();
  const [samples, setSamples] = createSignal<Sample[]>([]);
  const [fault, setFault] = createSignal<Fault>();
  const [overlay, setOverlay] = createSignal<"" | "palette" | "shortcuts" | "export">("");
  const [place, setPlace] = createSignal<Place>();
  const [prompts, setPrompts] = createSignal(false);
  const [replay, setReplay] = createSignal<Replay>();
  const [narrow, setNarrow] = createSignal(false);
  const [begun, setBegun] = createSignal(false);
  /** Where a run was begun from that may bring its screens forward by itself; "" once the user has gone elsewhere. */
  const [leading, setLeading] = createSignal<Screen | "">("");
  const leads = () => leading() !== "" && [leading(), "analysis"].includes(navigation.screen());

  const opening = createOpening(api, (id) => {
    setReplay(undefined);
    setPlace(undefined);
    setLeading(navigation.screen());
    onboarding.close();
    void run.follow(id);
    // Most runs end within a blink: the Result follows at once then, without the Analysis in between.
    setTimeout(() => run.info.id === id && leads() && navigation.go("analysis"), blink);
  });

  createEffect(
    on([() => run.info.id, () => run.info.state, () => run.info.services], ([id, state, services]) => {
      const over = state !== "" && state !== "running";
      batch(() => {
        void result.open(id, [...services], run.first());
        if (!over) return;
        if (leads()) navigation.go(services.length > 0 ? "result" : "analysis");
        setLeading("");
      });
      afterPaint(() => {
        if (run.info.id !== id) return;
        void tree.show(id);
        if (over) void history.loadRecents();
      });
    }),
  );

  // The next start opens where this one was left. What cannot be kept is not worth a word.
  createEffect(
    on([begun, navigation.screen, () => run.info.id], ([ready, screen, id]) => {
      if (ready) void api.savePlace(screen, id).catch(() => undefined);
    }),
  );

  // What a run has cost grows with every answer.
  createEffect(on([() => run.info.id, () => run.info.state, () => run.answers()], ([id]) => void models.showCost(id)));

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
      void models.loadChoice();
      void downloads.load();
      if (start.first_run && !start.open_path) void onboarding.begin();
      setSamples(await api.samples());
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  async function openRun(id: string) {
    setReplay(undefined);
    setPlace(undefined);
    await run.follow(id);
    navigation.go(run.info.services.length > 0 ? "result" : "analysis");
  }

  async function startReplay(id: string) {
    try {
      const snapshot = await api.snapshot(id);
      setPlace(undefined);
      setReplay(runWithOwner(owner, () => createReplay(snapshot)));
      void tree.show(id);
      navigation.go("analysis");
      replay()?.play();
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  function endReplay() {
    replay()?.pause();
    setReplay(undefined);
    void tree.show(run.info.id);
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

  const project = createMemo(() => run.info.name);
  /** Whether a model was asked in the run, so that its answers can be given again. */
  const replayable = createMemo(() => run.info.state !== "running" && (models.cost()?.calls ?? 0) > 0);

  return {
    api,
    navigation,
    commands,
    toasts,
    settings,
    history,
    run,
    context,
    tree,
    result,
    exporting,
    proof,
    preview,
    models,
    downloads,
    onboarding,
    opinion,
    section,
    setSection,
    openSettings: (id: string) => {
      setSection(id);
      navigation.go("settings");
    },
    opening,
    info,
    samples,
    fault,
    clearFault: () => setFault(undefined),
    overlay,
    setOverlay,
    place,
    setPlace,
    prompts,
    setPrompts,
    replay,
    startReplay,
    endReplay,
    replayable,
    askRecording: () => void opening.replay(run.info.id, run.info.path),
    narrow,
    setNarrow,
    copy,
    stay: () => setLeading(""),
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
