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
