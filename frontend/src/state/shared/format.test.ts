import { expect, test } from "vitest";
import { memory } from "./format";

test.each([
  [8 * 2 ** 30, "8 GB"],
  [21.8 * 2 ** 30, "21.8 GB"],
  [700 * 2 ** 20, "700 MB"],
])("%d bytes of memory", (n, words) => expect(memory(n)).toBe(words));
