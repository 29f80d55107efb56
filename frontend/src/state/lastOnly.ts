import { rejected } from "~/bridge/fault";
import type { Fault } from "~/bridge/types";

/** One question at a time: what was asked before it has no say any more. */
export function lastOnly() {
  let asked = 0;
  return async <T>(ask: () => Promise<T>, then: (answer: T) => void, failed: (fault: Fault) => void) => {
    const mine = ++asked;
    try {
      const answer = await ask();
      if (mine === asked) then(answer);
    } catch (thrown) {
      if (mine === asked) failed(rejected(thrown));
    }
  };
}
