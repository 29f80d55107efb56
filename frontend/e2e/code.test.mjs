/** The Code map: found, looked at, gone through with keys alone, followed while files change. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { analysed, call, go, pictured, serve, shoot } from "./chromium.mjs";

const shop = {
  "package.json": '{"name": "shop-api", "private": true, "workspaces": ["apps/*"]}',
  "README.md": "# Shop\n\nSet PORT to change the listen port.\n",
  "apps/api/package.json":
    '{"name": "api", "scripts": {"start": "node src/server.js"}, "dependencies": {"express": "4.19.2", "zod": "3.23.8"}}',
  "apps/api/.env.example": "PORT=4000 # listen port\n",
  "apps/api/src/config.js":
    'import { z } from "zod";\nimport { env } from "./env.js";\n\nconst schema = z.coerce.number();\n\n/** Where the shop listens; the proxy before it must be told. */\nexport const listenPort =\n  schema.parse(env.PORT ?? 4000);\n\nexport const LISTEN_HOST = "0.0.0.0";\n',
  "apps/api/src/env.js":
    "export const env = { ...process.env };\n\nexport function flag(name) {\n  return env[name] === 'yes';\n}\n",
  "apps/api/src/server.js":
    'import express from "express";\nimport { listenPort, LISTEN_HOST } from "./config.js";\nimport { health } from "./routes/health.js";\nimport { orders } from "./routes/orders.js";\n\nexport function listenAndLog(app) {\n  app.listen(listenPort, LISTEN_HOST, () => console.log("on " + listenPort));\n}\n\nexport function start() {\n  const app = express();\n  health(app);\n  orders(app);\n  listenAndLog(app);\n  return app;\n}\n\nstart();\n',
  "apps/api/src/routes/health.js":
    'import { listenPort } from "../config.js";\n\nexport function health(app) {\n  app.get("/healthz", (_, res) => res.json({ port: listenPort }));\n}\n',
  "apps/api/src/routes/orders.js":
    'import { flag } from "../env.js";\nimport { total } from "../price.js";\n\nexport class Orders {\n  all = [];\n  add(order) {\n    this.all.push({ ...order, total: total(order) });\n  }\n}\n\nexport function orders(app) {\n  const kept = new Orders();\n  if (flag("ORDERS")) app.post("/orders", (req, res) => res.json(kept.add(req.body)));\n}\n\nfunction leftOver() {}\n',
  "apps/api/src/price.js":
    'import { round } from "./money.js";\n\nexport function total(order) {\n  return round(order.price * order.count);\n}\n\nexport const rate = 1.19;\n',
  "apps/api/src/money.js":
    'import { rate } from "./price.js";\n\nexport function round(sum) {\n  return Math.round(sum * rate);\n}\n',
  "apps/api/src/server.test.js":
    'import { listenPort } from "./config.js";\nimport { start } from "./server.js";\n\nstart();\nif (listenPort !== 4000) throw new Error("port");\n',
  "apps/web/package.json":
    '{"name": "web", "scripts": {"build": "vite build", "dev": "vite"}, "devDependencies": {"vite": "5.4.0"}}',
  "apps/web/index.html": '<script type="module" src="/src/main.js"></script>\n',
  "apps/web/src/main.js": 'import { importList } from "./lists.js";\n\nimportList(document.body);\n',
  "apps/web/src/lists.js": "export function importList(into) {\n  into.append('listen');\n}\n",
};

function lay(dir, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

let server, one, project, run;
before(async () => {
  server = await serve({ XDG_CACHE_HOME: await folder("cache") });
  one = await server.page();
  project = lay(join(await folder("shop"), "shop-api"), shop);
  run = await analysed(one, project);
});
after(() => server?.stop());

const press = async (...keys) => {
  for (const key of keys) await one.keyboard.press(key);
};
const focused = () =>
  one.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") || element?.textContent || "";
  });
const inspected = (name) =>
  one.getByRole("complementary", { name: "Inspect" }).locator("strong").getByText(name, { exact: true }).waitFor();
const box = (name) => one.getByRole("group", { name: "Graph around the focus" }).getByRole("button", { name });

const picture = async (name) => assert.deepEqual(await pictured(one, name), []);

