/** The history: compared, restored, brought back, filtered, pinned, cleared, and saved after damage. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, until } from "./app.mjs";
import { analysed, call, go, pictured, serve, shoot } from "./chromium.mjs";

let server, one, project;
before(async () => {
  server = await serve();
  one = await server.page();
  project = await fixture("single/node-express", "shop");
  await analysed(one, project);
  await one.keyboard.press("Control+r");
  await until(
    async () => (await call(one, "History.Page", {}, 0, 9)).runs.filter((r) => r.state === "completed").length === 2,
    "the second analysis",
  );
});
after(() => server?.stop());

const rows = () => one.getByRole("region", { name: "Runs" }).getByRole("listitem");
const runs = async () => (await call(one, "History.Page", {}, 0, 9)).runs;

test("two runs are compared on one line a field, a value is restored, and Esc closes", async () => {
  const [newest] = await runs();
  await call(one, "Plan.Edit", newest.id, ".", "/runtime/workdir", '"/srv"');
  await go(one, "history");
  await rows().first().getByText("edited").waitFor({ state: "attached" }); // the list is that after the edit
  for (const box of await rows().locator("label").all()) await box.click();
  await one.keyboard.press("c");
  const compared = one.getByRole("region", { name: "Comparison" });
  const row = compared.getByRole("row").filter({ hasText: "/srv" });
  await row.waitFor();
  assert.ok((await row.boundingBox()).height <= 29, `a row of ${(await row.boundingBox()).height} px`);
  await compared.getByRole("button", { name: "Working directory" }).waitFor();
  await compared.getByText(/^\d+ fields the same$/).waitFor();
  assert.deepEqual(await pictured(one, "history-compared"), []);
  await row.hover();
  await row.getByRole("button", { name: "Restore" }).click();
  await compared.getByText("Both found the same").waitFor();
  await one.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  await one.keyboard.press("Escape");
  await compared.waitFor({ state: "detached" });
});

test("a deleted run comes back with Ctrl+Z, and the filters leave what they say", async () => {
  await rows().first().click();
  await one.keyboard.press("Delete");
  await until(async () => (await runs()).length === 1, "the deletion");
  await one.keyboard.press("Control+z");
  await until(async () => (await runs()).length === 2, "the run to be back");
  await one.getByRole("button", { name: "Result Any result" }).click();
  await one.getByRole("option", { name: "Proven", exact: true }).click();
  await one.getByText("No matching runs").waitFor();
  await one.getByRole("button", { name: "Show all runs" }).click();
  await rows().first().waitFor();
  await one.getByRole("button", { name: "Date Any time" }).focus();
  await one.keyboard.press("Delete"); // is no shortcut in a list to choose from
  assert.equal((await runs()).length, 2);
});

test("a project is pinned on Home with a key", async () => {
  await go(one, "home");
  await one.getByRole("row").filter({ hasText: "shop" }).click();
  await one.keyboard.press("t");
  await until(async () => (await call(one, "History.Recents"))[0].pinned, "the pin");
  await one.getByText("pinned", { exact: true }).waitFor();
  assert.deepEqual(await pictured(one, "home-pinned"), []);
});

test("what was saved of a damaged history is told until it is closed, also after a restart", async () => {
  await server.stop();
  const data = server.data;
  const file = join(data, "aipack.db");
  rmSync(`${file}-wal`, { force: true });
  execFileSync("dd", ["if=/dev/urandom", `of=${file}`, "bs=4k", "count=1", "conv=notrunc", "status=none"]);
  for (const last of [false, true]) {
    server = await serve({ AIPACK_DATA: data });
    one = await server.page();
    const told = one.getByRole("status").filter({ hasText: "The history was damaged." });
    await told.getByText("2 runs").waitFor();
    assert.equal((await runs()).length, 2);
    if (!last) {
      await shoot(one, "history-saved");
      await server.stop();
    }
  }
  await one.getByRole("status").filter({ hasText: "was damaged" }).getByRole("button", { name: "Close" }).click();
  await until(async () => !(await one.getByText("The history was damaged.").isVisible()), "the notice to go");
});

test("the history is cleared after a question", async () => {
  await go(one, "settings");
  await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Data" }).click();
  await one.getByText("Largest size").waitFor();
  assert.deepEqual(await pictured(one, "settings-data-rows"), []);
  await one.getByRole("button", { name: "Clear history" }).click();
  await one.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  assert.equal((await runs()).length, 2);
  await one.getByRole("button", { name: "Clear history" }).click();
  await one.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await until(async () => (await runs()).length === 0, "the end of the runs");
  assert.deepEqual(one.faults, []);
});
