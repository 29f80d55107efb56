import { createSignal } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { Fault } from "~/bridge/types";

/** Things that may be refused: `fault` is why the last one was, until one goes well. */
export function createAttempts() {
  const [fault, setFault] = createSignal<Fault>();

  /** Gives nothing where the work was refused. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const value = await work();
      setFault(undefined);
      return value;
    } catch (thrown) {
      setFault(rejected(thrown));
      return undefined;
    }
  }

  return { fault, setFault, attempt };
}
