import { expect, test } from "vitest";
import { moveLine } from "./moveLine";

test.each([
  ["a\nbb\nc", 3, -1, "bb\na\nc", 1],
  ["a\nbb\nc", 3, 1, "a\nc\nbb", 5],
  ["a\nbb\nc", 0, -1, "a\nbb\nc", 0],
  ["a\nbb\nc", 6, 1, "a\nbb\nc", 6],
  ["", 0, 1, "", 0],
])("%j at %d by %d", (text, cursor, by, moved, at) => {
  expect(moveLine(text, cursor, by)).toEqual({ text: moved, at });
});
