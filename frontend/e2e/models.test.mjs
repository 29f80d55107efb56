/** Models: the first steps, providers, what a run asks and costs, a second opinion. The model is a server of the test. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { accessible, analysed, call, go, noModels, paste, serve, shoot } from "./chromium.mjs";
import { openai } from "./openai.mjs";

const key = ["sk", "e2e", "0123456789abcdefghij"].join("-");
let model, server, one;
before(async () => {
  model = await openai('{"numbers": [1, 2, 3]}');
  server = await serve({ ...noModels, OPENAI_API_KEY: key });
});
after(async () => {
  await server?.stop();
  model?.stop();
});

/** Picks one of a list. */
async function choose(list, option) {
  await one.getByRole("button", { name: new RegExp(`^${list} `) }).click();
  await one.getByRole("option", { name: option, exact: true }).click();
}

/** The same screen in three looks, sound in each. */
async function looks(name) {
  for (const [look, media] of [
    ["light", { colorScheme: "light", contrast: "no-preference" }],
    ["dark", { colorScheme: "dark", contrast: "no-preference" }],
    ["contrast", { colorScheme: "dark", contrast: "more" }],
  ]) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `${name}-${look}`);
    await accessible(one, `${name} in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
}

async function section(name) {
  await go(one, "settings");
  await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name, exact: true }).click();
}

test("the first steps: rules only is one click away, and nothing asks again", async () => {
  one = await server.page({ firstSteps: true });
  await one.getByRole("heading", { name: "Choose how aipack thinks" }).waitFor();
  await one.getByText("OPENAI_API_KEY found", { exact: true }).waitFor();
  await looks("onboarding");
  await one
    .getByRole("radio", { name: /key|cloud/i })
    .first()
    .check();
  await one.getByRole("button", { name: /^Next/ }).click();
  await one.getByRole("heading", { name: "Add a key" }).waitFor();
  await looks("onboarding-key");
  await one.getByRole("button", { name: "Skip: rules only" }).click();
  await one.getByRole("heading", { name: "Choose how aipack thinks" }).waitFor({ state: "detached" });
  assert.equal((await call(one, "Onboarding.State")).needed, false);
  await one.reload();
  await one.getByText("What happens when you drop a folder").waitFor();
  assert.equal(await one.getByRole("region", { name: "First steps" }).count(), 0);
});

test("a provider is set up, tested and named in the header", async () => {
  await section("Providers");
  const row = one.getByRole("row").filter({ hasText: "OPENAI_API_KEY" });
  await row.getByRole("button").click();
  const address = one.getByLabel("Address");
  await address.fill("ftp://nowhere");
  await address.press("Tab");
  await one.getByRole("alert").waitFor();
  await address.fill(model.address);
  await address.press("Tab");
  await until(
    async () => (await call(one, "Models.Providers")).find((p) => p.provider === "openai").base_url === model.address,
    "the address",
  );
  await choose("Provider", "OpenAI");
  await choose("Analysis", "A model decides");
  await until(async () => (await call(one, "Settings.Current")).provider === "openai", "the provider");
  await one.getByRole("button", { name: "Test", exact: true }).click();
  await one
    .getByText("answers.")
    .waitFor()
    .catch(async (e) => {
      await shoot(one, "failed-provider");
      throw e;
    });
  await row.getByText("In use").waitFor();
  await looks("settings-providers");
  const chip = one.getByRole("button", { name: /^Model: / });
  await chip.click();
  await one.getByRole("dialog", { name: "Model in use" }).waitFor();
  await shoot(one, "model-chip-light");
  await one.keyboard.press("Escape");
  assert.equal((await one.content()).includes(key), false, "the key is in the page");
});

test("a model is measured: how far it is, cancelled, and the result beside its name", async () => {
  const usual = model.state.answer;
  const worth = one.getByText("Quality", { exact: true }).locator("..");
  let release;
  await section("Providers");
  await worth.getByText(/^not measured/).waitFor();
  model.state.held = new Promise((done) => (release = done));
  await worth.getByRole("button", { name: "Measure", exact: true }).click();
  await worth.getByText(/^0 of 10 projects, .* so far$/).waitFor();
  await shoot(one, "measuring-light");
  await go(one, "home"); // it goes on
  await section("Providers");
  await worth.getByRole("button", { name: "Cancel" }).click();
  await worth.getByText(/^not measured/).waitFor();
  model.state.held = undefined;
  release();
  model.state.answer =
    '{"known":true,"answer":7070,"path":"src/ports.rs","quote":"Port::Echo => 7070,","confidence":0.9}';
  await worth.getByRole("button", { name: "Measure", exact: true }).click();
  await worth.getByText(/put 1 of 7 wrong fields right, made none wrong/).waitFor();
  await looks("measured");
  assert.equal((await call(one, "History.Page", {}, 0, 1)).total, 0, "it is in the history");
  model.state.answer = usual;
  // A model of the cloud waits for the user's word; nothing is sent before.
  await call(one, "Models.SetKey", "anthropic", key);
  await one.getByRole("button", { name: "Claude" }).click();
  await worth.getByRole("button", { name: "Measure", exact: true }).click();
  const before = one.getByRole("group", { name: "Before measuring" });
  await before.getByText(/at most \$/).waitFor();
  await looks("measure-cloud");
  await before.getByRole("button", { name: "Not now" }).click();
  await before.waitFor({ state: "detached" });
  await call(one, "Models.RemoveKey", "anthropic");
  assert.deepEqual(one.faults, []);
});

test("a run that asks: retried, counted, shown word by word", async () => {
  model.state.failing = 1;
  model.state.sent.length = 0;
  await analysed(one, await fixture("single/node-express", "asking"));
  assert.ok(model.state.sent.length > 1, "the model was asked");
  await go(one, "analysis");
  // The stream shows its end; what came early is found by the filter.
  const filter = one.getByLabel("Filter the stream");
  await filter.fill("again");
  await one
    .getByRole("log")
    .getByText(/Asking .* again/)
    .first()
    .waitFor();
  await filter.fill("");
  await one.getByRole("log").getByText("The model answered").first().waitFor();
  await shoot(one, "analysis-model-light");
  const meter = one.getByRole("button", { name: /^Context/ });
  await meter.getByText(/ of 8\.0k$/).waitFor();
  await meter.click();
  await one.getByRole("region", { name: "Context" }).getByText("Instructions", { exact: true }).waitFor();
  await one.getByRole("region", { name: "Prompts" }).getByRole("heading", { name: "Its answer" }).waitFor();
  await looks("prompts");
  await one.getByRole("button", { name: "Back to the stream" }).click();
  assert.deepEqual(one.faults, []);
});

test("the same run again, from its recorded answers and without network", async () => {
  const first = await call(one, "History.Page", {}, 0, 1);
  model.state.sent.length = 0;
  await one.keyboard.press("Control+Shift+R");
  await until(async () => {
    const [last] = (await call(one, "History.Page", {}, 0, 1)).runs;
    return last.id !== first.runs[0].id && last.state === "completed";
  }, "the run from the recording");
  const [again] = (await call(one, "History.Page", {}, 0, 1)).runs;
  assert.equal(model.state.sent.length, 0, "nothing was sent");
  const types = (await call(one, "Runs.Snapshot", again.id)).events.map((event) => event.type);
  assert.ok(types.includes("llm.response") && !types.includes("llm.failed"), "the recording answered");
  await go(one, "result");
  await one.getByRole("button", { name: "More" }).click();
  await one.getByRole("menuitem", { name: /Analyse again with recorded answers/ }).waitFor();
  await one.keyboard.press("Escape");
  assert.deepEqual(one.faults, []);
});

test("where the model does not answer, the Result and the History say so, and what to do", async () => {
  model.state.failing = 1_000;
  await analysed(one, await fixture("single/node-express", "refused"));
  const band = one.getByRole("status").filter({ hasText: "Rules only." });
  await band.getByText(/overloaded/).waitFor();
  await looks("result-rules-alone");
  await band.getByRole("button", { name: "Model settings" }).click();
  await one.getByRole("heading", { name: "Providers" }).waitFor();
  await go(one, "history");
  await one
    .getByRole("listitem")
    .filter({ hasText: "refused" })
    .getByText(/rules only: .*overloaded/)
    .waitFor({ state: "attached" });
  model.state.failing = 0;
  await go(one, "result");
  await band.getByRole("button", { name: "Try again" }).click();
  await band.waitFor({ state: "detached" });
  assert.deepEqual(one.faults, []);
});

test("a second opinion stands beside the first", async () => {
  await go(one, "result");
  await one.getByRole("button", { name: "More" }).click();
  await one
    .getByRole("menuitem", { name: /Second opinion of/ })
    .first()
    .click();
  await one.getByRole("region", { name: "Comparison" }).waitFor();
  await shoot(one, "second-opinion-light");
});

test("what a model was told is summarised and put back, with keys", async () => {
  let release;
  model.state.held = new Promise((done) => (release = done));
  model.state.calls = [..."abcde"].map((name) => ["search_files", `{"pattern":"${name}*"}`]);
  const dir = await folder("unknown");
  for (const name of ["main.zzz", "other.zzz"]) await writeFile(join(dir, name), "begin\n  serve 8080\nend\n");
  await paste(one, dir);
  await until(async () => model.state.calls.length === 0, "five tool calls");
  await one.getByRole("button", { name: /^Context/ }).click();
  const context = one.getByRole("region", { name: "Context" });
  await context.getByRole("button", { name: "Summarise now" }).press("Enter");
  await context.getByText(/messages summarised$/).waitFor();
  await shoot(one, "context-light");
  await one.keyboard.press("u");
  await context.getByText(/messages summarised$/).waitFor({ state: "detached" });
  release();
  model.state.held = undefined;
  await context.getByRole("button", { name: "Summarise now" }).waitFor({ state: "detached" });
  await one.getByRole("button", { name: "Back to the stream" }).click();
  await one.getByLabel("Filter the stream").fill("messages"); // a list shows what is in view
  const log = one.getByRole("log");
  const filter = one.getByLabel("Filter the stream");
  for (const told of ["older messages summarised", "messages restored"]) {
    await filter.fill(told);
    await log.getByText(told).waitFor();
  }
  await filter.fill("");
  assert.deepEqual(one.faults, []);
});

test("the cost of a month gets a cap", async () => {
  await section("Limits");
  const cap = one.getByLabel("Monthly budget");
  await cap.fill("5");
  await cap.press("Tab");
  await until(async () => (await call(one, "Settings.Current")).monthly_cap_usd === 5, "the cap");
  await section("Providers");
  await one.getByText(/of the monthly budget of \$5/).waitFor();
  assert.deepEqual(one.faults, []);
});

test("models of this computer, and its hardware", async () => {
  await section("Models");
  await one.getByText("Import a GGUF file").waitFor();
  await looks("settings-models");
  await section("Hardware");
  await one.getByText("Processor", { exact: true }).waitFor();
  await looks("settings-hardware");
  await one.getByRole("button", { name: /^\d+ jobs?$/ }).click();
  await one.getByText("Nothing is running.").waitFor();
  await one.keyboard.press("Escape");
  assert.deepEqual(one.faults, []);
});
