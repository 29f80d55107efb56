import { createEffect, createSignal, onCleanup } from "solid-js";

/** The time in Unix milliseconds, which goes on each second while it is wanted. Must be created inside an owner. */
export function createClock(wanted: () => boolean): () => number {
  const [now, setNow] = createSignal(Date.now());
  createEffect(() => {
    if (!wanted()) return;
    setNow(Date.now());
    const tick = setInterval(() => setNow(Date.now()), 1000);
    onCleanup(() => clearInterval(tick));
  });
  return now;
}
