/** Every flow without a mouse: nothing but keys, and what has the focus. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, until } from "./app.mjs";
import { call, serve } from "./chromium.mjs";

let server, one, project;
before(async () => {
  server = await serve();
  one = await server.page();
  project = await fixture("single/node-express", "keys");
});
after(() => server?.stop());

const press = async (...keys) => {
  for (const key of keys) await one.keyboard.press(key);
};
const focused = () =>
  one.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") || element?.labels?.[0]?.textContent || element?.textContent || "";
  });

/** Goes on with Tab until what has the focus is called so. */
async function tabTo(name, key = "Tab") {
  for (let i = 0; i < 120; i++) {
    if (name.test((await focused()).trim())) return;
    await press(key);
  }
  assert.fail(`Tab never comes to ${name}; it stands on “${await focused()}”`);
}

async function command(words) {
  await press("Control+k"); // the next key comes at once
  await one.keyboard.type(words);
  await press("Enter");
}

test("open a folder, read why, change the port, look at the file, undo and redo", async () => {
  await press("Control+v");
  await one.getByLabel("Path of the project folder").waitFor();
  await one.keyboard.type(project);
  await press("Enter");
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();

  await tabTo(/^Framework$/);
  await press("Tab");
  assert.match(await focused(), /^Build system$/, "Tab goes from field to field");
  await press("Shift+Tab", "End", "ArrowRight");
  assert.match(await focused(), /^Framework, evidence/, "the mark is reached with the arrow");
  await press("Shift+Tab", "Alt+e");
  const card = one.getByRole("dialog", { name: /Evidence for Framework/ });
  await card.waitFor();
  await until(() => card.evaluate((box) => box.contains(document.activeElement)), "the focus in the card");
  await tabTo(/^package\.json/);
  await press("Enter");
  await one.getByRole("group", { name: "package.json" }).waitFor();
  await press("Escape");
  await one.getByLabel("Lines of the Dockerfile").waitFor();

  await tabTo(/^Port 1$/);
  await press("Control+a");
  await one.keyboard.type("4321");
  await press("Tab");
  const line = one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4321");
  await line.waitFor();
  await tabTo(/^Remove port/);
  await press("Control+z");
  await line.waitFor({ state: "detached" });
  await press("Control+Shift+Z");
  await line.waitFor();
});

test("a field is gone to by its name, and what it makes comes into view", async () => {
  await one.setViewportSize({ width: 1280, height: 640 });
  const expose = one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4321");
  const visible = () =>
    expose.evaluate((line) => {
      const [box, pane] = [line, line.closest("[aria-label]")].map((one) => one.getBoundingClientRect());
      return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
    });
  await one.getByLabel("Lines of the Dockerfile").evaluate((pane) => (pane.scrollTop = 0));
  assert.equal(await visible(), false, "the line is in view already: nothing is tested");
  await command("run: ports");
  await until(async () => (await focused()) === "Port 1", "the field");
  await until(visible, "the line that the port makes");
  await one.keyboard.type("4322");
  await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4322").waitFor();
  await press("Control+z");
  await expose.waitFor();
  assert.equal(
    await one.getByLabel("Port 1", { exact: true }).first().inputValue(),
    "4321",
    "the undo shows in the field",
  );
  await press("Tab");
  await expose.waitFor();
  await one.setViewportSize({ width: 1280, height: 800 });
});

test("every view of the result, and the Dockerfile by hand", async () => {
  await command("Show as JSON");
  await one.getByLabel("The document as JSON").waitFor();
  await command("Show as difference");
  await one.getByRole("region", { name: "Comparison" }).waitFor();
  await command("Show as form");
  await command("Edit the Dockerfile by hand");
  await until(async () => (await focused()) === "The Dockerfile, by hand", "the editor");
  await press("Control+Home");
  await one.keyboard.type("# by hand\n");
  await one.getByText("This Dockerfile is written by hand.").waitFor();
  await command("Back to the plan");
  await one.getByLabel("Lines of the Dockerfile").waitFor();
  await one.getByText("The plan's Dockerfile is back").waitFor();
  await tabTo(/^Close$/);
  await press("Enter");
});

test("export", async () => {
  await press("Control+e");
  await one.getByRole("dialog", { name: "Export" }).waitFor();
  await until(async () => (await focused()) === "All files", "the first field of the dialog");
  await press("Enter");
  await one.getByRole("dialog").getByText("written", { exact: true }).first().waitFor();
  assert.ok(existsSync(join(project, "Dockerfile")));
  await press("Escape");
  await one.getByRole("dialog").waitFor({ state: "detached" });
});

test("analyse again, compare two runs, replay, delete and undo", async () => {
  await press("Control+r");
  await until(
    async () => (await call(one, "History.Page", {}, 0, 9)).runs.filter((r) => r.state === "completed").length === 2,
    "again",
  );
  await one.getByLabel("Lines of the Dockerfile").waitFor();
  await press("Control+7");
  await until(async () => (await focused()) === "Runs", "the list with the keys");
  await press("Home", "Space", "ArrowDown", "Space", "c");
  await one.getByRole("region", { name: "Comparison" }).waitFor();
  await press("p");
  await one.getByLabel("Position in the recording").waitFor();
  await press("Escape");
  await one.getByLabel("Position in the recording").waitFor({ state: "detached" });
  await press("Control+7");
  await tabTo(/^Runs$/);
  await press("Home", "Delete");
  await until(async () => (await call(one, "History.Page", {}, 0, 9)).total === 1, "the deletion");
  await one.getByText("is deleted").waitFor();
  await tabTo(/^Undo$/);
  await press("Enter");
  await until(async () => (await call(one, "History.Page", {}, 0, 9)).total === 2, "the run to be back");
});

