/** The flows of the window on real fixtures. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { analysed, call, go, paste, pictured, ready, serve } from "./chromium.mjs";

let server;
before(async () => (server = await serve()));
after(() => server?.stop());

test("a pasted folder is understood, corrected and exported", async () => {
  const one = await server.page();
  const project = await fixture("single/node-express", "shop");
  writeFileSync(join(project, "Dockerfile"), "FROM mine\n");
  const run = await analysed(one, project);
  const port = one.getByLabel("Port 1", { exact: true }).first();
  await port.fill("4321");
  await port.press("Tab");
  await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4321").waitFor();
  assert.ok((await call(one, "Plan.Service", run, ".")).edited.includes("/runtime/ports/0/port"));
  const results = await call(one, "Plan.Export", run, "", [], false, false);
  for (const path of ["Dockerfile", ".dockerignore"]) {
    assert.equal(results.files.find((r) => r.path === path).state, "kept"); // ours would count for theirs
  }
  assert.equal(readFileSync(join(project, "Dockerfile"), "utf8"), "FROM mine\n");
  assert.ok(!existsSync(join(project, ".dockerignore")));
  assert.ok(existsSync(join(project, "universalbuild.json")));
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a folder that was left out is said, and looked into by a click", async () => {
  const one = await server.page();
  const project = await fixture("single/node-express", "left");
  writeFileSync(join(project, ".gitignore"), "/generated/\n");
  mkdirSync(join(project, "generated"));
  writeFileSync(join(project, "generated", "api.js"), "module.exports = {};\n");
  await analysed(one, project);
  await go(one, "analysis");
  await one.getByRole("button", { name: "1 folder ignored" }).click();
  const said = one.getByRole("dialog", { name: "Ignored folders" });
  await said.getByText("not tracked by git, and ignored by .gitignore").waitFor();
  await said.getByRole("button", { name: "Read it anyway" }).click();
  await until(
    async () =>
      (await call(one, "History.Page", {}, 0, 9)).runs.filter((r) => r.path === project && r.state === "completed")
        .length === 2,
    "again",
  );
  await go(one, "analysis");
  await one.getByLabel("What is in the folder").waitFor();
  assert.equal(await one.getByRole("button", { name: /ignored$/ }).count(), 0);
  const now = await call(one, "Settings.Current");
  assert.deepEqual(now.read_folders, ["generated"]);
  await call(one, "Settings.Save", { ...now, read_folders: [] });
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("services whose tabs do not fit are in a menu behind the others", async () => {
  const one = await server.page();
  const project = join(await folder("many"), "many");
  for (const name of ["accounts", "billing", "catalogue", "deliveries", "notifications", "warehouse"]) {
    mkdirSync(join(project, name), { recursive: true });
    writeFileSync(join(project, name, "go.mod"), `module example.org/${name}\n\ngo 1.24\n`);
    writeFileSync(
      join(project, name, "main.go"),
      'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
    );
  }
  await analysed(one, project);
  const tabs = one.getByRole("tablist", { name: "Services" });
  assert.equal(await tabs.getByRole("tab").count(), 6);
  await one.getByRole("button", { name: "Services: all 6" }).click();
  await one.getByRole("menuitem", { name: "warehouse" }).click();
  await tabs.getByRole("tab", { name: "warehouse", selected: true }).waitFor();
  const [list, tab] = [await tabs.boundingBox(), await tabs.getByRole("tab", { selected: true }).boundingBox()];
  assert.ok(tab.x >= list.x - 1 && tab.x + tab.width <= list.x + list.width + 1, "the chosen tab is cut");
  await one.setViewportSize({ width: 2400, height: 800 });
  await one.getByRole("button", { name: "Services: all 6" }).waitFor({ state: "detached" });
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a reload in the middle of a run loses nothing", async () => {
  const one = await server.page();
  await paste(one, await fixture("monorepo/turborepo", "mono"));
  await until(
    async () => (await call(one, "History.Recents")).some((r) => r.name === "mono"),
    "the beginning of the run",
  );
  await one.reload();
  await ready(one);
  const run = await until(
    async () => (await call(one, "History.Recents")).find((r) => r.name === "mono" && r.state === "completed"),
    "the run",
  );
  const snapshot = await call(one, "Runs.Snapshot", run.id);
  assert.equal(snapshot.seq, snapshot.events.length);
  assert.ok(snapshot.documents.length >= 2);
  await one.context().close();
});

test("two detections are compared, an edit is undone, a run is deleted and brought back", async () => {
  const one = await server.page();
  const project = await fixture("single/python-flask", "flask");
  const first = await analysed(one, project);
  await call(one, "Plan.Edit", first, ".", "/runtime/ports/0/port", "5001");
  const undone = await call(one, "Plan.Undo", first, ".");
  assert.deepEqual(undone.edited, []);
  await call(one, "Plan.Redo", first, ".");
  const second = await call(one, "Runs.Analyse", project, "");
  await until(async () => (await call(one, "Runs.Snapshot", second)).state === "completed", "the second run");
  assert.deepEqual((await call(one, "Plan.Service", second, ".")).edited, ["/runtime/ports/0/port"]);
  await call(one, "Plan.Reset", second, ".", "");
  const [diff] = await call(one, "History.Compare", first, second);
  assert.equal(diff.fields.find((f) => f.field === "/runtime/ports/0/port").a, "5001");
  await call(one, "History.Delete", first);
  await assert.rejects(call(one, "Runs.Snapshot", first));
  await call(one, "History.Restore", first);
  assert.equal((await call(one, "Runs.Snapshot", first)).state, "completed");
  await one.context().close();
});

test("a Dockerfile written by hand stays apart from the plan, over a reload and another detection", async () => {
  const one = await server.page();
  const project = await fixture("single/node-express", "hand");
  const run = await analysed(one, project);
  await one.getByRole("button", { name: "Edit by hand" }).click();
  const editor = one.getByLabel("The Dockerfile, by hand");
  await editor.press("Control+Home");
  await one.keyboard.type("# mine\n");
  await one.getByText("This Dockerfile is written by hand.").waitFor();
  const port = one.getByLabel("Port 1", { exact: true }).first();
  await port.fill("4321");
  await port.press("Tab");
  await until(
    async () => (await call(one, "Plan.Service", run, ".")).generated.includes("EXPOSE 4321"),
    "the plan's own",
  );
  const mine = (await call(one, "Plan.Service", run, ".")).dockerfile.content;
  assert.match(mine, /^# mine\n/);
  assert.doesNotMatch(mine, /4321/);

  await one.reload();
  await ready(one);
  await one.getByText("This Dockerfile is written by hand.").waitFor(); // the screen is the one that was left
  const again = await call(one, "Runs.Analyse", project, "");
  await until(async () => (await call(one, "Runs.Snapshot", again)).state === "completed", "another detection");
  assert.equal((await call(one, "Plan.Service", again, ".")).dockerfile.content, mine);
  const results = await call(one, "Plan.Export", again, "", ["Dockerfile"], false, false);
  assert.equal(results.files.find((r) => r.path === "Dockerfile").state, "written");
  // Its last line says whose lines are whose.
  assert.ok(readFileSync(join(project, "Dockerfile"), "utf8").startsWith(`${mine}# Written by aipack (`));

  await one.getByRole("button", { name: "Compare" }).click();
  await one.getByRole("region", { name: "Comparison" }).getByText("# mine").waitFor();
  await one.getByRole("radio", { name: "Form" }).click();
  await one.getByRole("button", { name: "Back to ours" }).click();
  await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4321").waitFor();
  await one.getByRole("button", { name: "Undo" }).last().click();
  await one.getByText("This Dockerfile is written by hand.").waitFor();

  await one.getByRole("button", { name: "Edit by hand" }).click();
  await editor.press("Control+Home");
  await one.keyboard.type("RNU npm ci\n");
  await one.getByText("This Dockerfile has an error:").waitFor();
  await one.getByText(/^Cannot be proved: line \d+ of the Dockerfile/).waitFor();
  assert.ok(await one.locator("[aria-describedby=not-valid]").isDisabled());
  await one.getByRole("button", { name: "Show with its fields" }).click();
  await one.getByLabel("Lines of the Dockerfile").getByText("ParseError").waitFor();
  assert.deepEqual(await pictured(one, "result-hand-broken"), []);
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a run is retried from one of its phases, with the keyboard and a hint", async () => {
  const one = await server.page();
  const first = await analysed(one, await fixture("single/node-express", "retry"));
  await go(one, "analysis");
  const phases = one.getByRole("group", { name: "Phases of the analysis" });
  await phases.focus();
  const wanted = phases.getByRole("button", { name: /^start/ });
  for (let i = 0; i < 40 && !(await wanted.evaluate((b) => b === document.activeElement)); i++) {
    await one.keyboard.press("ArrowDown");
  }
  await one.keyboard.press("Enter");
  await one.getByRole("form", { name: "Retry" }).getByText("Retry from start").waitFor();
  await one.getByLabel("Hint").fill("it is started with npm start");
  await one.keyboard.press("Enter");
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();
  const again = await until(
    async () =>
      (await call(one, "History.Recents")).find((r) => r.name === "retry" && r.id !== first && r.state === "completed"),
    "the retry",
  );
  const { events, hint, documents } = await call(one, "Runs.Snapshot", again.id);
  assert.equal(hint, "it is started with npm start");
  assert.deepEqual([events[0].event.retry_from, events[0].event.retry_service], ["entrypoint", "."]);
  assert.deepEqual(documents, (await call(one, "Runs.Snapshot", first)).documents);
  await go(one, "analysis");
  await one.getByLabel("Filter the stream").fill("retried");
  await one.getByRole("log").getByText("Retried from start").waitFor();
  assert.deepEqual(one.faults, []);
  await one.context().close();
});
