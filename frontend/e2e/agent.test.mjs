/** Agent: a question about the project, its answer with what shows it, stopping, going on, what is kept. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, until } from "./app.mjs";
import { accessible, analysed, call, go, noModels, serve, shoot } from "./chromium.mjs";
import { openai } from "./openai.mjs";

const key = ["sk", "e2e", "0123456789abcdefghij"].join("-");
let model, server, one, folder;
before(async () => {
  model = await openai();
});
after(async () => {
  await server?.stop();
  model?.stop();
});

async function open(env) {
  await server?.stop();
  server = await serve({ ...noModels, ...env });
  one = await server.page();
  folder = await fixture("single/node-express");
  await analysed(one, folder);
}

const ask = async (text) => {
  await one.getByLabel("Question", { exact: true }).fill(text);
  await one.keyboard.press("Enter");
};

test("without a model it says so, and leads to where one is chosen", async () => {
  await open({});
  await go(one, "agent");
  await one.getByRole("heading", { name: "Ask about this project" }).waitFor();
  await one.getByText(/^No model can be asked/).waitFor();
  await shoot(one, "agent-no-model");
  await accessible(one, "Agent without a model");
  await one.getByRole("button", { name: "Choose a model" }).click();
  await one.getByRole("navigation", { name: "Sections" }).waitFor();
});

test("a question is answered with the lines that show it", async () => {
  await open({ OPENAI_API_KEY: key });
  const found = (await call(one, "Models.Providers")).find((p) => p.provider === "openai");
  await call(one, "Models.SaveProvider", { ...found, base_url: model.address, model: "test-model" });
  const now = await call(one, "Settings.Current");
  await call(one, "Settings.Save", { ...now, provider: "openai" });
  model.state.calls = [["read_file", '{"path":"package.json"}']];
  model.state.answer =
    "It starts by **npm start**, as `package.json` says. <img src=x onerror=\"document.title='owned'\"> [more](https://example.com)\n\n- one\n- two";
  await go(one, "agent");
  await ask("How does it start?");
  const answer = one.getByRole("article");
  await answer.getByText("npm start").waitFor();
  await answer.getByRole("group", { name: "What shows it" }).waitFor();
  assert.equal(await answer.locator("img, a").count(), 0, "what a model writes leads nowhere");
  assert.notEqual(await one.title(), "owned");
  await answer.getByText("Looked something up once").waitFor();
  await answer.getByRole("button", { name: /^package\.json:/ }).click();
  await one.getByRole("region", { name: "File" }).getByRole("heading", { name: "package.json" }).waitFor();
  for (const [look, media] of [
    ["light", { colorScheme: "light", contrast: "no-preference" }],
    ["dark", { colorScheme: "dark", contrast: "no-preference" }],
    ["contrast", { colorScheme: "dark", contrast: "more" }],
  ]) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `agent-${look}`);
    await accessible(one, `Agent in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  assert.equal(
    model.state.sent.some((body) => JSON.stringify(body).includes(key)),
    false,
    "the key is not in what is sent",
  );
});

test("an answer is stopped, goes on, and is found again", async () => {
  let release;
  model.state.held = new Promise((done) => (release = done));
  model.state.answer = "It listens on 3000.";
  await ask("Which port?");
  await one.getByText("The model is at work").waitFor();
  await one.getByRole("button", { name: "Stop" }).click();
  await one.getByText(/^The last question has no whole answer/).waitFor();
  release();
  model.state.held = undefined;
  await one.getByRole("button", { name: "Go on" }).click();
  await one.getByText("It listens on 3000.").waitFor();

  const talks = one.getByRole("region", { name: "Conversations" });
  await talks.getByText("How does it start?").waitFor();
  await one.getByRole("button", { name: "New conversation" }).click();
  await one.getByRole("heading", { name: "Ask about this project" }).waitFor();
  await ask("Anything else?");
  await until(async () => (await talks.getByRole("listitem").count()) === 2, "two conversations");
  await one.reload();
  await go(one, "agent");
  await talks.getByText("How does it start?").click();
  await one.getByRole("article").getByText("npm start").waitFor();

  await talks.getByRole("button", { name: "Rename How does it start?" }).click();
  await talks.getByLabel("Title").fill("The start");
  await one.keyboard.press("Enter");
  await talks.getByText("The start").waitFor();
  await talks.getByLabel("Find a conversation").fill("else");
  await until(async () => (await talks.getByText("The start").count()) === 0, "the search");
  await talks.getByLabel("Find a conversation").fill("");
  await talks.getByRole("button", { name: "Delete The start" }).click();
  await until(async () => (await talks.getByText("The start").count()) === 0, "it is gone");
});

test("a conversation is summed up, and that is taken back; commands are told", async () => {
  const talks = one.getByRole("region", { name: "Conversations" });
  await talks.getByText("Anything else?").first().click();
  await one.getByRole("article").first().waitFor();
  await ask("/help");
  await one.getByRole("region", { name: "Commands" }).getByText("/compact").waitFor();
  await shoot(one, "agent-commands-help");
  await accessible(one, "The commands of a conversation");
  await ask("/foo");
  await one.getByText("There is no command /foo.").waitFor();
  model.state.answer = "It is so.";
  await ask("Is it so?");
  await one.getByText("It is so.").waitFor();
  await one.getByText(/^\d+ % of the model’s window$/).click();
  await one.getByRole("list", { name: "What the next question is sent with" }).getByText("instructions").waitFor();
  await shoot(one, "agent-meter");
  await accessible(one, "What the next question is sent with");
  model.state.answer = "## Goal\n- know it\n## Decisions\n- it is so\n## Open\n- nothing";
  await one.getByRole("button", { name: "Sum up what was said" }).click();
  const line = one.getByText("Turns 1–2 were summed up for the model");
  await line.click();
  await one.getByText("it is so", { exact: true }).waitFor();
  await shoot(one, "agent-summed");
  await accessible(one, "A conversation that was summed up");
  await ask("/undo");
  await until(async () => (await line.count()) === 0, "the summary is taken back");
  assert.equal(await one.getByRole("article").count(), 2);
});

test("a file is attached to a question", async () => {
  const field = one.getByLabel("Question", { exact: true });
  await field.fill("");
  await field.pressSequentially("What does @app");
  await one.getByRole("group", { name: "Files to attach" }).getByText("app.js").waitFor();
  await shoot(one, "agent-attach");
  await accessible(one, "Files to attach");
  await one.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "What does @app.js ");
  await one.keyboard.type("do?");
  model.state.answer = "It serves.";
  await one.keyboard.press("Enter");
  await one.getByText("It serves.").waitFor();
  assert.ok(
    model.state.sent.some((body) => JSON.stringify(body.messages).includes("the attached file app.js")),
    "the file is shown to the model",
  );
});

test("AIPACK.md is written once the user agrees, and notes are shown to the model after a yes", async () => {
  await writeFile(join(folder, "AGENTS.md"), "Use tabs. <b>now</b>\n");
  await ask("/init");
  const card = one.getByRole("region", { name: "Change of AIPACK.md" });
  await card.getByText("Create this file?").waitFor();
  await shoot(one, "agent-init");
  await card.focus();
  await one.keyboard.press("a");
  await one.getByText(/was written\. A model is shown it/).waitFor();
  assert.match(await readFile(join(folder, "AIPACK.md"), "utf8"), /## Start\n\n- `/);
  await one.getByRole("button", { name: "New conversation" }).click();
  const notes = one.getByRole("list", { name: "Notes of the project" });
  await notes.getByText("may be shown to the model once you have read it").waitFor();
  await notes.getByLabel("Text of AGENTS.md").getByText("Use tabs. <b>now</b>").waitFor();
  await shoot(one, "agent-notes");
  await accessible(one, "The notes of a project");
  await notes
    .getByRole("listitem")
    .filter({ hasText: "AGENTS.md" })
    .getByRole("button", { name: "Show it to the model" })
    .click();
  await until(async () => (await notes.getByText("is shown to the model").count()) === 2, "both are shown");
  model.state.answer = "With tabs.";
  await ask("Tabs or spaces?");
  await one.getByText("With tabs.").waitFor();
  assert.ok(
    model.state.sent.some((body) => JSON.stringify(body.messages).includes("the project's notes AGENTS.md")),
    "the notes are shown to the model",
  );
});

test("a field leads to a question about it", async () => {
  await go(one, "result");
  await one
    .getByRole("button", { name: /^Port.*evidence: / })
    .first()
    .click();
  await one.getByRole("button", { name: "Ask about it" }).click();
  await until(
    async () => /^Ports: why \d+\/tcp\?$/.test(await one.getByLabel("Question", { exact: true }).inputValue()),
    "the question",
  );
  model.state.answer = "Because `bin/www` says so.";
  await one.keyboard.press("Enter");
  await one.getByText("says so").waitFor();
});

test("what a change would break is said before it is approved", async () => {
  const broken = [
    "edit_file",
    JSON.stringify({ path: "app.js", old_string: "app.use(express.json());", new_string: "app.use(express.json(;" }),
  ];
  model.state.calls = [["read_file", '{"path":"app.js"}'], broken, broken];
  model.state.answer = "So be it.";
  await go(one, "agent");
  await one.getByRole("button", { name: "New conversation" }).click();
  await one.getByRole("radio", { name: "Change files" }).click();
  await ask("Break it");
  const card = one.getByRole("region", { name: "Change of app.js" });
  await card.getByRole("list", { name: "What it would break" }).getByText("app.js:6: unexpected ;").waitFor();
  await shoot(one, "agent-change-broken");
  await card.getByRole("button", { name: "Refuse" }).click();
  await one.getByText("So be it.").waitFor();
});

const looks = [
  ["light", { colorScheme: "light", contrast: "no-preference" }],
  ["dark", { colorScheme: "dark", contrast: "no-preference" }],
  ["contrast", { colorScheme: "dark", contrast: "more" }],
];

test("a change is shown by its lines, approved in part by keyboard alone, and taken back", async () => {
  const file = join(folder, "app.js");
  const before = await readFile(file, "utf8");
  const wanted = before.replace("'/healthz'", "'/health'").replace("sendStatus(401)", "sendStatus(403)");
  const steps = (now) => [
    ["read the routes", "completed"],
    ["rename the health route", now],
    ["say what is left", "pending"],
  ];
  const todo = (now) => [
    "todo_write",
    JSON.stringify({ todos: steps(now).map(([content, status]) => ({ content, status })) }),
  ];
  model.state.calls = [
    todo("pending"),
    ["read_file", '{"path":"app.js"}'],
    todo("in_progress"),
    ["write_file", JSON.stringify({ path: "app.js", content: wanted })],
  ];
  model.state.answer = "The routes are changed.";
  await go(one, "agent");
  await one.getByRole("button", { name: "New conversation" }).click();
  await one.getByRole("radio", { name: "Change files" }).click();
  await one.getByText(/each change is shown to you first/).waitFor();
  await ask("Rename the health route");
  const card = one.getByRole("region", { name: "Change of app.js" });
  await card.getByText("2 parts").waitFor();
  await one.getByRole("region", { name: "Steps" }).getByText("1 of 3").waitFor();
  await card.locator(".cm-leave-out").first().waitFor();
  assert.equal(await readFile(file, "utf8"), before, "nothing is written before it is approved");
  for (const [look, media] of looks) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `agent-change-${look}`);
    await accessible(one, `A change in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  await one.setViewportSize({ width: 960, height: 640 });
  await shoot(one, "agent-change-960");
  await one.setViewportSize({ width: 1280, height: 800 });

  // Another screen and back: the change still waits.
  await go(one, "home");
  await one.getByText("A question about project waits for you").first().waitFor();
  await go(one, "agent");
  await card.getByText("2 parts").waitFor();

  await card.focus();
  await one.keyboard.press("]");
  await one.keyboard.press("d");
  await card.getByText("1 part, altered").waitFor();
  await card.focus();
  await one.keyboard.press("a");
  await one.getByText("The routes are changed.").waitFor();
  const changed = one.getByRole("region", { name: "Changed files" });
  await changed.getByText("app.js").waitFor();
  await shoot(one, "agent-changed");
  const made = await readFile(file, "utf8");
  assert.ok(made !== before && made !== wanted, "one part of two");
  assert.ok([before.replace("'/healthz'", "'/health'"), before.replace("401", "403")].includes(made), made);

  // The question goes alone, comes again, and goes with its change.
  const field = one.getByLabel("Question", { exact: true });
  await one.getByRole("button", { name: "Take back the question alone" }).click();
  await until(
    async () => (await field.inputValue()) === "Rename the health route",
    "the question can be put otherwise",
  );
  await shoot(one, "agent-undone");
  await accessible(one, "A question that was taken back");
  assert.equal(await readFile(file, "utf8"), made);
  await one.getByRole("button", { name: "Bring it back" }).click();
  await one.getByText("The routes are changed.").waitFor();
  assert.equal(await field.inputValue(), "");

  await changed.getByRole("button", { name: "Take back", exact: true }).click();
  await changed.getByText("as it was before").waitFor();
  assert.equal(await readFile(file, "utf8"), before);
});

test("a change is edited first, refused with a word, and waits for who reloads the page", async () => {
  const file = join(folder, "app.js");
  const before = await readFile(file, "utf8");
  const wish = (word) => [
    "edit_file",
    JSON.stringify({ path: "app.js", old_string: "res.send('ok')", new_string: `res.send('${word}')` }),
  ];
  model.state.calls = [["read_file", '{"path":"app.js"}'], wish("one"), wish("two")];
  model.state.answer = "As you wish.";
  await ask("Say something else");
  const card = one.getByRole("region", { name: "Change of app.js" });
  await card.getByText("1 part").waitFor();
  await one.reload();
  await go(one, "agent");
  await card.getByText("1 part").waitFor();
  await card.getByLabel(/^Why you refuse/).fill("say two");
  await one.keyboard.press("Enter");
  await until(
    async () => model.state.sent.some((body) => JSON.stringify(body.messages).includes("say two")),
    "the word reaches the model",
  );
  assert.equal(await readFile(file, "utf8"), before);
  await card.getByRole("radio", { name: "Text" }).click();
  await card.getByLabel("The change as it was proposed").getByText("two").waitFor();
  await card.focus();
  await one.keyboard.press("e");
  const editor = card.getByLabel("app.js as it would be");
  await until(() => editor.evaluate((e) => e === document.activeElement), "the editor has the focus");
  await one.keyboard.press("Control+End");
  await one.keyboard.type("// mine");
  await card.getByRole("button", { name: "Approve what is left" }).click();
  await one.getByText("As you wish.").last().waitFor();
  assert.equal(await readFile(file, "utf8"), before.replace("'ok'", "'two'") + "// mine");

  await writeFile(file, "somebody else's\n");
  const changed = one.getByRole("region", { name: "Changed files" }).last();
  await changed.getByRole("button", { name: "Take back", exact: true }).click();
  await changed.getByRole("button", { name: "Take back all the same" }).click();
  await changed.getByText("as it was before").waitFor();
  assert.equal(await readFile(file, "utf8"), before);
});

test("a command waits for a yes, says where it runs, and what it came to", async () => {
  const run = (command) => ["bash", JSON.stringify({ command })];
  model.state.calls = [run("test -f package.json && echo here > made.txt; ls"), run("rm -rf /\u202e # harmless")];
  model.state.answer = "It is there.";
  await one.getByRole("button", { name: "New conversation" }).click();
  await one.getByRole("radio", { name: "Change files" }).click();
  await ask("Is there a package.json?");
  const card = one.getByRole("region", { name: "A command" });
  await card.getByText("on this computer", { exact: true }).waitFor();
  await card.getByLabel("The command").getByText("test -f package.json && echo here > made.txt; ls").waitFor();
  for (const [look, media] of looks) {
    await one.emulateMedia(media);
    await one.waitForTimeout(150);
    await shoot(one, `agent-command-${look}`);
    await accessible(one, `A command in ${look}`, look === "light" ? undefined : ["color-contrast"]);
  }
  await one.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  await card.focus();
  await one.keyboard.press("a");
  const change = one.getByRole("region", { name: "Change of made.txt" });
  await change.getByText("Create this file?").waitFor();
  await one.keyboard.press("x");
  await card.getByLabel("The command").getByText("rm -rf /\\u{202e} # harmless").waitFor();
  await one.keyboard.press("x");
  await one.getByText("It is there.").waitFor();
  const ran = one.getByRole("list", { name: "Commands" });
  await ran.getByText("exit code 0").waitFor();
  await ran.getByText("you refused it").waitFor();
  await ran.getByText("exit code 0").click();
  await ran.getByText(/package-lock\.json/).waitFor();
  await shoot(one, "agent-commands-ran");
});
