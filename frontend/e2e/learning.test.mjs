/** What repairs have taught, in the settings: seen, switched off, forgotten. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, shots } from "./app.mjs";
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
