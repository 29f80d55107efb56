import { createSignal } from "solid-js";

const [width, setWidth] = createSignal(1280);

/** Pixels of the screen to one of the design: 2 at a zoom of 200 %. */
export function scale(): number {
  return (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}

/**
 * Measurements the window in the units of its own font, and tells the style: 1280 px at 200 % are the room of 640, which no
 * media query can know. The variants wide, slim and tight stand for it.
 */
export function measureRoom() {
  const now = window.innerWidth / scale();
  const names = [now >= 1200 && "wide", now <= 1100 && "slim", now < 900 && "tight"].filter(Boolean);
  document.documentElement.dataset["room"] = names.join(" ");
  setWidth(now);
}

export const wide = () => width() >= 1200;
