/** Settings: what repairs have taught is seen, switched off and forgotten; a builder is named and tested. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, shots, until } from "./app.mjs";
import { accessible, serve } from "./chromium.mjs";

let server, one;
before(async () => {
  server = await serve();
  one = await server.page();
  const file = join(await folder("lessons"), "lessons.json");
  const lesson = {
    signature: "build missing_system_package python pip: mysql_config not found",
    language: "python",
    category: "system package",
    edits: [{ field: "/build/system_packages", add: ["libmariadb-dev"] }],
  };
  writeFileSync(file, JSON.stringify({ version: 1, lessons: [lesson] }));
  await one.evaluate((path) => window.go.learning.Lessons.Import(path), file);
});
after(() => server?.stop());

test("a lesson is seen, switched off with its category, and forgotten, by keyboard", async () => {
  await one.keyboard.press("Control+K");
  await one.keyboard.type("Learn from repairs");
  await one.keyboard.press("Enter");
  await one.getByRole("heading", { name: "Learning" }).waitFor();
  await one.getByText("/build/system_packages gets libmariadb-dev").waitFor();
  await one.getByText("has not helped yet, imported").waitFor();
  await accessible(one, "learning");
  await one.screenshot({ path: join(shots, "settings-learning.png") });
  const all = one.getByRole("checkbox", { name: "Learn from repairs" });
  await all.focus();
  await one.keyboard.press("Space");
  await one.getByRole("checkbox", { name: "Base images" }).and(one.locator(":disabled")).waitFor({ state: "attached" });
  await one.keyboard.press("Space");
  await one.getByRole("button", { name: "Forget: /build/system_packages gets libmariadb-dev" }).focus();
  await one.keyboard.press("Enter");
  await one.getByText("Nothing was learned yet").waitFor();
  assert.deepEqual(one.faults, []);
});

test("a builder is named and tested, and an address that can be none is refused", async () => {
  await one.keyboard.press("Control+K");
  await one.keyboard.type("Builder");
  await one.keyboard.press("Enter");
  const field = one.getByRole("textbox", { name: "Builder" });
  await field.waitFor();
  await field.fill("build.example.org");
  await field.press("Tab");
  await one.getByText("a builder's address begins with one of").waitFor();
  await field.fill("tcp://127.0.0.1:1");
  await field.press("Tab");
  await one.getByText("No builder answers: tcp://127.0.0.1:1").waitFor();
  await accessible(one, "builder");
  await one.screenshot({ path: join(shots, "settings-builder.png") });
  await one.getByRole("button", { name: "Reset" }).first().click();
  await until(async () => (await field.inputValue()) === "", "the builder to be found by itself");
});
