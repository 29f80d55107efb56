import { expect, test } from "vitest";
import { memory, sentence } from "./format";

test.each([
  [8 * 2 ** 30, "8 GB"],
  [21.8 * 2 ** 30, "21.8 GB"],
  [700 * 2 ** 20, "700 MB"],
])("%d bytes of memory", (n, words) => expect(memory(n)).toBe(words));

test.each([
  ["no port is known", "No port is known."],
  ["Start the built program.", "Start the built program."],
  ["manage.py starts it", "manage.py starts it."],
  ["npm has no lock file", "npm has no lock file."],
  ["what is it?", "What is it?"],
  ["", ""],
])("%s as a sentence", (words, said) => expect(sentence(words)).toBe(said));
