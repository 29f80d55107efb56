/** A real drag of a file's address onto a point of the screen. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pause, root, start, until } from "./app.mjs";

const xdo = (...args) => execFileSync("xdotool", args.map(String)).toString().trim();

/** The window with a title, as X numbers it. */
export const window = (title) => xdo("search", "--onlyvisible", "--name", `^${title}$`).split("\n").at(-1);

/** Where the program's window is; xdotool counts the frame twice under openbox. */
export function place(title) {
  const id = window(title);
  const info = execFileSync("xwininfo", ["-id", id]).toString();
  const number = (label) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(info)[1]);
  return {
    x: number("Absolute upper-left X"),
    y: number("Absolute upper-left Y"),
    width: number("Width"),
    height: number("Height"),
  };
}

/** Drags, and waits until the source has handed over what was dropped. On a busy machine GTK may miss a beginning. */
export async function drag(path, to) {
  const address = pathToFileURL(path).href;
  const source = start("/usr/bin/python3", [join(root, "frontend/e2e/drag.py"), address, "1240", "840"], {});
  const began = () => source.said().includes("drag begins");
  try {
    await until(async () => source.said().includes("is up"), "the drag source");
    const from = await until(async () => place("drag-source"), "the drag source's window");
    const begin = { x: from.x + 40, y: from.y + 25 };
    for (let tries = 0; tries < 5 && !began(); tries++) {
      xdo("mouseup", 1);
      xdo("mousemove", begin.x, begin.y);
      await pause(300);
      xdo("mousedown", 1);
      await pause(200);
      for (let step = 1; step <= 10; step++) {
        xdo(
          "mousemove",
          Math.round(begin.x + ((to.x - begin.x) * step) / 10),
          Math.round(begin.y + ((to.y - begin.y) * step) / 10),
        );
        await pause(60);
      }
      xdo("mousemove_relative", 3, 3);
      await until(async () => began(), "the drag to begin", 5_000).catch(() => undefined);
    }
    await pause(400); // the window under the pointer is asked what it takes
    xdo("mouseup", 1);
    await Promise.race([source.ended, pause(20_000)]); // it ends with its drag
  } finally {
    xdo("mouseup", 1);
    await source.stop("SIGKILL");
  }
}
