/**
 * A random walk over the shipped program in its real window: whatever is clicked, typed and
 * pressed, no screen breaks, nothing goes unhandled, and memory does not grow for ever.
 * AIPACK_WALK is how many actions a seed takes, AIPACK_SEEDS which seeds; make walk takes more.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noModels } from "./chromium.mjs";
import { fixture, folder, freePort, pause, root, start, until } from "./app.mjs";
import { walker } from "./walker.mjs";
import { inspect } from "./webkit.mjs";

const actions = Number(process.env.AIPACK_WALK ?? 250);
const seeds = (process.env.AIPACK_SEEDS ?? "1").split(",").map(Number);
const projects = [
  "single/node-express",
  "single/python-flask",
  "monorepo/turborepo",
  "single/go-mod",
  "single/static-html",
];

/** The window's processes, with the memory that each has for itself, in MB. */
function memory(pid) {
  let sum = 0;
  const below = (parent) => {
    const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${parent}/smaps_rollup`, "utf8"));
    sum += Number(pss?.[1] ?? 0) / 1024;
    for (const task of readdirSync(`/proc/${parent}/task`)) {
      const children = readFileSync(`/proc/${parent}/task/${task}/children`, "utf8").trim();
      for (const child of children ? children.split(" ") : []) below(child);
    }
  };
  try {
    below(pid);
  } catch {
    return sum; // a process that has just ended
  }
  return Math.round(sum);
}

/** Closes what of the desktop's own stands over the window: a dialog that picks a file. */
function closeDialogs() {
  const dialogs = () => {
    try {
      return execFileSync("xdotool", ["search", "--onlyvisible", "--class", "aipack"], { encoding: "utf8" })
        .trim()
        .split("\n");
    } catch {
      return [];
    }
  };
  const list = dialogs();
  if (list.length < 2) return;
  try {
    execFileSync("xdotool", ["windowactivate", "--sync", list.at(-1), "key", "Escape"], { timeout: 5000 });
  } catch {
    // it has closed by itself
  }
}

for (const seed of seeds) {
  test(`${actions} actions at random, seed ${seed}`, { timeout: 3_600_000 }, async () => {
    const port = await freePort();
    const env = {
      ...noModels,
      AIPACK_DATA: await folder("data"),
      AIPACK_MODELS: await folder("models"), // what it downloads by chance is nobody's
      XDG_CACHE_HOME: await folder("cache"),
      WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
      LC_ALL: "C",
      BROWSER: "true",
    };
    const app = start(join(root, "build/bin/aipack"), [], env);
    const page = await inspect(port);
    await until(() => page.evaluate("document.querySelector('nav, footer') !== null"), "the page");
    const dirs = [];
    for (const name of projects) {
      dirs.push(await fixture(name, name.split("/")[1]));
      const run = await page.call("Runs.Analyse", dirs.at(-1), "");
      await until(async () => (await page.call("Runs.Snapshot", run)).state === "completed", "an analysis");
    }
    const walk = async () => page.evaluate(`void (window.walk ??= ${walker(seed)})`);
    await walk();
    const done = [];
    const figures = [];
    for (let i = 0; i < actions; i++) {
      if (i === Math.floor(actions / 3)) appendFileSync(join(dirs[0], "package.json"), "\n{ not JSON");
      if (i === Math.floor(actions / 2)) rmSync(dirs[1], { recursive: true, force: true });
      await walk(); // a page that was loaded anew has none
      done.push(await page.evaluate("window.walk.step()"));
      await pause(20);
      const [faults, crashed, alive] = await page.evaluate(
        "[window.walk.faults, document.body.innerText.includes('This screen crashed'), document.querySelector('nav, footer, [role=dialog]') !== null]",
      );
      const last = `after ${done.length} actions:\n${done.slice(-25).join("\n")}`;
      assert.deepEqual(faults, [], last);
      assert.equal(crashed, false, last);
      assert.equal(alive, true, last);
      if (i % 10 === 9) closeDialogs();
      if (i % Math.max(1, Math.floor(actions / 10)) === 0) figures.push(memory(app.child.pid));
    }
    console.log(`  MB as it went: ${figures.join(", ")}`);
    assert.equal(app.child.exitCode, null, app.said());
    assert.doesNotMatch(app.said(), /panic|defect of aipack|goroutine \d+ \[/);
    page.close();
    await app.stop("SIGKILL"); // it may ask whether to end what is under way
  });
}
