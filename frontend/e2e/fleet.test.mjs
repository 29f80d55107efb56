/** Fleet: none at first, then a queue that the command line made; filtered, opened, tried again and stopped by keyboard. */
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, root, start, until } from "./app.mjs";
import { call, noModels, pictured, serve } from "./chromium.mjs";

let server, one, list;
before(async () => {
  server = await serve(noModels);
  one = await server.page();
  const empty = join(await folder("empty"), "notes");
  await mkdir(empty);
  await writeFile(join(empty, "notes.txt"), "nothing to deploy\n");
  const folders = [
    await fixture("single/node-express", "shop"),
    await fixture("single/python-fastapi", "api"),
    await fixture("monorepo/turborepo", "site"),
    empty,
    join(empty, "gone"),
  ];
  list = join(await folder("list"), "repositories.txt");
  await writeFile(list, folders.join("\n"));
});
after(() => server?.stop());

/** A command of aipack fleet on the window's queue. */
const fleet = (...args) =>
  start(join(root, "build/bin/aipack"), ["fleet", ...args], { AIPACK_DATA: server.data, ...noModels });
const results = () => one.getByRole("list", { name: "Results" });
const rows = () => results().getByRole("listitem");

test("without a queue the page says how one begins, and makes none", async () => {
  await one.keyboard.press("Control+k");
  await one.keyboard.type("fleet");
  await one.keyboard.press("Enter");
  await one.getByRole("heading", { name: "No fleet yet" }).waitFor();
  await one.getByText("aipack fleet run LIST").waitFor();
  assert.deepEqual(await pictured(one, "fleet-none"), []);
  assert.ok(!(await readdir(server.data)).some((name) => name.startsWith("fleet")), "looking makes no queue");
});

test("what came of each is listed, filtered and opened by keyboard", async () => {
  const run = fleet("run", list);
  assert.equal(await run.ended, 1, run.said()); // one of them is not there
  await one.keyboard.press("r");
  await until(async () => (await rows().count()) === 5, "five results");
  assert.deepEqual(await pictured(one, "fleet"), []);

  const causes = one.getByRole("group", { name: "Results by cause" });
  await causes.getByRole("button", { name: /^unavailable/ }).click();
  await until(async () => (await rows().count()) === 1, "the one that is not there");
  await rows().getByText("there is no folder").waitFor();
  await causes.getByRole("button", { name: /^all/ }).click();
  await until(async () => (await rows().count()) === 5, "all again");

  await one.keyboard.press("/");
  await one.keyboard.type("/shop");
  await until(async () => (await rows().count()) === 1, "the shop alone");
  await one.keyboard.press("Control+a");
  await one.keyboard.press("Delete");
  await until(async () => (await rows().count()) === 5, "all once more");
  await results().focus();
  for (const key of ["Home", "ArrowDown", "Enter"]) await one.keyboard.press(key);
  const detail = one.getByRole("region", { name: "Detail" });
  await detail.getByText("unavailable", { exact: true }).waitFor();
  await one.keyboard.press("Home"); // the list has the focus still
  await detail.getByText("the folder as it lay there").waitFor();
  await results().getByText("/site").click();
  await detail.getByRole("list", { name: "Services" }).getByText("TypeScript").first().waitFor();
  assert.deepEqual(await pictured(one, "fleet-detail"), []);
  await one.keyboard.press("Escape");
  await until(async () => (await detail.count()) === 0, "it is closed");
});

test("what failed is tried again, waits for a worker, and is stopped once one says so", async () => {
  await one.getByRole("button", { name: "Try failed again" }).click();
  await one.getByText("1 job put into the queue again").waitFor();
  await one.getByText("No worker is there to do what waits").waitFor();
  assert.deepEqual(await pictured(one, "fleet-waiting"), []);
  await one.getByRole("button", { name: "Stop …" }).click();
  const asked = one.getByRole("dialog", { name: "Stop the fleet?" });
  await asked.getByRole("button", { name: "Go on" }).click();
  assert.equal((await call(one, "Fleet.State")).waiting, 1, "it goes on");
  await one.getByRole("button", { name: "Stop …" }).click();
  await asked.getByRole("button", { name: "Stop", exact: true }).click();
  await one.getByText("1 job taken out of the queue").waitFor();
  assert.equal((await call(one, "Fleet.State")).waiting, 0);

  await one.getByRole("button", { name: "Try failed again" }).click();
  await one.getByText("No worker is there to do what waits").waitFor();
  const work = fleet("work", "--until-empty");
  assert.equal(await work.ended, 0, work.said());
  // The page looks by itself while something waits.
  await until(async () => (await one.getByText("No worker is there to do what waits").count()) === 0, "it is done");
});

test("a folder is opened as if it were dropped, and the way back leads to the fleet", async () => {
  await results().getByText("/shop").click();
  await one.getByRole("region", { name: "Detail" }).getByRole("button", { name: "Open" }).click();
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();
  await one.keyboard.press("Control+7");
  await one.getByRole("button", { name: "Fleet" }).click();
  await until(async () => (await rows().count()) === 5, "the results");
  assert.deepEqual(one.faults, []);
});
