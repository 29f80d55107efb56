/** Tool servers (MCP): set up in Settings by keyboard, tried, called by the agent with consent, removed. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, until } from "./app.mjs";
import { accessible, analysed, call, go, noModels, serve, shoot } from "./chromium.mjs";
import { mcp } from "./mcp.mjs";
import { openai } from "./openai.mjs";

const key = ["sk", "e2e", "0123456789abcdefghij"].join("-");
const secret = "key-of-the-tracker-123";
let model, tracker, server, one;
before(async () => {
  [model, tracker] = await Promise.all([openai(), mcp(secret)]);
  // No keychain: the secret lasts for this session.
  server = await serve({ ...noModels, OPENAI_API_KEY: key, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" });
  one = await server.page();
  await analysed(one, await fixture("single/node-express"));
  const found = (await call(one, "Models.Providers")).find((p) => p.provider === "openai");
  await call(one, "Models.SaveProvider", { ...found, base_url: model.address, model: "test-model" });
  await call(one, "Settings.Save", { ...(await call(one, "Settings.Current")), provider: "openai" });
});
after(async () => {
  await server?.stop();
  model?.stop();
  tracker?.stop();
});

const rows = () => one.getByRole("list", { name: "Tool servers" });

test("servers are set up by keyboard, tried, and say what went wrong", async () => {
  await go(one, "settings");
  await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Tool servers" }).click();
  await rows()
    .getByText(/^None is set up/)
    .waitFor();
  await one.getByLabel("Name of the server").focus();
  await one.keyboard.type("absent");
  await one.keyboard.press("Tab");
  await one.keyboard.type("no-such-program-of-mcp --serve");
  await one.keyboard.press("Enter");
  const absent = rows().getByRole("listitem").filter({ hasText: "no-such-program-of-mcp --serve" });
  await absent.getByText(/there is no program no-such-program-of-mcp/).waitFor();
  await absent.getByText(/^could not be started, at/).waitFor();

  await until(
    () => one.getByLabel("Name of the server").evaluate((e) => e === document.activeElement && e.value === ""),
    "the next one can be written",
  );
  for (const text of ["tracker", tracker.address, "X-Key", secret]) {
    await one.keyboard.type(text);
    await one.keyboard.press("Tab");
  }
  await one.keyboard.press("Enter");
  const row = rows().getByRole("listitem").filter({ hasText: tracker.address });
  await row.getByText(/^1 tool, at/).waitFor();
  await row.getByText("kept until aipack is closed: this computer has no usable keychain").waitFor();
  await row.getByText("Tools, as rules name them").click();
  await row.getByText("tracker/issue").waitFor();
  assert.equal(await one.getByLabel("Secret value").inputValue(), "", "the secret stays in no field");
  for (const [look, media] of [
    ["light", { colorScheme: "light", contrast: "no-preference" }],
    ["dark", { colorScheme: "dark", contrast: "no-preference" }],
    ["contrast", { colorScheme: "dark", contrast: "more" }],
  ]) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `tool-servers-${look}`);
    await accessible(one, `Tool servers in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  await absent.getByRole("button", { name: "Remove absent" }).click();
  await one.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await until(async () => (await absent.count()) === 0, "it is removed");
});

test("a call waits for a yes with all that is sent, and lasts as long as was said", async () => {
  const wish = ["mcp_tracker_issue", JSON.stringify({ id: "7\u202e" })];
  model.state.calls = [wish, wish];
  model.state.answer = "It is about the port.";
  await go(one, "agent");
  const ask = async (text) => {
    await one.getByLabel("Question", { exact: true }).fill(text);
    await one.keyboard.press("Enter");
  };
  await ask("What is issue 7 about?");
  const card = one.getByRole("region", { name: "A call of a tool" });
  await card.getByRole("heading", { name: "The model wants to call issue of the server tracker" }).waitFor();
  await card.getByLabel("What would be sent").getByText('"id": "7\\u{202e}"').waitFor();
  assert.equal(tracker.state.calls.length, 0, "nothing is sent before it is approved");
  for (const [look, media] of [
    ["light", { colorScheme: "light", contrast: "no-preference" }],
    ["dark", { colorScheme: "dark", contrast: "no-preference" }],
  ]) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `agent-call-${look}`);
    await accessible(one, `A call in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  await card.getByLabel("Allow it for longer").click();
  await one.getByRole("menuitem", { name: "Allow any call of tracker/issue in this conversation" }).click();
  await one.getByText("It is about the port.").waitFor();
  await one.getByText("Asked to call another program 2 times").waitFor();
  await one.getByText("Asked to call another program 2 times").click();
  await one.getByText('{"id":"7\\u{202e}"}').first().waitFor();
  assert.equal(tracker.state.calls.length, 2, "the second call is not asked about");
  const sent = JSON.stringify(model.state.sent);
  assert.ok(sent.includes("answer of tracker/issue"), "what it answered is shown as data");
  assert.ok(!sent.includes(secret), "the secret is in nothing that is sent to the model");
  for (const name of await readdir(server.data, { recursive: true })) {
    const text = await readFile(join(server.data, name), "latin1").catch(() => "");
    assert.ok(!text.includes(secret), `the secret is in ${name}`);
  }
});
