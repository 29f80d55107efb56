/** A real drag of a file's address onto a point of the screen. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pause, root, start, until } from "./app.mjs";

const xdo = (...args) => execFileSync("xdotool", args.map(String)).toString().trim();

/** Where the program's window is; xdotool counts the frame twice under openbox. */
export function place(title) {
  const id = xdo("search", "--onlyvisible", "--name", `^${title}$`).split("\n").at(-1);
  const info = execFileSync("xwininfo", ["-id", id]).toString();
  const number = (label) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(info)[1]);
  return {
    x: number("Absolute upper-left X"),
    y: number("Absolute upper-left Y"),
    width: number("Width"),
    height: number("Height"),
  };
}

export async function drag(path, to) {
  const address = pathToFileURL(path).href;
  const source = start("/usr/bin/python3", [join(root, "frontend/e2e/drag.py"), address, "1240", "840"], {});
  try {
    await until(async () => source.said().includes("is up"), "the drag source");
    await pause(600);
    const from = await until(async () => place("drag-source"), "the drag source's window");
    const begin = { x: from.x + 40, y: from.y + 25 };
    xdo("mousemove", begin.x, begin.y);
    await pause(200);
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
    await pause(400);
    xdo("mouseup", 1);
    await pause(800);
  } finally {
    await source.stop("SIGKILL");
  }
}
