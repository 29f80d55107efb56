import { createRoot, createSignal, getOwner } from "solid-js";
import type { Snapshot } from "~/bridge/types";
import { createReplay, type Replay } from "./replay";

/** The recorded run that is played, if one is. Must be created inside an owner. */
export function createCurrentReplay(read: (run: string) => Promise<Snapshot>) {
  const owner = getOwner();
  const [replay, setReplay] = createSignal<Replay>();
  let wanted = "";
  let dispose: (() => void) | undefined;

  function drop() {
    wanted = "";
    dispose?.();
    dispose = undefined;
    setReplay(undefined);
  }

  /** Plays a run from its beginning; gives false where another one was asked for meanwhile. */
  async function start(run: string): Promise<boolean> {
    wanted = run;
    const snapshot = await read(run);
    if (wanted !== run) return false;
    drop();
    createRoot((done) => {
      dispose = done;
      const made = createReplay(snapshot);
      setReplay(made);
      made.play();
    }, owner);
    return true;
  }

  return { replay, start, drop };
}
