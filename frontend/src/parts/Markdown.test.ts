import { expect, test } from "vitest";
import { blocksOf } from "./Markdown";

test("what is written already stays the same blocks while more comes", () => {
  const whole =
    "# One\n\nA text of\ntwo lines.\n\n- a\n- b\n\n```js\nconst a = 1;\n\nconst b = 2;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  const last = blocksOf(whole);
  expect(last.length).toBe(5);
  for (let n = 1; n < whole.length; n++) {
    const now = blocksOf(whole.slice(0, n));
    // All but the block that is being written, and the one that may still become another.
    expect(now.slice(0, -1).map((text) => text.trimEnd())).toEqual(
      last.slice(0, now.length - 1).map((text) => text.trimEnd()),
    );
  }
});
