/** Runs once what was just set is painted; soon in any case, for a window that is hidden paints nothing. */
export function afterPaint(work: () => void) {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once, 0));
  setTimeout(once, 250);
}