test("a symbol is found by keys alone, seen around, and its references are gone to", async () => {
  await press("Control+Shift+F");
  await until(async () => (await focused()) === "Symbol or text", "the search");
  await until(async () => (await call(one, "Code.Open", run)).state === "current", "the code");
  await one.keyboard.type("listenport");
  await one
    .getByRole("option", { name: /listenPort/ })
    .first()
    .waitFor();
  await inspected("listenPort");
  await box(/^config\.js, listenPort/).waitFor();
  await box(/^server\.js/).waitFor();
  await one.getByText("In the text of files").waitFor();
  await one.getByText("Context for a model").first().waitFor();
  await picture("code-map");

  await press("Enter");
  await until(async () => /^config\.js, .*the focus$/.test(await focused()), "the focus of the graph");
  await press("=");
  await one.getByRole("img", { name: "Depth 2" }).waitFor();
  await press("-");
  await press("ArrowLeft");
  await until(async () => /depends on the focus$/.test(await focused()), "one that depends on it");
  const left = await focused();
  await press("Enter");
  const name = left.split(",")[0];
  await until(async () => (await focused()).startsWith(`${name}, file, the focus`), "it as the focus");
  await press("r");
  await until(async () => (await focused()) === "References", "the references");
  await press("Enter");
  await one.getByRole("region", { name: "Graph" }).locator("[data-here]").waitFor();
  await press("Escape");
  await box(/the focus$/)
    .first()
    .waitFor();
  await press("g");
  await until(async () => /the focus$/.test(await focused()), "the graph again");
  assert.deepEqual(one.faults, []);
});

test("the graph is a table too, which is copied", async () => {
  await press("Control+Shift+F");
  await one.keyboard.type("start");
  await inspected("start");
  await one.getByRole("radio", { name: "Table" }).click();
  await one.getByRole("table", { name: "Graph as a table" }).getByText("express").first().waitFor();
  await picture("code-map-table");
  await one.getByRole("button", { name: "Copy table" }).click();
  await one.getByText("Table copied").waitFor();
  await one.getByRole("radio", { name: "Graph", exact: true }).click();
  await one.getByRole("button", { name: /^Edges/ }).click();
  await one.getByRole("dialog").getByRole("radio", { name: "Symbols" }).click();
  await press("Escape");
  await box(/^listenAndLog/).waitFor();
  await picture("code-map-symbols");
  await one.getByRole("button", { name: /^Edges/ }).click();
  await one.getByRole("radio", { name: "Files" }).click();
  await press("Escape");
});

test("the outline by need and by path, issues, and text", async () => {
  await one.getByRole("tab", { name: "Outline" }).click();
  await one.getByRole("tree", { name: "Outline" }).getByText("apps").first().waitFor();
  await one.getByRole("radio", { name: "Path" }).click();
  const tree = one.getByRole("tree", { name: "Outline" });
  await tree.focus();
  // The other order comes a moment after it is asked for.
  await until(async () => {
    await press("Home", "ArrowRight", "ArrowRight");
    return tree.getByText("src").first().isVisible();
  }, "the folders of a service");
  await one.getByRole("treeitem").getByText("routes", { exact: true }).click();
  await one.getByRole("treeitem").getByText("orders.js").click();
  await one.getByRole("treeitem").getByText("Orders", { exact: true }).click();
  await inspected("Orders");
  await picture("code-map-outline");
  await one.getByRole("tab", { name: "Issues" }).click();
  const issues = one.getByRole("listbox", { name: "Issues" });
  await issues.getByText("leftOver").waitFor();
  await issues.getByText("apps/api/src/money.js, apps/api/src/price.js").click();
  await inspected("money.js");
  await picture("code-map-issues");
  await one.getByRole("radio", { name: "Text", exact: true }).click();
  await press("Control+Shift+F");
  await one.keyboard.type("listen port");
  await one.getByRole("option").getByText("README.md:3").click();
  await one.getByRole("group", { name: "README.md" }).waitFor();
  await picture("code-map-text");
  await press("Escape");
  await one.getByRole("radio", { name: "Symbols" }).first().click();
});

