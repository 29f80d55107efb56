/** The Prove screen with a real builder: AIPACK_BUILDER names it (`make lab` prints the lab's). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, until } from "./app.mjs";
import { accessible, analysed, call, go, serve, shoot } from "./chromium.mjs";
import { openai } from "./openai.mjs";

const builder = process.env.AIPACK_BUILDER;
const engine = process.env.AIPACK_ENGINE; // where previews run (`make lab-docker` starts one)
const noEngine = builder && engine ? false : "not run: AIPACK_ENGINE and AIPACK_BUILDER name no engine and builder";
const skip = builder ? false : "not run: AIPACK_BUILDER names no builder (make lab gives one)";

/** What a model answers that is asked for a fix. */
const remedy = JSON.stringify({
  known: true,
  why: "The plan starts the tool in place of the server.",
  edits: [
    {
      field: "/runtime/command",
      value: ["node", "till.js"],
      path: "till.js",
      quote: "}).listen(3000,",
    },
  ],
});

let server;
let model;
before(async () => {
  if (!builder) return;
  model = await openai(remedy);
  server = await serve({
    BUILDKIT_HOST: builder,
    OPENAI_API_KEY: "sk-test-of-the-window",
    OPENAI_BASE_URL: model.address,
    ...(engine && { DOCKER_HOST: engine }),
  });
});
after(async () => {
  await server?.stop();
  model?.stop();
});

