import { createMemo, createSignal, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import type { Download, Hardware, ModelFiles } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type DownloadsBridge = Pick<
  Api,
  | "downloads"
  | "download"
  | "pauseDownload"
  | "cancelDownload"
  | "dismissDownload"
  | "modelFiles"
  | "importModel"
  | "removeModel"
  | "checkModel"
  | "openModelFolder"
  | "hardware"
> & { onDownload(then: (rows: Download[]) => void): () => void };

const moving = new Set(["queued", "checking", "downloading", "stalled", "waiting", "verifying", "copying"]);

/** The model files of this computer, and what is on its way. Downloads belong to the program, not to a screen. */
export function createDownloads(bridge: DownloadsBridge) {
  const [rows, setRows] = createStore<Download[]>([]);
  const [files, setFiles] = createSignal<ModelFiles>();
  const [hardware, setHardware] = createSignal<Hardware>();
  const [checks, setChecks] = createStore<Record<string, string>>({});
  const { fault, attempt } = createAttempts();

  const loadFiles = () => attempt(async () => void setFiles(await bridge.modelFiles()));

  /** The list comes whole each time; one that has ended changes what is on the disk. */
  function take(list: Download[]) {
    const done = (of: readonly Download[]) => of.filter((one) => one.state === "done").length;
    const before = done(rows);
    setRows(reconcile(list, { key: "id" }));
    if (files() && done(list) !== before) void loadFiles();
  }
  onCleanup(bridge.onDownload(take));

  async function change<T>(work: () => Promise<T>): Promise<T | undefined> {
    const went = await attempt(async () => ({ value: await work() }));
    if (went) await Promise.all([loadFiles(), load()]);
    return went?.value;
  }
  const load = () => attempt(async () => take(await bridge.downloads()));

  return {
    rows,
    files,
    hardware,
    checks,
    fault,
    active: createMemo(() => rows.filter((one) => moving.has(one.state)).length),
    load,
    loadFiles,
    loadHardware: () => attempt(async () => void setHardware(await bridge.hardware())),
    /** Begins or goes on with one of the list, or any file of the hub by its name; gives its id, or nothing where it was refused. */
    download: (name: string) => change(() => bridge.download(name)),
    pause: (id: string) => change(() => bridge.pauseDownload(id)),
    cancel: (id: string) => change(() => bridge.cancelDownload(id)),
    dismiss: (id: string) => change(() => bridge.dismissDownload(id)),
    remove: (id: string) => change(() => bridge.removeModel(id)),
    importFile: (inPlace: boolean) => change(() => bridge.importModel("", inPlace)),
    openFolder: () => attempt(() => bridge.openModelFolder()),
    check: async (id: string) => {
      setChecks(id, "Checking");
      const found = await attempt(() => bridge.checkModel(id));
      setChecks(id, found?.message ?? "");
    },
  };
}

export type Downloads = ReturnType<typeof createDownloads>;

/** What a row says: how far, how fast, how long, or what happens next. */
export function progressWords(row: Download, size: (n: number) => string): string {
  const far = row.total > 0 ? `${size(row.done)} of ${size(row.total)}` : size(row.done);
  switch (row.state) {
    case "downloading":
      return [far, row.rate > 0 ? `${size(row.rate)}/s` : "", left(row.eta_s)].filter(Boolean).join(", ");
    case "stalled":
      return `${far}, stalled: no data for 10 s, retrying`;
    case "waiting":
      return `${far}, ${row.why}; trying again in ${row.pause_s} s (try ${row.attempt + 1})`;
    case "checking":
      return `${far}, reading what is already there`;
    case "verifying":
      return "verifying the file";
    case "copying":
      return `${far}, copying`;
    case "paused":
      return `${far}, paused`;
    case "done":
      return "ready";
    case "elsewhere":
      return `${far}, another aipack is downloading it`;
    case "failed":
      return row.error?.message ?? "failed";
    default:
      return "queued";
  }
}

/** Rounded: 5 s steps under a minute, then 10 s, then minutes. */
function left(seconds: number): string {
  if (seconds < 0) return "";
  if (seconds < 60) return `about ${Math.max(5, Math.round(seconds / 5) * 5)} s left`;
  if (seconds < 600) {
    const rounded = Math.round(seconds / 10) * 10;
    return `about ${Math.floor(rounded / 60)} min${rounded % 60 ? ` ${rounded % 60} s` : ""} left`;
  }
  return `about ${Math.round(seconds / 60)} min left`;
}
