/** A model that looks through a project and submits nothing: what is said, how it continues, and recorded answers. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, until } from "./app.mjs";
import { accessible, call, go, noModels, paste, serve, shoot } from "./chromium.mjs";
import { openai } from "./openai.mjs";

let model, server, one;
before(async () => {
  model = await openai("I do not know.");
  const key = ["sk", "e2e", "0123456789abcdefghij"].join("-");
  server = await serve({ ...noModels, OPENAI_API_KEY: key, OPENAI_BASE_URL: model.address });
  one = await server.page();
  await call(one, "Settings.Save", { ...(await call(one, "Settings.Current")), mode: "full", provider: "openai" });
  await one.reload();
});
after(async () => {
  await server?.stop();
  model?.stop();
});

async function diagnostics() {
  await go(one, "settings");
  await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Diagnostics" }).click();
}

/** Opens a folder in which nothing is found, and waits for the run's end. */
async function inVain(path) {
  const before = (await call(one, "History.Page", {}, 0, 1)).total;
  await paste(one, path);
  await until(async () => {
    const { runs, total } = await call(one, "History.Page", {}, 0, 1);
    return total > before && runs[0].path === path && runs[0].state === "completed";
  }, path);
}

test("a model that submitted nothing goes on in the same conversation, or gets more calls", async () => {
  const dir = await folder("vain");
  await writeFile(join(dir, "main.zzz"), "begin\n  serve 8080\nend\n");
  model.state.calls = [..."abcdefghijklmnopqr"].map((name) => ["search_files", `{"pattern":"${name}*"}`]);
  model.state.sent.length = 0;
  await inVain(dir);
  assert.equal(model.state.sent.length, 18, "16 calls, and two more to submit");
  const band = one.getByRole("status").filter({ hasText: "Rules only." });
  await band.getByText("The model used up its 16 tool calls and submitted nothing.").waitFor();
  await shoot(one, "analysis-vain-light");
  await accessible(one, "a model that submitted nothing");
  await band.getByRole("button", { name: "Raise the limit" }).click();
  await until(() => one.getByLabel("Tool calls").evaluate((field) => field === document.activeElement), "the row");
  await go(one, "analysis");
  await band.getByRole("button", { name: "Continue" }).click();
  await band.getByText(/called no tool twice in a row and submitted nothing, after 18 of 34 tool calls/).waitFor();
  assert.equal(model.state.sent.length, 20, "what it was asked before is not asked again");
  await one.getByRole("log").getByText("The model continues").waitFor();
  assert.deepEqual(one.faults, []);
});

test("recorded answers are used again where the settings say so", async () => {
  await diagnostics();
  await one.getByRole("checkbox", { name: "Use recorded answers" }).check();
  await shoot(one, "settings-diagnostics-light");
  const sent = model.state.sent.length;
  const { path } = (await call(one, "History.Page", { words: "vain" }, 0, 1)).runs[0];
  await inVain(path);
  assert.equal(model.state.sent.length, sent, "nothing was asked");
  await diagnostics();
  await one.getByRole("checkbox", { name: "Use recorded answers" }).uncheck();
  assert.deepEqual(one.faults, []);
});
