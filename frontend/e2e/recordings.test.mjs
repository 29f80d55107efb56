/** Runs as recordings: replayed, exported, imported. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { analysed, call, chosen, go, serve } from "./chromium.mjs";

let server, one, run;
before(async () => {
  server = await serve();
  one = await server.page();
  run = await analysed(one, await fixture("monorepo/turborepo", "mono"));
});
after(() => server?.stop());

const place = () => one.getByLabel("Position in the recording");
const at = async () => Number(await place().inputValue());

test("a run is replayed at 1x, at 4x and step by step, without touching what is open", async () => {
  const snapshot = await call(one, "Runs.Snapshot", run);
  const before = (await call(one, "History.Page", {}, 0, 50)).total;
  await go(one, "history");
  await one.getByRole("button", { name: "Replay" }).first().click();
  await place().waitFor();
  assert.equal(Number(await place().getAttribute("max")), snapshot.events.length);
  await one.getByRole("radio", { name: "4×" }).click();
  await until(async () => (await at()) === snapshot.events.length, "the end of the recording");
  await one.getByRole("heading", { name: "Analysed mono" }).waitFor();
  await one.getByRole("heading", { name: "Analysed mono" }).click(); // arrows move a choice that has the focus
  await one.keyboard.press("ArrowLeft");
  await one.keyboard.press("ArrowLeft");
  assert.equal(await at(), snapshot.events.length - 2);
  await one.getByRole("heading", { name: "Analysing mono" }).waitFor();
  await one.keyboard.press("ArrowRight");
  assert.equal(await at(), snapshot.events.length - 1);
  await one.getByRole("radio", { name: "1×" }).click();
  await one.getByRole("button", { name: "Play" }).click();
  await until(async () => (await at()) === snapshot.events.length, "the end at the recorded speed");
  await one.getByRole("button", { name: "End", exact: true }).click();
  await place().waitFor({ state: "detached" });
  assert.equal((await call(one, "History.Page", {}, 0, 50)).total, before, "a replay is no run");
  assert.deepEqual(one.faults, []);
});

test("a run goes into a file and comes back with its edits", async () => {
  await call(one, "Plan.Edit", run, "apps/api", "/runtime/ports/0/port", "4321");
  const file = join(await folder("recording"), "run.aipack.json");
  await chosen(one, "History.Export", (id) => [id, file], file);
  await go(one, "history");
  await one.getByRole("button", { name: "Export this run" }).first().click();
  await one.getByText("Run exported").waitFor();

  await chosen(one, "History.Import", () => [file], file);
  await one.getByRole("button", { name: "Import run" }).click();
  await one.getByText("Run imported").waitFor();
  await one.getByRole("button", { name: "Open" }).last().click();
  await one.getByRole("tab", { name: "api" }).waitFor();
  assert.equal(await one.getByLabel("Port 1", { exact: true }).first().inputValue(), "4321");
  const { runs } = await call(one, "History.Page", {}, 0, 50);
  assert.equal(runs.length, 2);
  const [a, b] = await Promise.all(runs.map((row) => call(one, "Runs.Snapshot", row.id)));
  assert.deepEqual(a.documents, b.documents);
  assert.equal(a.events.length, b.events.length);
});

test("a newer recording and a file that is none are refused in words", async () => {
  const dir = await folder("recording");
  const file = join(dir, "run.aipack.json");
  await call(one, "History.Export", run, file);
  const newer = join(dir, "newer.aipack.json");
  writeFileSync(newer, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version: 99 }));
  const other = join(dir, "other.json");
  writeFileSync(other, '{"name": "shop"');
  for (const [path, words] of [
    [newer, "was written by a newer aipack"],
    [other, "is no recording of aipack"],
  ]) {
    await go(one, "home");
    await go(one, "history");
    await chosen(one, "History.Import", () => [path], path);
    await one.getByRole("button", { name: "Import run" }).click();
    await one.getByRole("alert").getByText(words).waitFor();
  }
  assert.equal((await call(one, "History.Page", {}, 0, 50)).total, 2);
});
