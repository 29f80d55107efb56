import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { CodeRow } from "~/bridge/types";
import { createOutline } from "./outline";

/** An outline whose answers come when the test lets them. */
function world() {
  const waiting: { below: string; byPath: boolean; answer: (ids: string[]) => void; fail: () => void }[] = [];
  const outline = createRoot(() =>
    createOutline(
      (_, below, byPath) =>
        new Promise((done, failed) =>
          waiting.push({
            below,
            byPath,
            answer: (ids) =>
              done({ rows: ids.map((id) => ({ id, folder: id.endsWith("/"), holds: true }) as CodeRow), more: 0 }),
            fail: () => failed(new Error("gone")),
          }),
        ),
    ),
  );
  const settle = () => new Promise((done) => setTimeout(done));
  const listed = () => outline.rows().map(({ row }) => row.id);
  return { outline, waiting, settle, listed };
}

test("one order stands until the other is read", async () => {
  const { outline, waiting, settle, listed } = world();
  void outline.show("run");
  waiting.shift()?.answer(["web/", "api/"]);
  await settle();
  void outline.expand("web/");
  waiting.shift()?.answer(["web/a.js"]);
  await settle();
  expect(listed()).toEqual(["web/", "web/a.js", "api/"]);

  void outline.order(true);
  expect(listed()).toEqual(["web/", "web/a.js", "api/"]);
  void outline.expand("api/"); // while it is read
  const [top, api] = waiting.splice(0);
  expect([top?.below, top?.byPath, api?.below, api?.byPath]).toEqual(["", true, "api/", true]);
  api?.answer(["api/b.js"]);
  top?.answer(["api/", "web/"]);
  await settle();
  expect(listed()).toEqual(["web/", "web/a.js", "api/"]);
  for (const one of waiting.splice(0)) one.answer(one.below === "web/" ? ["web/a.js"] : ["api/b.js"]);
  await settle();
  expect(listed()).toEqual(["api/", "api/b.js", "web/", "web/a.js"]);
});

test("of two orders that are asked for the last is shown", async () => {
  const { outline, waiting, settle, listed } = world();
  void outline.show("run");
  waiting.shift()?.answer(["b/", "a/"]);
  await settle();
  void outline.order(true);
  void outline.order(false);
  const [byPath, byNeed] = waiting.splice(0);
  byNeed?.answer(["b/", "a/"]);
  byPath?.answer(["a/", "b/"]);
  await settle();
  expect(listed()).toEqual(["b/", "a/"]);
});
