/** What is proven: of which project and plan, wherever it is shown, after a restart, and after a proof that was cut short. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, patience, until } from "./app.mjs";
import { accessible, analysed, call, go, paste, serve, shoot } from "./chromium.mjs";
import { proven } from "./reports.mjs";

let server, one, shop, api, shopRun, apiRun;
before(async () => {
  server = await serve();
  one = await server.page();
  shop = await fixture("single/node-express", "shop");
  api = await fixture("single/python-fastapi", "api");
  apiRun = await analysed(one, api);
  shopRun = await analysed(one, shop);
});
after(() => server?.stop());

/** What a builder would have left in the history, written while nobody has it open: the program itself reads it. */
async function remembered(verdict, report, startedAt) {
  await server.stop();
  const row = JSON.stringify([
    `proof-${verdict}-${startedAt}`,
    shopRun,
    verdict,
    startedAt,
    report ? JSON.stringify(report) : "",
  ]);
  execFileSync("python3", [
    "-c",
    `import json, sqlite3, sys
id, run, verdict, at, report = json.loads(sys.argv[2])
db = sqlite3.connect(sys.argv[1])
db.execute("""INSERT INTO proofs (id, run_id, service, verdict, started_at, duration_ms, report, plan)
  SELECT ?, ?, '.', ?, ?, 1000, ?, plan FROM documents WHERE run_id = ? AND service = '.'""", (id, run, verdict, at, report, run))
db.commit()`,
    join(server.data, "aipack.db"),
    row,
  ]);
  server = await serve({ AIPACK_DATA: server.data });
  one = await server.page();
}

const path = async () =>
  (await one.getByRole("list", { name: "Path" }).getByRole("button", { name: /Prove/ }).innerText())
    .replace("Prove", "")
    .trim();
const rail = async () =>
  (await one.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Prove" }).innerText())
    .replace("Prove", "")
    .trim();

/** How the project that is open stands, in each place that says so. */
async function everywhere(run, { frame, badge, word, heading }) {
  await until(async () => (await path()) === frame, `the path to say "${frame}"`);
  assert.equal(await rail(), badge);
  await go(one, "result");
  await one.getByRole("banner").or(one.locator("main header")).getByText(word, { exact: true }).first().waitFor();
  await go(one, "prove");
  await one.getByRole("heading", { level: 1, name: heading }).waitFor();
  const listed = badge === "" ? "Not proven yet" : badge;
  const name = run === shopRun ? "shop" : "api";
  await go(one, "home");
  await one.getByRole("row").filter({ hasText: name }).getByText(listed, { exact: true }).waitFor();
  await go(one, "history");
  await one
    .getByRole("region", { name: "Runs" })
    .getByRole("listitem")
    .filter({ hasText: name })
    .first()
    .getByText(listed, { exact: true })
    .waitFor();
}

const none = { frame: "not done", badge: "", word: "not proven yet", heading: /^Prove (shop|api)$/ };
const done = { frame: "done", badge: "Proven", word: "Proven", heading: "shop is proven" };

async function open(name) {
  await go(one, "home");
  await one.getByRole("row").filter({ hasText: name }).getByRole("button", { name, exact: true }).click();
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();
}

test("a proof is its project's alone, in every place, after a restart", async () => {
  const state = await call(one, "Plan.Service", shopRun, ".");
  await remembered("proven", proven(state.dockerfile.content, Date.now() - 300_000), Date.now() - 300_000);
  await everywhere(shopRun, done);
  await open("api");
  await everywhere(apiRun, none);
  await open("shop");
  await everywhere(shopRun, done);
});

test("a second proof that was cut short leaves the first one's report, and says so", async () => {
  await remembered("running", undefined, Date.now() - 60_000); // as a program that was killed leaves it
  await everywhere(shopRun, done);
  await go(one, "prove");
  await one.getByText(/^Proven [45] min ago; a later proof was stopped early\./).waitFor();
  await one.getByRole("tab", { name: "Report" }).click();
  await one.getByText("What was checked").waitFor();
  await accessible(one, "a proof that was cut short");
  await shoot(one, "verdict-cut-short");
});

test("the same folder with the same plan keeps its proof; an edit makes it out of date, and undo does not", async () => {
  await paste(one, shop);
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();
  await everywhere(shopRun, done);
  await go(one, "result");
  const port = one.getByLabel("Port 1", { exact: true }).first();
  await port.fill("8080");
  await port.press("Tab");
  await one.getByLabel("Lines of the Dockerfile").getByText("EXPOSE 8080").waitFor();
  await everywhere(shopRun, {
    frame: "out of date",
    badge: "Proof out of date",
    word: "Proof out of date",
    heading: "Proof of shop is out of date",
  });
  await go(one, "prove");
  await one.getByText("Out of date: the plan has changed since it was proved.").waitFor();
  await accessible(one, "a proof that is out of date");
  await shoot(one, "verdict-out-of-date");
  await go(one, "result");
  await one.getByRole("button", { name: "Undo" }).first().click();
  await everywhere(shopRun, done);
});

test("a proof that runs in one project shows in it alone", async () => {
  const mute = createServer(() => undefined); // a builder that never answers
  const address = await new Promise((listening) =>
    mute.listen(0, "127.0.0.1", () => listening(`tcp://127.0.0.1:${mute.address().port}`)),
  );
  try {
    const id = await call(one, "Proofs.Start", apiRun, ".", address);
    await go(one, "home");
    await one.getByRole("row").filter({ hasText: "api" }).getByText("Proving", { exact: true }).waitFor();
    assert.equal(await path(), "done"); // the shop's
    assert.equal(await rail(), "Proven");
    await open("api");
    await until(async () => (await path()) === "running", "the path to say that it runs");
    assert.equal(await rail(), "Proving");
    await shoot(one, "verdict-running");
    await open("shop");
    await until(async () => (await path()) === "done", "the path of the other project");
    await call(one, "Proofs.Stop", id);
    await go(one, "home");
    await until(
      async () => (await call(one, "Proofs.Verdict", apiRun)).state === "stopped",
      "the end of the proof",
      patience,
    );
    await one.getByRole("row").filter({ hasText: "api" }).getByText("Proof stopped", { exact: true }).waitFor();
  } finally {
    mute.close();
  }
  assert.deepEqual(one.faults, []);
});
