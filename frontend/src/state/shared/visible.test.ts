import { expect, test } from "vitest";
import { visible } from "./visible";

test("what nobody sees is written out, and all else stays", () => {
  for (const [text, want] of [
    ["a\tb\nc\r\nd é 漢字 😀", "a\tb\nc\r\nd é 漢字 😀"],
    ["rm\u202e fr-", "rm\\u{202e} fr-"],
    ["a\u200bb\u2066c", "a\\u{200b}b\\u{2066}c"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\u001b[2J", "\\u{1b}[2J"],
  ] as const)
    expect(visible(text)).toBe(want);
});