test("the stream, the tree, panes, settings, themes and help", async () => {
  await press("Control+2");
  await press("/");
  await until(async () => (await focused()) === "Filter the stream", "the filter");
  await one.keyboard.type("runtime");
  await press("Tab");
  await tabTo(/^Files$/, "Shift+Tab");
  await press("ArrowDown", "Enter");
  await press("F6");
  assert.notEqual(await focused(), "Files");
  await press("Control+8");
  await tabTo(/^General/);
  await press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
  await one.getByRole("heading", { name: "Limits" }).waitFor();
  await press("/");
  await until(async () => (await focused()) === "Find a setting", "the search");
  await one.keyboard.type("retries");
  await press("Enter");
  await until(async () => (await focused()) === "Retries", "the control of the setting");
  await command(">zoom");
  await until(async () => (await focused()) === "Zoom", "the setting that the palette leads to");
  await command("high contrast");
  await until(() => one.evaluate(() => document.documentElement.dataset.theme.startsWith("contrast")), "high contrast");
  await command("system theme");
  await press("Control+=");
  await until(() => one.evaluate(() => parseFloat(document.documentElement.style.fontSize) > 16), "a larger window");
  await press("Control+0");
  await press("?");
  await one.getByRole("dialog").waitFor();
  await press("Escape");
  await press("Control+4");
  await one.getByText("No builder was found").waitFor();
  await press("Control+[");
  await one
    .getByRole("heading", { name: "Limits" })
    .or(one.getByRole("heading", { name: "General" }))
    .waitFor();
  assert.deepEqual(one.faults, []);
});

test("what is typed stays with the service in which it was typed", async () => {
  await press("Control+1", "Control+v");
  await one.getByLabel("Path of the project folder").waitFor();
  await one.keyboard.type(await fixture("monorepo/turborepo", "two"));
  await press("Enter");
  await one.getByRole("tab", { name: "web" }).waitFor();
  const run = await until(async () => {
    const [newest] = (await call(one, "History.Page", {}, 0, 1)).runs;
    return newest.name === "two" && newest.state === "completed" && newest.id;
  }, "the monorepo");
  await tabTo(/^Name$/);
  await press("Control+a");
  await one.keyboard.type("renamed");
  await press("Alt+2"); // before the pause after which it is saved, and without leaving the field
  await one.getByRole("tab", { name: "web", selected: true }).waitFor();
  const name = async (path) => JSON.parse((await call(one, "Plan.Service", run, path)).document).metadata.project_name;
  await until(async () => (await name("apps/api")) === "renamed", "the edit of the first service");
  await one.waitForTimeout(400);
  assert.equal(await name("apps/web"), "web");
  assert.equal(await one.getByLabel("Name", { exact: true }).inputValue(), "web");

  await command("Show as JSON");
  await one.getByLabel("The document as JSON").click();
  await press("Control+End", "Backspace", "Backspace");
  await one.getByText("This is not valid JSON.").waitFor();
  await press("Alt+1");
  await one.getByText("This is not valid JSON.").waitFor({ state: "detached" });
  await one.getByLabel("The document as JSON").getByText('"renamed"').first().waitFor();
});

test("the list of projects: sorted, and forgotten with all runs", async () => {
  const again = await call(one, "Runs.Analyse", project, "");
  await until(async () => (await call(one, "Runs.Snapshot", again)).state === "completed", "another run of it");
  await press("Control+1");
  const names = () => one.getByRole("rowheader").or(one.locator("tbody tr")).allInnerTexts();
  await until(async () => /^keys/.test((await names())[0]), "the newest first");
  await tabTo(/^Project$/);
  await press("Enter", "Enter");
  await one.getByRole("columnheader", { name: "Project" }).and(one.locator("[aria-sort=descending]")).waitFor();
  await until(async () => /^two/.test((await names())[0]), "the last name first");
  await press("Enter");
  await tabTo(/^keys/);
  await press("Delete");
  await one.getByText("keys is forgotten").waitFor();
  await until(async () => (await names()).every((text) => !/^keys/.test(text)), "no older run in its place");
  await tabTo(/^Undo$/);
  await press("Enter");
  await until(async () => (await names()).some((text) => /^keys/.test(text)), "it to be back");
  assert.deepEqual(one.faults, []);
});

test("at 200 % all that a screen offers is still in the window", async () => {
  for (const width of [1280, 960]) {
    await one.setViewportSize({ width, height: width === 960 ? 640 : 800 });
    for (const size of ["0", "=====", "--"]) {
      await press("Control+0");
      for (const key of size === "0" ? "" : size) await press(`Control+${key}`);
      const wanted = { 0: 100, "=====": 200, "--": 80 }[size];
      await until(async () => (await call(one, "Settings.Current")).zoom === wanted, `a zoom of ${wanted} %`);
      for (const screen of [2, 3, 4, 5, 6, 7, 8]) {
        await press(`Control+${screen}`);
        await one.locator("main header").first().waitFor();
        const outside = await one.evaluate(() =>
          [...document.querySelectorAll("header[data-pane] button")]
            .filter((button) => button.checkVisibility())
            .filter((button) => {
              const { left, right } = button.getBoundingClientRect();
              return left < 0 || right > window.innerWidth + 1;
            })
            .map((button) => button.textContent),
        );
        assert.deepEqual(outside, [], `screen ${screen} at ${wanted} % in ${width} px`);
      }
    }
  }
  await press("Control+0");
  await one.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(one.faults, []);
});
