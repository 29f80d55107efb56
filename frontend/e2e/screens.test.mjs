/** Every screen in light, dark, high contrast and at 1024 pixels: sound for axe, and a picture to look at. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { analysed, call, go, pictured, serve, shoot } from "./chromium.mjs";
import { broken, incomplete, proven, ran, stopped, unplanned, wanting, withProof } from "./reports.mjs";

let server, one;
before(async () => {
  server = await serve();
  one = await server.page();
});
after(() => server?.stop());

async function pictures(steps) {
  const bad = [];
  // What an earlier test left open.
  for (let i = 0; i < 2; i++) await one.keyboard.press("Escape");
  for (const [name, arrive] of steps) {
    await arrive().catch(async (e) => {
      await shoot(one, `failed-${name}`);
      throw new Error(`on the way to ${name}, as build/screenshots/failed-${name}.png shows: ${e.message}`);
    });
    bad.push(...(await pictured(one, name)));
  }
  assert.deepEqual(bad, []);
  assert.deepEqual(one.faults, []);
}

const view = (name) => one.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name }).click();
const close = () => one.keyboard.press("Escape");

test("home, and the analysis of a monorepo", async () => {
  await pictures([
    ["home-empty", () => one.getByText("What happens when you drop a folder").waitFor()],
    [
      "home-refused",
      async () => {
        await one.getByRole("button", { name: "Paste path" }).click();
        await one.getByLabel("Path of the project folder").fill("/no/such/folder");
        await one.keyboard.press("Enter");
        await one.getByText("There is no such folder").waitFor();
        assert.equal(await one.getByRole("dialog").getByText("/no/such/folder").count(), 1, "the path is said twice");
      },
    ],
    [
      "result",
      async () => {
        await close();
        await analysed(one, await fixture("monorepo/turborepo", "mono"));
      },
    ],
    [
      "result-why",
      async () => {
        await one.getByRole("button", { name: /^Confidence: .* Why\?$/ }).click();
        await one.getByRole("dialog", { name: "Why this confidence" }).getByText("counts twice").waitFor();
      },
    ],
    [
      "analysis",
      async () => {
        await one.keyboard.press("Escape");
        await go(one, "analysis");
      },
    ],
    [
      "analysis-retry",
      async () => {
        await one
          .getByRole("group", { name: "Phases of the analysis" })
          .getByRole("button", { name: /^port/ })
          .first()
          .click();
        await one.getByRole("form", { name: "Retry" }).waitFor();
      },
    ],
    [
      "analysis-file",
      async () => {
        await one.getByRole("button", { name: "Cancel" }).click();
        await one.getByRole("treeitem").getByText("turbo.json").click();
        await one.getByRole("group", { name: "turbo.json" }).waitFor();
      },
    ],
    [
      "result-canvas",
      async () => {
        await go(one, "result");
        await close();
        await view("Canvas");
        await one.getByRole("group", { name: "Graph of the services" }).waitFor();
      },
    ],
  ]);
});

test("the result of a service, corrected and exported", async () => {
  const project = await fixture("single/node-express", "shop");
  await close();
  writeFileSync(
    join(project, "Dockerfile"),
    'FROM node:20\nWORKDIR /app\nCOPY . .\nRUN npm install\nCMD ["npm", "start"]\n',
  );
  await analysed(one, project);
  await pictures([
    [
      "result-evidence",
      async () => {
        await one
          .getByRole("button", { name: /, evidence:/ })
          .nth(2)
          .click();
        await one.getByRole("dialog").waitFor();
      },
    ],
    [
      "result-edited",
      async () => {
        await close();
        const port = one.getByLabel("Port 1", { exact: true }).first();
        await port.fill("4321");
        await port.press("Tab");
        await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 4321").waitFor();
        await one
          .getByLabel("Start command")
          .or(one.getByLabel("Command", { exact: true }))
          .first()
          .hover();
      },
    ],
    ["result-json", () => view("JSON")],
    ["result-diff", () => view("Diff")],
    ["result-yours", () => view("Yours")],
    [
      "export",
      async () => {
        await view("Form");
        await one.keyboard.press("Control+E");
        await one.getByRole("dialog").getByText("CMD").first().waitFor(); // theirs beside ours
      },
    ],
    [
      "export-written",
      async () => {
        const dialog = one.getByRole("dialog");
        await dialog.getByRole("checkbox", { name: "Write Dockerfile" }).check();
        await dialog.getByRole("button", { name: "Replace 1, keep backups" }).click();
        await dialog.getByRole("list", { name: "What to do next" }).waitFor();
      },
    ],
  ]);
});

test("a proof that failed and one that holds", async () => {
  const project = await fixture("single/node-express", "proofs");
  await close();
  const run = await analysed(one, project);
  const { content } = (await call(one, "Plan.Service", run, ".")).dockerfile;
  const at = 1_760_000_000_000;
  const file = join(await folder("recording"), "run.json");
  await call(one, "History.Export", run, file);
  const recording = JSON.parse(readFileSync(file, "utf8"));
  const prove = async (report, name) => {
    recording.run.StartedAt++; // it stands above the one before
    recording.run.Name = name;
    writeFileSync(file, JSON.stringify(withProof(recording, report)));
    await call(one, "History.Import", file);
    await go(one, "history");
    await one.getByRole("listitem").getByText(name, { exact: true }).dblclick();
    await one.getByRole("tab", { name }).waitFor();
    await go(one, "prove");
  };
  await pictures([
    ["prove", () => go(one, "prove").then(() => one.getByText("No builder was found").waitFor())],
    ["prove-failed", () => prove(broken(content, at), "till").then(() => one.getByText("Retry").waitFor())],
    [
      "prove-unplanned",
      () => prove(unplanned(content, at), "door").then(() => one.getByText("GET / at 0.0.0.0:7171").waitFor()),
    ],
    [
      "prove-stopped",
      () =>
        prove(stopped(content, at), "cut").then(() =>
          one
            .getByText(/was stopped before its proof ended/)
            .first()
            .waitFor(),
        ),
    ],
    ["prove-ran", () => prove(ran(content, at), "job").then(() => one.getByText("job ran and ended").waitFor())],
    [
      "prove-incomplete",
      () => prove(incomplete(content, at), "desk").then(() => one.getByText("tried without nats").waitFor()),
    ],
    [
      "prove-variables",
      async () => {
        await prove(wanting(content, at), "pay");
        await one.getByRole("button", { name: "Set STRIPE_KEY for the proof" }).click();
        const dialog = one.getByRole("dialog", { name: "Variables for pay" });
        await dialog.getByLabel("Value", { exact: true }).fill("hunter2");
        await one.keyboard.press("Enter");
        await dialog.getByRole("button", { name: "Show the value of STRIPE_KEY" }).click();
        await until(
          async () => (await dialog.getByLabel("Value of STRIPE_KEY", { exact: true }).inputValue()) === "hunter2",
          "the value of the secret",
        );
      },
    ],
    [
      "prove-proven",
      async () => {
        await close(); // the button's tooltip, and the dialog
        await close();
        await prove(proven(content, at), "store");
        await one.getByRole("heading", { name: "Requests", exact: true }).waitFor();
      },
    ],
  ]);
});

test("history, settings, palette", async () => {
  const section = (name) => async () => {
    await go(one, "settings");
    await one.getByRole("navigation", { name: "Sections" }).getByRole("button", { name }).click();
  };
  await pictures([
    ["home", () => go(one, "home")],
    ["history", () => go(one, "history")],
    [
      "history-compare",
      async () => {
        for (const name of ["store", "shop"]) {
          const row = one.getByRole("listitem").filter({ has: one.getByText(name, { exact: true }) });
          await row.locator("label").click();
        }
        await one.keyboard.press("Control+Enter");
        await one.getByRole("region", { name: "Comparison" }).waitFor();
      },
    ],
    [
      "replay",
      async () => {
        await one.getByRole("button", { name: "Replay" }).first().click();
        await one.getByLabel("Position in the recording").waitFor();
      },
    ],
    ["settings", async () => void (await close(), await section("General")())],
    ["settings-limits", section("Limits")],
    ["settings-data", section("Data")],
    [
      "settings-diagnostics",
      () =>
        section("Diagnostics")().then(() =>
          one
            .getByRole("img", { name: /^Time of the last/ })
            .locator("canvas")
            .waitFor(),
        ),
    ],
    ["settings-shortcuts", section("Shortcuts")],
    [
      "palette",
      async () => {
        await one.keyboard.press("Control+K");
        await one.getByRole("combobox", { name: "Command", exact: true }).fill("re");
      },
    ],
    [
      "shortcuts",
      async () => {
        await close();
        await one.keyboard.press("?");
        await one.getByRole("dialog").waitFor();
      },
    ],
  ]);
});