test("a question in words finds what has another name, by words alone where the model is not here", async () => {
  await press("Control+k");
  await one.keyboard.type("find code by what it does");
  await press("Enter");
  await until(async () => (await focused()) === "Question in words", "the field");
  await press("Control+a");
  await one.keyboard.type("where the proxy is told to listen");
  await one.getByText("Found by words only").waitFor();
  await one
    .getByRole("option", { name: /listenPort/ })
    .first()
    .waitFor();
  await inspected("listenPort");
  await one.getByText("The model that finds code by meaning is not on this computer.").waitFor();
  await one.getByRole("button", { name: /^Download it \(\d+ MB\)$/ }).waitFor();
  await picture("code-map-meaning");
  await press("ArrowDown", "ArrowUp");
  await press("Escape");
  await one.getByText("Describe what it does").waitFor();
  await one.getByRole("radio", { name: "Symbols" }).first().click();
  assert.deepEqual(one.faults, []);
});

test("evidence leads from the Result to the map, and back", async () => {
  await go(one, "result");
  await one.getByRole("tab", { name: "api" }).click();
  const marks = one.getByRole("button", { name: /, evidence:/ });
  let found = false;
  for (let i = 0; i < (await marks.count()) && !found; i++) {
    await marks.nth(i).click();
    const source = one.getByRole("dialog").getByRole("button", { name: /\.js / });
    found = (await source.count()) > 0;
    if (found) await source.first().click();
    else await press("Escape");
  }
  assert.ok(found, "no field was decided by a line of a source");
  await one.getByRole("button", { name: "Show in the Code map" }).click();
  await one.getByRole("complementary", { name: "Inspect" }).getByText("Used as").waitFor();
  await press("Escape");
  await picture("code-map-evidence");
  await one.getByRole("button", { name: "Show in Result" }).click();
  await one
    .getByLabel("Lines of the Dockerfile")
    .or(one.getByRole("region", { name: "File" }))
    .first()
    .waitFor();
  await until(() => one.evaluate(() => document.activeElement?.closest("[data-field]") !== null), "the field");
  await press("Escape");
});

test("the palette finds symbols", async () => {
  await press("Control+k");
  await one.keyboard.type("@lstnandlog");
  await one
    .getByRole("option", { name: /listenAndLog/ })
    .first()
    .waitFor();
  await shoot(one, "palette-symbols-light");
  await press("Enter");
  await one.locator('nav [aria-current="page"][aria-label="Code map"]').waitFor();
  await inspected("listenAndLog");
  assert.deepEqual(one.faults, []);
});

test("what changes on disk changes in the map, and what is gone says so", async () => {
  await press("Control+Shift+F");
  await one.keyboard.type("flag");
  await inspected("flag");
  writeFileSync(
    join(project, "apps/api/src/env.js"),
    "export const env = { ...process.env };\n\nexport function switchOf(name) {\n  return env[name] === 'yes';\n}\n",
  );
  await one.getByText("is not in the code any more").waitFor();
  await shoot(one, "code-map-gone-light");
  await press("Control+Shift+F");
  await one.keyboard.type("switchof");
  await inspected("switchOf");
  assert.deepEqual(one.faults, []);
});

test("a folder without sources, and one that is deleted", async () => {
  const dir = lay(join(await folder("plain"), "notes"), {
    "index.html": "<h1>Notes</h1>\n",
    "old.jl": "println('hello')\n",
  });
  await analysed(one, dir);
  await go(one, "code");
  await one.getByText("No source code here that can be mapped").waitFor();
  await one.getByText("Julia (1 file)").waitFor();
  await picture("code-map-empty");
  const other = await fixture("single/node-express", "going");
  const gone = await analysed(one, other);
  await go(one, "code");
  await until(async () => (await call(one, "Code.Open", gone)).state === "current", "its code");
  await one.getByRole("treeitem").first().waitFor();
  rmSync(other, { recursive: true });
  await until(async () => (await call(one, "Code.Open", gone)).state === "failed", "the end of the folder");
  await one
    .getByText("The folder can no longer be read")
    .waitFor({ timeout: 6000 })
    .catch(async (e) => {
      await shoot(one, "code-map-deleted-light");
      throw e;
    });
  await shoot(one, "code-map-deleted-light");
  await go(one, "home");
  assert.deepEqual(one.faults, []);
});