/** The sample: a shop that greets in HTML and listens on its port, whatever PORT says. */
async function sample() {
  const dir = join(await folder("shop"), "shop");
  await mkdir(dir);
  const files = {
    "package.json": JSON.stringify({
      name: "shop",
      version: "1.0.0",
      private: true,
      scripts: { start: "node server.js" },
    }),
    "package-lock.json": JSON.stringify({
      name: "shop",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: { "": { name: "shop", version: "1.0.0" } },
    }),
    "server.js": `const http = require("http");
http.createServer((q, a) => {
  a.setHeader("content-type", "text/html");
  a.end("<title>Shop</title><h1>Open</h1>");
}).listen(3000, () => console.log("listening on 3000"));
process.on("SIGTERM", () => process.exit(0));
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

/** Begins a proof, by the keyboard where nothing else is said. A cached one is over too soon for the page to be asked. */
async function prove(one, run, begin = () => one.keyboard.press("Control+Enter")) {
  const before = (await call(one, "Proofs.List", run)).length;
  await begin();
  await until(async () => (await call(one, "Proofs.List", run)).length > before, "the beginning of the proof");
}

async function proven(one, run) {
  await until(async () => (await call(one, "Proofs.List", run))[0].verdict === "proven", "a proven service", 240_000);
  await one.getByRole("heading", { name: /is proven$/ }).waitFor();
}

test(
  "a project is proven; its port is broken, told, fixed by the button, and proven again",
  { skip, timeout: 900_000 },
  async () => {
    const one = await server.page();
    const run = await analysed(one, await sample());
    await go(one, "prove");
    await one.getByText("Nothing proven yet").waitFor();
    await prove(one, run);
    await proven(one, run);

    await one.getByRole("tab", { name: "Layers" }).click();
    await one.getByRole("group", { name: "Layers" }).getByText(/COPY/).first().waitFor();
    assert.match(await one.getByRole("group", { name: "Layers" }).innerText(), /in \d+ layers[\s\S]*line \d+/);
    await one.getByRole("tab", { name: "Browser" }).click();
    await one.getByRole("img", { name: /The page Shop/ }).waitFor();
    assert.ok(await one.getByRole("img", { name: /The page Shop/ }).evaluate((img) => img.naturalWidth > 400));
    await shoot(one, "prove-browser");
    await one.getByRole("tab", { name: "Report" }).click();
    await one.getByText("What was checked").waitFor();
    await accessible(one, "a proven service");

    const [first] = await call(one, "Proofs.List", run);
    const file = join(await folder("report"), "report.html");
    assert.equal(await call(one, "Proofs.SaveReport", first.id, file), file);
    assert.match(readFileSync(file, "utf8"), /class="proven"[\s\S]*data:image\/jpeg;base64/);

    await go(one, "result");
    const port = one.getByLabel("Port 1", { exact: true }).first();
    await port.fill("8080");
    await port.press("Tab");
    await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 8080").waitFor();
    await go(one, "prove");
    await prove(one, run);
    await one.getByText("the program listens on 3000").first().waitFor({ timeout: 240_000 });
    const alert = one.getByRole("alert");
    assert.match(await alert.innerText(), /HEALTHCHECK/); // the failed line is shown, and marked
    assert.equal(await alert.locator(".bg-danger-soft").count(), 1);
    await alert.getByRole("button", { name: "Retry" }).waitFor();
    await alert.getByRole("button", { name: /Edit/ }).waitFor();
    await shoot(one, "prove-failed");

    await prove(one, run, () => alert.getByRole("button", { name: "Fix and prove again" }).click());
    await proven(one, run);
    const declared = async () => JSON.parse((await call(one, "Plan.Service", run, ".")).document).runtime.ports[0].port;
    assert.equal(await declared(), 3000);
    const tried = one.getByLabel("What was tried");
    assert.match(await tried.innerText(), /Kept a fix \(1 of 3\):[\s\S]*3000/);
    await tried.getByText("In the Dockerfile").click();
    await tried.getByText("+EXPOSE 3000").waitFor();
    await shoot(one, "prove-fixed");
    await call(one, "Plan.Undo", run, "."); // what was kept is an edit like the user's own
    assert.equal(await declared(), 8080);
    await call(one, "Plan.Redo", run, ".");
    const verdicts = (await call(one, "Proofs.List", run)).map((p) => p.verdict);
    assert.deepEqual(verdicts, ["proven", "failed", "proven"]);
    await shoot(one, "prove-again");
    assert.equal((await call(one, "History.Recents")).find((r) => r.id === run).proof, "proven"); // the history says so
    assert.deepEqual(one.faults, []);
    await one.context().close();
  },
);

test("what only the person knows is asked, answered, and proven", { skip, timeout: 600_000 }, async () => {
  const one = await server.page();
  const dir = await sample();
  const server_js = `const key = process.env.MAPS_API_KEY;
if (!key || !key.startsWith("mk-")) { console.error("MAPS_API_KEY is not a key of Maps"); process.exit(1); }
`;
  await writeFile(join(dir, "server.js"), server_js + readFileSync(join(dir, "server.js"), "utf8"));
  const run = await analysed(one, dir);
  await go(one, "prove");
  await prove(one, run);
  const asked = one.getByLabel("What you can do");
  await asked.getByText("What is the value of MAPS_API_KEY?").waitFor({ timeout: 240_000 });
  await accessible(one, "a question to the person");
  await shoot(one, "prove-question");
  await asked.getByRole("button", { name: "Set MAPS_API_KEY for the proof" }).click();
  const dialog = one.getByRole("dialog");
  await dialog.getByLabel("Value", { exact: true }).fill("mk-1");
  await dialog.getByRole("button", { name: "Add" }).click();
  await asked.waitFor({ state: "detached" }); // it is answered
  await one.keyboard.press("Escape");
  await prove(one, run, () => one.getByRole("alert").getByRole("button", { name: /Retry/ }).click());
  await proven(one, run);
  await one.getByRole("tab", { name: "Report" }).click();
  await one.getByText(/Services touched/).scrollIntoViewIfNeeded();
  await one.getByText(/Confidence after this proof: High/).waitFor();
  await shoot(one, "prove-confidence");
  const [proof] = await call(one, "Proofs.List", run);
  assert.ok(!(await call(one, "Proofs.Report", proof.id)).includes("mk-1"));
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("where no rule knows a fix, a model's is tried, and kept as an edit", { skip, timeout: 600_000 }, async () => {
  const one = await server.page();
  const dir = await sample();
  // What starts is a tool, and nothing says that the file which serves is the program.
  await writeFile(join(dir, "tool.js"), 'throw new Error("nothing to do");\n');
  await rename(join(dir, "server.js"), join(dir, "till.js"));
  const packages = { name: "shop", version: "1.0.0", private: true, scripts: { start: "node tool.js" } };
  await writeFile(join(dir, "package.json"), JSON.stringify(packages));
  const run = await analysed(one, dir);
  await go(one, "prove");
  await prove(one, run);
  const alert = one.getByRole("alert");
  await alert
    .getByText(/nothing to do/)
    .first()
    .waitFor({ timeout: 240_000 });
  assert.equal(await alert.getByRole("button", { name: "Ask a model for a fix" }).count(), 0); // the rules alone decide
  await call(one, "Settings.Save", { ...(await call(one, "Settings.Current")), mode: "full", provider: "openai" });
  await one.reload();
  await prove(one, run, () => alert.getByRole("button", { name: "Ask a model for a fix" }).click());
  await proven(one, run);
  const tried = await one.getByLabel("What was tried").innerText();
  assert.match(tried, /Kept a fix \(1 of 3\):[\s\S]*node till.js/);
  assert.match(tried, /Suggested by openai [^:]+: The plan starts the tool/);
  assert.match(tried, /till.js, line 5 says/);
  await one
    .getByRole("contentinfo")
    .getByText(/Tokens/)
    .waitFor(); // and no more that no model was asked
  await shoot(one, "prove-asked");
  await accessible(one, "a fix that a model suggested");
  const command = async () => JSON.parse((await call(one, "Plan.Service", run, ".")).document).runtime.command;
  assert.deepEqual(await command(), ["node", "till.js"]);
  await call(one, "Plan.Undo", run, ".");
  assert.deepEqual(await command(), ["node", "tool.js"]);
  assert.ok(JSON.stringify(model.state.sent).includes("nothing to do")); // it was shown the log
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a Dockerfile written by hand is what is proved", { skip, timeout: 600_000 }, async () => {
  const one = await server.page();
  const run = await analysed(one, await sample());
  await one.getByRole("button", { name: "Edit by hand" }).click();
  const editor = one.getByLabel("The Dockerfile, by hand");
  await editor.press("Control+End");
  await one.keyboard.type("\nRUN echo made by hand\n");
  await one.getByText("This Dockerfile is written by hand.").waitFor();
  await until(
    async () => (await call(one, "Plan.Service", run, ".")).dockerfile.content.includes("RUN echo made by hand"),
    "the text to be kept",
  );
  await go(one, "prove");
  await prove(one, run);
  await proven(one, run);
  // The builder took the text as it stands: the line that only the user wrote is one of its steps.
  await one.getByRole("tab", { name: "Layers" }).click();
  await one.getByRole("group", { name: "Layers" }).getByText("made by hand").first().waitFor();
  const [proof] = await call(one, "Proofs.List", run);
  assert.equal(proof.verdict, "proven");
  const report = JSON.stringify(await call(one, "Proofs.Report", proof.id));
  assert.match(report, /RUN echo made by hand/);
  await shoot(one, "prove-by-hand");
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a fix is merged into a Dockerfile written by hand", { skip, timeout: 600_000 }, async () => {
  const one = await server.page();
  const run = await analysed(one, await sample());
  const port = one.getByLabel("Port 1", { exact: true }).first();
  await port.fill("8080");
  await port.press("Tab");
  await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 8080").waitFor();
  const text = async () => (await call(one, "Plan.Service", run, ".")).dockerfile.content;
  await call(one, "Plan.EditDockerfile", run, ".", `# made by hand\n${await text()}`);
  await go(one, "prove");
  await prove(one, run);
  const fix = one.getByRole("button", { name: "Fix and prove again" });
  await fix.waitFor({ timeout: 240_000 });
  await prove(one, run, () => fix.click());
  await proven(one, run);
  assert.match(await text(), /^# made by hand\n[\s\S]*EXPOSE 3000/);
  await one.context().close();
});

test("a fix of the project's own file is written once the user says so", { skip, timeout: 600_000 }, async () => {
  const dir = join(await folder("frozen"), "frozen");
  await mkdir(dir, { recursive: true });
  const frozen = "six @ file:///croot/six_1644875935023/work\n";
  await writeFile(join(dir, "requirements.txt"), frozen);
  await writeFile(
    join(dir, "server.py"),
    `import six
from http.server import BaseHTTPRequestHandler, HTTPServer


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(six.__version__.encode())


HTTPServer(("", 8000), Page).serve_forever()
`,
  );
  const one = await server.page();
  const run = await analysed(one, dir);
  await go(one, "prove");
  await prove(one, run);
  const fix = one.getByRole("button", { name: "Fix and prove again" });
  await fix.waitFor({ timeout: 240_000 });
  await prove(one, run, () => fix.click());
  await proven(one, run);
  const tried = one.getByRole("region", { name: "What was tried" });
  await tried.getByText("In requirements.txt, for the proof only").click();
  await tried.getByText("-six @ file:///croot/six_1644875935023/work").waitFor();
  await shoot(one, "prove-file");
  assert.equal(await readFile(join(dir, "requirements.txt"), "utf8"), frozen);
  await tried.getByRole("button", { name: "Change the file" }).click();
  await one.getByText("Changed requirements.txt").waitFor();
  assert.equal(await readFile(join(dir, "requirements.txt"), "utf8"), "six\n");
  assert.equal(await readFile(join(dir, "requirements.txt.bak-1"), "utf8"), frozen);
  await one.context().close();
});

test("what a check found is mended, proven again and written", { skip, timeout: 600_000 }, async () => {
  const dir = await sample();
  await mkdir(join(dir, "examples"));
  const key = ["ghp", "a1B2c3D4e5F6".repeat(3)].join("_");
  await writeFile(join(dir, "examples/key.js"), `module.exports = { token: "${key}" };\n`);
  const one = await server.page();
  const run = await analysed(one, dir);
  await go(one, "prove");
  await prove(one, run);
  await proven(one, run);
  await one.getByRole("tab", { name: "Report" }).click();
  const found = one.getByRole("region", { name: "Findings: Secrets" });
  await found.getByText("/app/examples/key.js:1").waitFor();
  await found.getByText(/^Files with secrets are kept out of the image: examples\/key\.js\./).waitFor();
  await accessible(one, "a finding");
  await shoot(one, "prove-finding");
  await prove(one, run, () => found.getByRole("button", { name: "Fix and prove again" }).click());
  await proven(one, run);
  const tried = one.getByRole("region", { name: "What was tried" });
  await tried.getByText("In .dockerignore, for the proof only").waitFor();
  await until(async () => (await found.count()) === 0, "nothing is found any more");
  await tried.getByRole("button", { name: "Change the file" }).click();
  await one.getByText("Changed .dockerignore").waitFor();
  assert.equal(await readFile(join(dir, ".dockerignore"), "utf8"), "examples/key.js\n");
  await one.context().close();
});

/** Two services and what lies between them: an api that asks Redis, a page before it. */
async function plan() {
  const dir = join(await folder("mall"), "mall");
  const packages = (name) => ({
    "package.json": JSON.stringify({ name, version: "1.0.0", private: true, scripts: { start: "node server.js" } }),
    "package-lock.json": JSON.stringify({
      name,
      version: "1.0.0",
      lockfileVersion: 3,
      packages: { "": { name, version: "1.0.0" } },
    }),
  });
  const ends = `process.on("SIGTERM", () => process.exit(0));\n`;
  const services = {
    api: `const { hostname, port } = new URL(process.env.REDIS_URL);
const cache = require("net").connect(port, hostname, () => cache.write("PING\\r\\n"));
require("http").createServer((q, a) => a.end("ok")).listen(8080);\n${ends}`,
    web: `const api = process.env.API_URL;
require("http").createServer((q, a) => fetch(api).then((r) => a.end("open"), () => a.writeHead(500).end())).listen(3000);\n${ends}`,
  };
  for (const [name, text] of Object.entries(services)) {
    await mkdir(join(dir, name), { recursive: true });
    for (const [file, content] of Object.entries({ ...packages(name), "server.js": text }))
      await writeFile(join(dir, name, file), content);
  }
  const compose = `services:
  api:
    build: ./api
    environment: { REDIS_URL: "redis://cache:6379" }
    depends_on: [cache]
  web:
    build: ./web
    environment: { API_URL: "http://api:8080" }
    depends_on: [api]
  cache: { image: "redis:7.0" }
`;
  await writeFile(join(dir, "compose.yaml"), compose);
  return dir;
}

test("a whole plan is proven, a lane for each service and data service", { skip, timeout: 600_000 }, async () => {
  const one = await server.page();
  const run = await analysed(one, await plan());
  await go(one, "prove");
  await one.getByRole("button", { name: "Prove all" }).waitFor();
  await accessible(one, "lanes of what was not proven yet");
  await prove(one, run);
  const over = async () => (await call(one, "Proofs.List", run)).every((p) => p.verdict !== "running");
  await until(over, "the end of the plan's proof", 300_000);
  const rows = await call(one, "Proofs.List", run);
  assert.deepEqual(Object.fromEntries(rows.map((p) => [p.service, p.verdict])), { api: "proven", web: "proven" });
  const lanes = one.getByLabel("Lanes", { exact: true });
  await lanes.getByText(/^Healthy after .*, used by api$/).waitFor();
  await lanes.getByRole("button", { name: "web" }).focus();
  await one.keyboard.press("Enter");
  await one.getByRole("heading", { name: "web is proven" }).waitFor();
  await accessible(one, "lanes of a proven plan");
  await shoot(one, "prove-whole");
  assert.deepEqual(one.faults, []);
  await one.context().close();
});

test("a proof is stopped, and nothing of it goes on", { skip, timeout: 300_000 }, async () => {
  const one = await server.page();
  const run = await analysed(one, await sample());
  await call(one, "Plan.Edit", run, ".", "/build/build_commands", JSON.stringify(["sleep 600"]));
  await go(one, "prove");
  await prove(one, run);
  await one
    .getByRole("log")
    .getByText("sleep 600")
    .or(one.getByLabel("Steps of the build").getByText("sleep 600"))
    .first()
    .waitFor({ timeout: 120_000 });
  await one.keyboard.press("Escape");
  await until(async () => (await call(one, "Proofs.List", run))[0].verdict === "stopped", "the end of the proof");
  await one
    .getByText(/was stopped before its proof ended/)
    .first()
    .waitFor();
  const [proof] = await call(one, "Proofs.List", run);
  const report = JSON.parse(await call(one, "Proofs.Report", proof.id)); // what it came through is kept
  assert.equal(report.verdict, "stopped");
  assert.ok(report.steps.length > 0);
  await one.context().close();
});

test(
  "a service is kept running, looked at, and nothing of it is left",
  { skip: noEngine, timeout: 600_000 },
  async () => {
    const one = await server.page();
    const run = await analysed(one, await sample());
    await go(one, "prove");
    await prove(one, run);
    await proven(one, run);
    await one.getByRole("tab", { name: "Preview" }).click();
    await one.getByRole("button", { name: "Keep it running" }).click();
    const address = one.getByText(/^http:\/\/127\.0\.0\.1:\d+/);
    await address.waitFor({ timeout: 300_000 });
    const page = (await address.innerText()).split(" ")[0];
    await one.getByRole("log", { name: "Output of the service" }).getByText("listening on 3000").waitFor();
    assert.match(await (await fetch(page)).text(), /<h1>Open/);
    await shoot(one, "prove-preview");
    await accessible(one, "a service that is kept running");
    await one.getByRole("button", { name: "Stop" }).click();
    await one.getByText("Not running").waitFor({ timeout: 60_000 });
    await assert.rejects(fetch(page));
    assert.deepEqual(one.faults, []);
    await one.context().close();
  },
);
