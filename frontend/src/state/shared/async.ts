import { rejected } from "~/bridge/fault";
import type { Fault } from "~/bridge/types";

/**
 * Runs once what was just set is on the screen: the second frame begins when the first has been shown. Soon in any case,
 * for a window that is hidden paints nothing.
 */
export function afterPaint(work: () => void) {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    work();
  };
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(once, 0)));
  setTimeout(once, 250);
}

/** One question at a time: what was asked before it has no say any more. */
export function latestOnly() {
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
