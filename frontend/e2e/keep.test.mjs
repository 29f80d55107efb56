/** Keeping a build: from the palette to a commit by the user's git, by keyboard alone, and back; then in the real window. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, folder, freePort, root, shots, start, until } from "./app.mjs";
import { accessible, analysed, serve } from "./chromium.mjs";
import { inspect } from "./webkit.mjs";

const builder = process.env.AIPACK_BUILDER;
let server, one, project, env;
const git = (...args) => execFileSync("git", args, { cwd: project, env, encoding: "utf8" }).trim();

before(async () => {
  const home = await folder("home");
  env = {
    ...process.env,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.org",
    GIT_COMMITTER_NAME: "Ann",
    GIT_COMMITTER_EMAIL: "ann@example.org",
  };
  if (builder) env.BUILDKIT_HOST = builder;
  project = await fixture("single/node-express", "shop");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "first");
  writeFileSync(join(project, "mine.txt"), "staged by the user\n");
  git("add", "mine.txt");
  server = await serve(env);
  one = await server.page();
  await analysed(one, project);
});
after(() => server?.stop());

const dialog = () => one.getByRole("dialog", { name: "Keep this build" });

test("commits what it writes, and nothing else", async () => {
  await one.keyboard.press("Control+Shift+K");
  await dialog().waitFor();
  await dialog().getByText("Commit to main").waitFor();
  await dialog().getByText("is not proven").waitFor();
  await dialog().getByText("1 other changed file stays out, 1 staged").waitFor();
  const message = dialog().getByLabel("Message of the commit");
  assert.match(await message.inputValue(), /^build\(links\): add Dockerfile$/);
  await accessible(one, "keep");
  await one.screenshot({ path: join(shots, "keep.png") });
  await message.fill("build: pack the shop");
  await one.keyboard.press("Shift+Tab"); // back to the tick; Enter in a field does what the blue button says
  await dialog().getByLabel("All files").focus();
  await one.keyboard.press("Enter");
  await dialog()
    .getByText(/Committed [0-9a-f]{10} to main/)
    .waitFor();
  assert.equal(git("log", "-1", "--format=%s", "--name-only"), "build: pack the shop\n\n.dockerignore\nDockerfile");
  assert.equal(git("status", "--porcelain"), "A  mine.txt");
  await one.screenshot({ path: join(shots, "keep-made.png") });
});

test("takes it back", async () => {
  await dialog().getByRole("button", { name: "Undo the commit" }).click();
  await dialog().getByText("Taken back").waitFor();
  assert.equal(git("log", "--format=%s"), "first");
  assert.ok(existsSync(join(project, "Dockerfile")));
});

test("a hook that refuses is heard, and what stands in the way is said before", async () => {
  const hook = join(project, ".git/hooks/pre-commit");
  mkdirSync(join(project, ".git/hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\necho no tabs please >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  await dialog().getByRole("button", { name: "Commit", exact: true }).click();
  await dialog().getByText("no tabs please").waitFor();
  await one.screenshot({ path: join(shots, "keep-refused.png") });
  await one.keyboard.press("Escape");
  git("checkout", "-q", "--detach");
  await one.keyboard.press("Control+Shift+K");
  await dialog().getByPlaceholder("needed: HEAD is on none").waitFor();
  await until(
    () =>
      dialog()
        .getByRole("button", { name: /commit$/i })
        .isDisabled(),
    "a button that cannot be pressed",
  );
  writeFileSync(join(project, ".gitignore"), "Dockerfile\n");
  await one.keyboard.press("Escape");
  await one.keyboard.press("Control+Shift+K");
  await dialog().getByText("Dockerfile is ignored by `Dockerfile` in .gitignore:1").waitFor();
  await one.keyboard.press("Escape");
  assert.deepEqual(one.faults, []);
});

test("what was found holds a commit until somebody lets it stand", async () => {
  project = await fixture("single/node-express", "leaky");
  // Made here, so that no file of aipack's own looks like one.
  writeFileSync(join(project, "bot.js"), `const token = "${["gh", "p_"].join("")}${"a1B2c3D4e5F6".repeat(3)}";\n`);
  git("init", "-q", "-b", "main");
  await analysed(one, project);
  const found = () => one.getByRole("dialog", { name: "Findings" });
  await one.keyboard.press("Control+K");
  await one.keyboard.type("Findings: cred");
  await one.keyboard.press("Enter");
  await found().getByText("Nobody has searched this project yet").waitFor();
  await found().getByRole("button", { name: "Search", exact: true }).click();
  await found().getByText("The line holds a GitHub Personal Access Token").waitFor({ timeout: 60_000 });
  await found().getByText("secrets in the history").waitFor();
  await found().getByText("not looked at").first().waitFor();
  await found().getByRole("button", { name: "bot.js:1", exact: true }).click();
  await accessible(one, "findings");
  await one.screenshot({ path: join(shots, "findings.png") });
  await one.keyboard.press("Escape");
  await one.keyboard.press("Control+Shift+K");
  await dialog().getByText("findings: 1 critical").waitFor();
  await dialog().getByLabel("Why you commit all the same").waitFor();
  await dialog().getByRole("button", { name: "Show them" }).click();
  await found().getByRole("button", { name: "Ignore …" }).click();
  await one.keyboard.type("revoked in May");
  await one.keyboard.press("Enter");
  await found().getByText("revoked in May").waitFor();
  await one.screenshot({ path: join(shots, "findings-ignored.png") });
  await one.keyboard.press("Escape");
  await one.keyboard.press("Control+Shift+K");
  await dialog().waitFor();
  await one.screenshot({ path: join(shots, "findings-kept.png") });
  await dialog().getByText("nothing found in the project").waitFor();
  await one.keyboard.press("Escape");
  assert.deepEqual(one.faults, []);
});

test(
  "runs the project's own tests, and a failed one holds the commit",
  { skip: !builder && "no builder" },
  async () => {
    project = await fixture("single/node-express", "tested");
    const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    manifest.scripts.test = "node --test";
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest, null, 2));
    writeFileSync(
      join(project, "sum.test.js"),
      "const test = require('node:test');\nconst assert = require('node:assert');\n" +
        "test('adds', () => assert.equal(1 + 1, 2));\ntest('breaks', () => assert.equal(1 + 1, 3));\n",
    );
    git("init", "-q", "-b", "main");
    await analysed(one, project);
    await one.keyboard.press("Control+Shift+K");
    await dialog().getByText("the project's own tests were not run").waitFor();
    await dialog().getByRole("button", { name: "Run them" }).click();
    await dialog().getByText("tests: 1 failed, 1 passed").waitFor({ timeout: 300_000 });
    await dialog().getByText("sum.test.js:4", { exact: true }).waitFor();
    await one.screenshot({ path: join(shots, "keep-tests.png") });
    const button = dialog().getByRole("button", { name: "Write and commit" });
    assert.ok(await button.isDisabled());
    await dialog().getByLabel("Why you commit all the same").fill("it is known");
    await button.click();
    await dialog()
      .getByText(/Committed [0-9a-f]{10} to main/)
      .waitFor();
    assert.match(git("log", "-1", "--format=%b"), /not every check passed: it is known/);
    await one.keyboard.press("Escape");
  },
);

test("looks right in the real window, small too", async () => {
  const port = await freePort();
  const more = { ...env, AIPACK_DATA: await folder("data"), WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}` };
  const app = start(join(root, "build/bin/aipack"), [project], more);
  const page = await inspect(port);
  await page.sees("FROM node:");
  await page.press("K", "KeyK", { ctrlKey: true, shiftKey: true });
  await page.sees("Keep this build");
  await page.sees("is not proven");
  execFileSync("import", ["-window", "root", join(shots, "window-keep.png")]);
  // The blue button can be reached on a small screen, too.
  const seen = await page.evaluate(
    "[...document.querySelectorAll('[role=dialog] footer button')].every((b) => b.getBoundingClientRect().bottom <= innerHeight)",
  );
  assert.ok(seen);
  page.close();
  await app.stop();
});
