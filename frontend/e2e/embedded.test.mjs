/** The model on this computer, from the first step to an answer: no account, no server, a download over a bad line. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { accessible, call, go, noModels, paste, serve, shoot } from "./chromium.mjs";
import { hub, tinyModel } from "./hub.mjs";

let mirror, models, server, one;
before(async () => {
  mirror = await hub();
  models = await folder("models");
  server = await serve({
    HF_ENDPOINT: mirror.address,
    AIPACK_MODELS: models,
    ...noModels,
  });
});
after(async () => {
  await server?.stop();
  mirror?.stop();
});

const row = async () => (await call(one, "Downloads.List")).find((r) => r.id === "own:tiny.gguf");

/** Detects with the model: three thousand tokens a question are seconds on an idle machine, minutes on a busy one. */
async function detected(project) {
  await paste(one, project);
  return until(
    async () => (await call(one, "History.Recents")).find((r) => r.path === project && r.state === "completed")?.id,
    "the end of the run",
    400_000,
  );
}

test("on this computer: the model that suits is chosen already", async () => {
  one = await server.page({ firstSteps: true });
  await one.getByRole("heading", { name: "Choose how aipack thinks" }).waitFor();
  const way = one.getByRole("radio", { name: /On this computer/ });
  assert.equal(await way.isChecked(), true, "it is what a computer without account and server is offered");
  const { recommended, models: list } = await call(one, "LocalModels.Files");
  const name = list.find((m) => m.id === recommended).name;
  assert.equal(
    await one.getByRole("radio", { name: new RegExp(`^${name.replaceAll(".", "\\.")}`) }).isChecked(),
    true,
    name,
  );
  for (const { name, non_commercial } of list.filter((m) => m.offered)) {
    const line = one.getByRole("row").filter({ hasText: name });
    assert.equal(await line.getByText("not for commercial use").count(), non_commercial ? 1 : 0, name);
  }
  await one.getByRole("button", { name: /^Download \d/ }).waitFor();
  await shoot(one, "embedded-choose-light");
});

test("a name that the hub does not know is refused, and the first steps stay", async () => {
  const other = one.getByLabel("Another file from Hugging Face");
  await other.fill("no such file");
  await one.getByRole("button", { name: "Download", exact: false }).click();
  await one.getByRole("alert").getByText('there is no model "no such file"').waitFor();
  await one.getByText("Step 1 of 3").waitFor();
  await other.fill("me/models/tiny.gguf");
});

test("the download survives a cut line, a refusal and silence; the tray says so", async () => {
  await one.getByRole("button", { name: /^Download/ }).click();
  await one.getByRole("heading", { name: "Get the model ready" }).waitFor();
  await one
    .getByRole("region", { name: "First steps" })
    .getByText(/; trying again in \d+ s \(try \d\)/)
    .waitFor();
  await shoot(one, "embedded-cut-light");
  await one.getByRole("button", { name: /^Next/ }).click();
  await one.getByRole("heading", { name: "Container engine" }).waitFor();
  await one.getByRole("button", { name: /^Finish/ }).click();
  await one.getByRole("region", { name: "First steps" }).waitFor({ state: "detached" });
  await one.getByRole("button", { name: "1 job", exact: true }).click();
  await one
    .getByRole("dialog", { name: "Jobs" })
    .getByText(/stalled: no data for 10 s/)
    .waitFor();
  await shoot(one, "embedded-stalled-light");
  await accessible(one, "the tray with a stalled download");
  await one.reload(); // the download is the program's, not the page's
  mirror.goOn();
  await one.getByRole("button", { name: /^\d jobs?$/ }).click();
  await one
    .getByRole("dialog", { name: "Jobs" })
    .getByText(/^ready$/)
    .waitFor();
  assert.equal((await row()).state, "done");
  const third = Math.floor(mirror.data.length / 3);
  assert.deepEqual(mirror.ranges.slice(0, 3), ["", `bytes=${third}-`, `bytes=${third}-`]);
  assert.match(mirror.ranges[3], /^bytes=\d+-$/);
  assert.equal(mirror.ranges.length, 4, "every byte came once");
  assert.deepEqual(readFileSync(join(models, "tiny.gguf")), mirror.data);
  await one.keyboard.press("Escape");
});

test("it is the model that answers, and the rules' answer is not spoilt by it", async () => {
  await one.getByRole("button", { name: /^Model: .*own:tiny.gguf$/ }).waitFor();
  await call(one, "Settings.Save", { ...(await call(one, "Settings.Current")), mode: "llm" });
  const project = await fixture("single/node-express", "local");
  const run = await detected(project);
  const { events, documents } = await call(one, "Runs.Snapshot", run);
  const asked = events.filter((e) => e.type === "llm.response");
  assert.ok(asked.length > 0, "it was asked");
  assert.equal(documents.length, 1);
  await go(one, "analysis");
  await shoot(one, "embedded-analysis-light");
  assert.deepEqual(one.faults, []);
});

test("settings show it on the disk, sound, and take another by name", async () => {
  await go(one, "settings");
  await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Models", exact: true }).click();
  const mine = one.getByRole("row").filter({ hasText: "yours" });
  await mine.getByRole("button", { name: "Check the file" }).click();
  await mine.getByText("It is the file that was published.").waitFor();
  await one.getByLabel("Another model from Hugging Face").fill("me/models/absent.gguf");
  await one.getByRole("button", { name: "Download", exact: true }).last().click();
  await one.getByText("the server has no absent.gguf in me/models").first().waitFor();
  await shoot(one, "embedded-settings-light");
  await until(async () => (await call(one, "Downloads.List")).some((r) => r.state === "failed"), "the refusal");
  assert.deepEqual(one.faults, []);
});

test("a model file is measured where it lies, in one click", async () => {
  const mine = one.getByRole("row").filter({ hasText: "yours" });
  await mine.getByText("not measured").waitFor();
  await mine.getByRole("button", { name: "Measure", exact: true }).click();
  await mine.getByText(/^[1-9]\d* of 10 projects, .* so far$/).waitFor();
  await shoot(one, "embedded-measuring-light");
  await one.getByRole("button", { name: "1 job", exact: true }).click();
  await one.getByText(/^Measuring own:tiny\.gguf: \d+ of 10/).waitFor();
  await one.keyboard.press("Escape");
  await mine.getByText(/^measured .*put 0 of 7 wrong fields right, made none wrong/).waitFor({ timeout: 300_000 });
  await shoot(one, "embedded-measured-light");
  assert.deepEqual(one.faults, []);
});

test("a file on which llama.cpp aborts ends its worker alone, and the user reads why", async () => {
  tinyModel("-abort", join(models, "abort.gguf"));
  const settings = await call(one, "Settings.Current");
  await call(one, "Settings.Save", { ...settings, provider: "embedded" });
  await call(one, "Models.SaveProvider", { provider: "embedded", model: "own:abort.gguf", base_url: "" });
  const run = await detected(await fixture("single/node-express", "aborting"));
  const { events, documents } = await call(one, "Runs.Snapshot", run);
  assert.equal(documents.length, 1, "the rules answered all the same");
  assert.equal(events.filter((e) => e.type === "llm.failed").length, 1, "once is enough: it would abort again");
  await go(one, "analysis");
  await one
    .getByRole("log")
    .getByText(/llama\.cpp gave this model up: GGML_ASSERT/)
    .waitFor();
  await shoot(one, "embedded-aborted-light");
  assert.deepEqual(one.faults, []);
});
