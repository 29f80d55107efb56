/** What goes wrong outside of aipack: each keeps the user's work, says what happened and what to do. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, until } from "./app.mjs";
import { analysed, call, chosen, go, paste, refused, serve } from "./chromium.mjs";

let server, one;
const mounted = [];
before(async () => {
  server = await serve();
  one = await server.page();
});
after(async () => {
  await server?.stop();
  for (const dir of mounted) execFileSync("umount", ["-l", dir]);
});

const root = process.getuid() === 0;
const disks = root ? {} : { skip: "only root can mount a small disk" };

/** A disk of so many kB. */
async function disk(kB) {
  const dir = await folder("disk");
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kB}k`, "tmpfs", dir]);
  mounted.push(dir);
  return dir;
}

/** Takes what is left of a disk. */
function fill(dir) {
  assert.throws(() =>
    execFileSync("dd", ["if=/dev/zero", `of=${join(dir, "ballast")}`, "bs=1k", "status=none"], { stdio: "ignore" }),
  );
}

async function exportTo(dir) {
  await go(one, "result");
  await chosen(one, "Projects.Pick", () => [], dir, true);
  await one.keyboard.press("Control+E");
  await one.getByRole("button", { name: "Another folder" }).click();
  await one.getByText(`Files are written to ${dir}.`).waitFor();
  await one.getByRole("button", { name: "Write", exact: true }).click();
}

test("a target that is read-only", async () => {
  const dir = await folder("locked");
  await analysed(one, await fixture("single/node-express", "shop"));
  if (root) {
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", dir]);
    mounted.push(dir);
  } else chmodSync(dir, 0o555);
  await exportTo(dir);
  const dialog = one.getByRole("dialog");
  await dialog.getByText("not written").first().waitFor();
  await dialog
    .getByText(/write|right|read-only|permission/i)
    .first()
    .waitFor();
  await one.keyboard.press("Escape");
});

test("a disk that is full on export", disks, async () => {
  const dir = await disk(16);
  fill(dir);
  await exportTo(dir);
  const dialog = one.getByRole("dialog");
  await dialog.getByText("not written").first().waitFor();
  assert.ok(!existsSync(join(dir, "Dockerfile")), "half a file was left");
  await one.keyboard.press("Escape");
});

test("a data folder that fills up keeps the work and says that it is not saved", disks, async () => {
  const data = await disk(2048);
  const other = await serve({ AIPACK_DATA: data });
  const page = await other.page();
  const run = await analysed(page, await fixture("single/node-express", "shop"));
  fill(data);
  // Edits are small, and SQLite has some room in its own file: enough of them need more.
  const said = page.getByText("This could not be saved").first();
  let port = 4000;
  for (; port < 4400 && !(await said.isVisible()); port++) {
    await call(page, "Plan.Edit", run, ".", "/runtime/ports/0/port", String(port));
  }
  await said.waitFor();
  assert.match((await call(page, "Plan.Service", run, ".")).dockerfile.content, new RegExp(`EXPOSE ${port - 1}`));
  await other.stop();
});

test("a folder that goes away during the analysis, and after it", async () => {
  const project = await fixture("monorepo/turborepo", "leaving");
  for (let i = 0; i < 40; i++) {
    mkdirSync(join(project, "src", `part-${i}`), { recursive: true });
    for (let n = 0; n < 250; n++) writeFileSync(join(project, "src", `part-${i}`, `file-${n}.js`), "");
  }
  const id = await call(one, "Runs.Analyse", project, "");
  renameSync(project, `${project}-gone`);
  const ended = await until(async () => {
    const snapshot = await call(one, "Runs.Snapshot", id);
    return snapshot.state !== "running" && snapshot;
  }, "the end of the run");
  assert.ok(ended.state === "completed" || ended.error?.message, JSON.stringify(ended.error));

  const kept = await fixture("single/node-express", "gone");
  const run = await analysed(one, kept);
  renameSync(kept, `${kept}-gone`);
  const fault = await refused(one, "Runs.File", run, "package.json");
  assert.equal(fault.code, "FILE_NOT_FOUND");
  assert.match(fault.hint, /moved, deleted or taken off line/);
  assert.match(
    (await call(one, "Plan.Edit", run, ".", "/runtime/ports/0/port", "4321")).dockerfile.content,
    /EXPOSE 4321/,
  );
  await go(one, "home");
  await one.getByRole("row").filter({ hasText: "gone" }).getByRole("button", { name: "Locate" }).first().waitFor();
  await paste(one, kept);
  await one.getByText("There is no such folder").first().waitFor();
  await one.keyboard.press("Escape");
});

test("JSON that is not valid stays, and so does the last valid document", async () => {
  const run = await analysed(one, await fixture("single/python-flask", "json"));
  const before = (await call(one, "Plan.Service", run, ".")).document;
  await one.getByRole("radio", { name: "JSON" }).click();
  const editor = one.getByLabel("The document as JSON");
  await editor.press("Control+Home");
  await one.keyboard.type("oops ");
  await one.getByRole("alert").getByText("This is not valid JSON.").waitFor();
  assert.equal((await call(one, "Plan.Service", run, ".")).document, before);
  await one.getByText("Not saved").waitFor();
  for (let i = 0; i < 5; i++) await one.keyboard.press("Backspace");
  await one.getByRole("alert").waitFor({ state: "detached" });
  const fault = await refused(one, "Plan.SetDocument", run, ".", "[1, 2");
  assert.equal(fault.code, "SYNTAX_ERROR");
  assert.ok(fault.hint);
  await one.getByRole("radio", { name: "Form" }).click();
});

test("what stands in the way of an export is kept, and a backup of what is replaced", async () => {
  const project = await fixture("single/node-express", "mine");
  writeFileSync(join(project, "Dockerfile"), "FROM mine\n");
  await analysed(one, project);
  await one.keyboard.press("Control+E");
  const dialog = one.getByRole("dialog");
  await dialog.getByText("your own file is kept").waitFor();
  await dialog.getByText("Your Dockerfile stays as before").waitFor();
  await dialog.getByText("FROM mine").waitFor(); // beside ours
  assert.equal(await dialog.getByRole("checkbox", { name: "Write .dockerignore" }).isChecked(), false);
  await dialog.getByRole("checkbox", { name: "Write Dockerfile" }).check();
  await dialog.getByText("With Dockerfile: .dockerignore").waitFor();
  await dialog.getByText("replaces yours; a backup is kept").waitFor();
  await dialog.getByRole("button", { name: "Replace 1, keep backups" }).click();
  const said = await dialog.getByText(/written, yours is /).textContent();
  const backup = join(project, /yours is (\S+)/.exec(said)[1]);
  assert.equal(readFileSync(backup, "utf8"), "FROM mine\n");
  assert.ok(statSync(join(project, "Dockerfile")).size > 100);
  await dialog.getByRole("list", { name: "What to do next" }).getByText("docker build").waitFor();
  await one.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(one.faults, []);
});
