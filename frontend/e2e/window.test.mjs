/** The shipped program in its real window. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixture, folder, freePort, root, shots, start, until } from "./app.mjs";
import { drag, place, window } from "./drag.mjs";
import { openai } from "./openai.mjs";
import { inspect } from "./webkit.mjs";

const program = join(root, "build/bin/aipack");

async function open(data, ...args) {
  return openWith({}, data, ...args);
}

async function openWith(more, data, ...args) {
  const port = await freePort();
  // LC_ALL=C is what a bare system has; WebKit calls that language "C" too, which is none.
  const env = { AIPACK_DATA: data, WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`, LC_ALL: "C", ...more };
  const app = start(program, args, env);
  const page = await inspect(port);
  await until(() => page.evaluate("document.querySelector('nav') !== null"), "the page");
  // The first start asks how to think; a folder to open comes before that.
  if (
    args.length === 0 &&
    (await page.call("History.Page", {}, 0, 1)).total === 0 &&
    (await page.call("Onboarding.State")).needed
  ) {
    const skip = "[...document.querySelectorAll('footer button')].find((b) => b.innerText.startsWith('Skip'))";
    await until(() => page.evaluate(`${skip} !== undefined`), "the first steps");
    await page.evaluate(`void ${skip}.click()`);
  }
  return { app, page };
}

const shoot = (name) => execFileSync("import", ["-window", "root", join(shots, `window-${name}.png`)]);

test("opens a folder by argument, edits, exports, and finds it again after a restart", async () => {
  const data = await folder("data");
  const project = await fixture("single/node-express", "shop");
  const began = Date.now();
  let { app, page } = await open(data, project);
  await page.sees("FROM node:");
  console.log(`  the Result after ${Date.now() - began} ms from the start`);
  shoot("result");

  const [{ id: run_id }] = await page.call("History.Recents");
  const state = await page.call("Plan.Edit", run_id, ".", "/runtime/ports/0/port", "4321");
  assert.match(state.dockerfile.content, /EXPOSE 4321/);
  const results = await page.call("Plan.Export", run_id, "", [], false, false);
  assert.ok(
    results.files.every((r) => r.state === "written"),
    JSON.stringify(results),
  );
  assert.match(readFileSync(join(project, "Dockerfile"), "utf8"), /EXPOSE 4321/);

  await assert.rejects(page.call("Runs.Snapshot", "no such run"));
  const fault = await page.evaluate(
    "Object.values(window.go).find((types) => types.Runs).Runs.Snapshot('none').catch((e) => JSON.parse(e.message))",
  );
  assert.equal(fault.code, "FILE_NOT_FOUND");
  assert.ok(fault.hint);
  page.close();
  await app.stop();

  ({ app, page } = await open(data));
  await page.press("6", "Digit6", { ctrlKey: true });
  await page.sees("shop");
  shoot("history");
  assert.equal((await page.call("Program.Start")).last_run_id, run_id);
  const again = await page.call("Plan.Service", run_id, ".");
  assert.deepEqual(again.edited, ["/runtime/ports/0/port"]);
  page.close();
  await app.stop();
});

test("says that there is no display", async () => {
  const env = { ...process.env, AIPACK_DATA: await folder("data"), DISPLAY: ":9999" };
  const { status, stderr } = spawnSync(program, [], { env, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /the window cannot open: no display answers at DISPLAY=:9999/);
  assert.doesNotMatch(stderr, /goroutine/);
});

test("every screen opens on a system that names no language", async () => {
  const project = await fixture("single/node-express", "shop");
  const { app, page } = await open(await folder("data"), project);
  await page.sees("FROM node:");
  for (let i = 0; i < 3; i++) {
    const run = await page.call("Runs.Analyse", project, "");
    await until(async () => (await page.call("Runs.Snapshot", run)).state === "completed", "an analysis");
  }
  for (const [key, words] of Object.entries({
    1: "Recent",
    2: "Phases",
    3: "FROM",
    4: "Prove",
    5: "Ask about this project",
    6: "Impact",
    7: "History",
    8: "General",
  })) {
    await page.press(key, `Digit${key}`, { ctrlKey: true });
    await page.sees(words);
    assert.doesNotMatch(await page.text(), /This screen crashed/);
    if (words === "Impact") shoot("code-map");
    if (words === "Ask about this project") shoot("agent");
  }
  const sections = "[...document.querySelectorAll('[data-section]')]";
  for (const name of await page.evaluate(`${sections}.map((one) => one.dataset.section)`)) {
    await page.evaluate(`void ${sections}.find((one) => one.dataset.section === "${name}").click()`);
    await until(() => page.evaluate("document.querySelector('h1').innerText !== ''"), name);
    assert.doesNotMatch(await page.text(), /This screen crashed/);
    if (name === "diagnostics")
      await until(() => page.evaluate("document.querySelector('[role=img] canvas') !== null"), "the chart");
  }
  page.close();
  await app.stop();
});

test("a folder that is dropped is opened, and the page stays", async () => {
  const data = await folder("data");
  const project = await fixture("single/python-flask", "übung #1 a");
  const { app, page } = await open(data);
  await page.evaluate("void (window.stillHere = true)");
  const at = place("aipack");
  for (const [x, y] of [
    [0.5, 0.3],
    [0.3, 0.7],
    [0.7, 0.5],
  ]) {
    await page.press("1", "Digit1", { ctrlKey: true });
    const runs = async () => (await page.call("History.Page", {}, 0, 50)).total;
    const before = await runs();
    // A drop that the toolkit loses on a busy machine is made again, as a user would.
    for (let tries = 0; tries < 3 && (await runs()) === before; tries++) {
      await drag(project, { x: Math.round(at.x + at.width * x), y: Math.round(at.y + at.height * y) });
      await until(async () => (await runs()) > before, "the run of the dropped folder", 15_000).catch(() => undefined);
    }
    assert.ok((await runs()) > before, "the dropped folder was not opened");
    assert.equal(await page.evaluate("window.stillHere === true"), true, "the page was replaced");
  }
  const [recent] = await page.call("History.Recents");
  assert.equal(recent.path, project);
  shoot("dropped");
  page.close();
  await app.stop();
});

test(
  "a second start brings the first window forward and hands its folder over",
  { skip: !existsSync("/usr/bin/dbus-run-session") },
  async () => {
    const data = await folder("data");
    const project = await fixture("single/node-npm");
    const port = await freePort();
    // One session bus for both, as on a desktop; the second starts once the first stands.
    const stands = join(data, "stands");
    const script = `"${program}" & first=$!; echo "first=$first"; until [ -e "${stands}" ]; do sleep 0.1; done; "${program}" "${project}"; wait $first`;
    const both = start("dbus-run-session", ["--", "bash", "-c", script], {
      AIPACK_DATA: data,
      WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
    });
    const page = await inspect(port);
    await until(() => page.evaluate("document.querySelector('nav') !== null"), "the page");
    writeFileSync(stands, "");
    await until(
      async () => (await page.call("History.Recents")).some((r) => r.path === project),
      "the folder of the second start",
    );
    page.close();
    process.kill(Number(/first=(\d+)/.exec(both.said())[1]));
    await both.ended;
  },
);

test("closing asks first while something is under way", async () => {
  const model = await openai();
  let release;
  model.state.held = new Promise((then) => (release = then));
  const key = ["sk", "e2e", "0123456789abcdefghij"].join("-");
  const { app, page } = await openWith({ OPENAI_API_KEY: key, OPENAI_BASE_URL: model.address }, await folder("data"));
  const settings = await page.call("Settings.Current");
  await page.call("Settings.Save", { ...settings, mode: "full", provider: "openai" });
  const dir = await folder("unsure");
  writeFileSync(join(dir, "main.zzz"), "begin\n  serve 8080\nend\n");
  await page.call("Runs.Analyse", dir, "");
  await until(async () => (await page.call("Activity.List")).length === 1, "an analysis that waits for the model");

  const close = () => execFileSync("xdotool", ["windowactivate", "--sync", window("aipack"), "key", "alt+F4"]);
  const button = (name) => `[...document.querySelectorAll("footer button")].find((b) => b.innerText === "${name}")`;
  const asked = () => page.evaluate(`${button("Stop and quit")} !== undefined`);
  close();
  await until(asked, "the question");
  await page.sees("Analysing unsure");
  shoot("closing");
  await page.evaluate(`void ${button("Keep open")}.click()`);
  await until(async () => !(await asked()), "the end of the question");
  assert.equal((await page.call("Activity.List")).length, 1, "what was under way goes on");

  close();
  await until(asked, "the question, asked again");
  void page.evaluate(`void ${button("Stop and quit")}.click()`); // nobody is left to answer
  assert.equal(await app.ended, 0);
  page.close();
  release();
  model.stop();
});

test("a damaged history is set aside and said so", async () => {
  const data = await folder("data");
  let { app, page } = await open(data);
  page.close();
  await app.stop("SIGKILL");
  const file = join(data, "aipack.db");
  rmSync(`${file}-wal`, { force: true });
  execFileSync("dd", ["if=/dev/urandom", `of=${file}`, "bs=1k", "count=16", "status=none"]);
  ({ app, page } = await open(data));
  await page.sees("was damaged");
  assert.ok(readdirSync(data).some((name) => name.includes(".damaged-")));
  shoot("damaged-history");
  page.close();
  await app.stop();
});
