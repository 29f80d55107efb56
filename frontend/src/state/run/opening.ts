import { createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, FolderInfo } from "~/bridge/types";

export type OpeningBridge = Pick<
  Api,
  "look" | "analyse" | "retry" | "replayRun" | "goOn" | "pickFolder" | "openSample"
>;

/** What stands between a path and its analysis: a question, or the reason why it cannot be opened. */
export type Obstacle =
  | { kind: "large"; folder: FolderInfo }
  | { kind: "several"; paths: string[] }
  | { kind: "refused"; path: string; fault: Fault };

/** A phase of a run; service is the path of the service whose it is, "" for one of the repository. */
export interface Phase {
  phase: string;
  service: string;
}

/** Judges a dropped, pasted or picked path before it is analysed. `begun` hears the new run's id. */
export function createOpening(bridge: OpeningBridge, begun: (run: string) => void) {
  const [obstacle, setObstacle] = createSignal<Obstacle>();
  const [busy, setBusy] = createSignal(false);

  async function guarded(path: string, work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      setObstacle({ kind: "refused", path, fault: rejected(thrown) });
    } finally {
      setBusy(false);
    }
  }

  const analyse = (path: string, hint = "") =>
    guarded(path, async () => {
      setObstacle(undefined);
      begun(await bridge.analyse(path, hint));
    });

  /** The same folder once more; what a model answered then answers again, without network. */
  const replay = (run: string, path: string) =>
    guarded(path, async () => {
      setObstacle(undefined);
      begun(await bridge.replayRun(run));
    });

  /** The same folder once more; a model that submitted nothing goes on where it was stopped. */
  const goOn = (run: string, path: string) =>
    guarded(path, async () => {
      setObstacle(undefined);
      begun(await bridge.goOn(run));
    });

  /** Analyses a run's folder again from one of its phases on. */
  const retry = (run: string, from: Phase, hint: string) =>
    guarded("", async () => begun(await bridge.retry(run, from.phase, from.service, hint)));

  /** A file opens the folder around it; a home or root folder asks first. */
  const open = (path: string) =>
    guarded(path, async () => {
      const folder = await bridge.look(path);
      if (!folder.exists) {
        const message = folder.message || "There is no such folder.";
        setObstacle({ kind: "refused", path, fault: { code: "FILE_NOT_FOUND", message, hint: "Check the path." } });
      } else if (folder.kind === "home" || folder.kind === "root") setObstacle({ kind: "large", folder });
      else await analyse(folder.is_folder ? folder.path : folder.parent);
    });

  async function openSeveral(paths: readonly string[]) {
    const [first] = paths;
    if (paths.length > 1) setObstacle({ kind: "several", paths: [...paths] });
    else if (first !== undefined) await open(first);
  }

  return {
    obstacle,
    busy,
    analyse,
    retry,
    replay,
    goOn,
    open,
    openSeveral,
    forget: () => setObstacle(undefined),
    pick: () =>
      guarded("", async () => {
        const path = await bridge.pickFolder();
        if (path !== "") await open(path);
      }),
    sample: (name: string) => guarded(name, async () => analyse(await bridge.openSample(name))),
  };
}

export type Opening = ReturnType<typeof createOpening>;
