/** The flows of the window in Chromium, on real fixtures, through Wails' development server. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, freePort, root, shots, start, until } from "./app.mjs";

const require = createRequire(join(root, "frontend/package.json"));
const { chromium } = require("playwright-core");
const { AxeBuilder } = require("@axe-core/playwright");

let app, browser, address, data;

before(async () => {
  data = await folder("data");
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  app = start(
    join(root, "build/bin/aipack-dev"),
    ["-devserver", `127.0.0.1:${port}`, "-assetdir", join(root, "frontend/dist")],
    { AIPACK_DATA: data },
  );
  await until(async () => (await fetch(address)).ok, `the development server; it said:\n${app.said()}`);
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

async function page(theme = "light") {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const one = await context.newPage();
  one.setDefaultTimeout(15_000);
  one.faults = [];
  // Wails' own ipc.js throws one of these per load in development.
  one.on("pageerror", (e) => e.stack?.includes("/wails/") || one.faults.push(e.stack ?? String(e)));
  await one.goto(address);
  await one.waitForFunction(() => window.go?.main?.App);
  await one.getByRole("navigation", { name: "Screens" }).waitFor();
  return one;
}

const call = (one, method, ...args) => one.evaluate(([m, a]) => window.go.main.App[m](...a), [method, args]);

async function paste(one, path) {
  await one.keyboard.press("Control+1");
  await one.getByRole("button", { name: "Paste path" }).click();
  await one.getByLabel("Path of the project folder").fill(path);
  await one.keyboard.press("Enter");
}

const dockerfile = (one, text) => one.getByText(text, { exact: false }).first().waitFor();

/** No serious problem of accessibility, and a picture. */
async function sound(one, name) {
  const { violations } = await new AxeBuilder({ page: one }).analyze();
  const bad = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  await one.screenshot({ path: join(shots, `${name}.png`) });
  assert.deepEqual(
    bad.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`),
    [],
    `axe on ${name}`,
  );
}

test("a pasted folder is understood, corrected and exported", async () => {
  const one = await page();
  const project = await fixture("single/node-express", "shop");
  writeFileSync(join(project, "Dockerfile"), "FROM mine\n");
  await paste(one, project);
  await dockerfile(one, "node:20-bookworm-slim");
  const port = one.getByLabel("Port 1", { exact: true }).first();
  await port.fill("4321");
  await port.press("Tab");
  await one
    .getByText(/EXPOSE\s*4321|4321/)
    .first()
    .waitFor();
  const [run] = await call(one, "Recents");
  await until(
    async () => (await call(one, "Service", run.id, ".")).edited.includes("/runtime/ports/0/port"),
    "the edit",
  );
  await one.keyboard.press("Control+E");
  await one.getByRole("dialog").waitFor();
  await one.screenshot({ path: join(shots, "export-light.png") });
  await one.keyboard.press("Escape");
  const results = await call(one, "Export", run.id, "", [], false);
  assert.equal(results.find((r) => r.path === "Dockerfile").state, "kept");
  assert.equal(readFileSync(join(project, "Dockerfile"), "utf8"), "FROM mine\n");
  assert.ok(existsSync(join(project, ".dockerignore")));
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a reload in the middle of a run loses nothing", async () => {
  const one = await page();
  await paste(one, await fixture("monorepo/turborepo", "mono"));
  await until(async () => (await call(one, "Recents")).some((r) => r.name === "mono"), "the beginning of the run");
  await one.reload();
  await one.waitForFunction(() => window.go?.main?.App);
  const run = await until(
    async () => (await call(one, "Recents")).find((r) => r.name === "mono" && r.state === "completed"),
    "the run",
  );
  const snapshot = await call(one, "Snapshot", run.id);
  assert.equal(snapshot.seq, snapshot.events.length);
  assert.ok(snapshot.documents.length >= 2);
  await one.context().close();
});

test("paths that are no project get a sentence", async () => {
  const one = await page();
  await paste(one, "/no/such/folder");
  await one.getByText("There is no folder /no/such/folder").first().waitFor();
  await one.context().close();
});

test("two detections are compared, an edit is undone, a run is deleted and brought back", async () => {
  const one = await page();
  const project = await fixture("single/python-flask", "flask");
  await paste(one, project);
  await dockerfile(one, "python:");
  const first = (await call(one, "Recents"))[0].id;
  await call(one, "Edit", first, ".", "/runtime/ports/0/port", "5001");
  const undone = await call(one, "Undo", first, ".");
  assert.deepEqual(undone.edited, []);
  await call(one, "Redo", first, ".");
  const second = await call(one, "Analyse", project, "");
  await until(async () => (await call(one, "Snapshot", second)).state === "completed", "the second run");
  assert.deepEqual((await call(one, "Service", second, ".")).edited, ["/runtime/ports/0/port"]);
  await call(one, "Reset", second, ".", "");
  const [diff] = await call(one, "Compare", first, second);
  assert.equal(diff.fields.find((f) => f.field === "/runtime/ports/0/port").a, "5001");
  await call(one, "DeleteRun", first);
  await assert.rejects(call(one, "Snapshot", first));
  await call(one, "RestoreRun", first);
  assert.equal((await call(one, "Snapshot", first)).state, "completed");
  await one.context().close();
});

for (const theme of ["light", "dark"]) {
  test(`every screen is sound in ${theme}`, async () => {
    const one = await page(theme);
    await paste(one, await fixture("monorepo/turborepo", `mono-${theme}`));
    await dockerfile(one, "FROM node:");
    const screens = ["home", "analysis", "result", "prove", "history", "settings"];
    const bad = [];
    for (const [i, name] of screens.entries()) {
      await one.keyboard.press(`Control+${i + 1}`);
      await one.waitForTimeout(400);
      await sound(one, `${name}-${theme}`).catch((e) => bad.push(e.message));
    }
    await one.keyboard.press("Control+K");
    await one.waitForTimeout(300);
    await sound(one, `palette-${theme}`).catch((e) => bad.push(e.message));
    assert.deepEqual(bad, []);
    assert.deepEqual(one.faults, []);
    await one.context().close();
  });
}
