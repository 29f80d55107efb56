import { expect, test } from "vitest";
import { highlight } from "./highlight";

test.each([
  ["FROM node:22 AS build", "dockerfile"],
  ["  # a comment FROM", "dockerfile"],
  ['CMD ["node", "server.js"]', "dockerfile"],
  ['{"a": [1, true, "x"]}', "json"],
  ["const x = 'it''s' // why", "ts"],
  ["", "json"],
])("the parts of %s are the line", (line, kind) => {
  expect(
    highlight(line, kind)
      .map((token) => token.text)
      .join(""),
  ).toBe(line);
});

test("a Dockerfile's words have their colours", () => {
  const kinds = highlight("FROM node:22 AS build", "dockerfile").filter((token) => token.kind);
  expect(kinds.map((token) => [token.text, token.kind])).toEqual([
    ["FROM", "keyword"],
    ["22", "number"],
    ["AS", "keyword"],
  ]);
  expect(highlight("# FROM x", "dockerfile")).toEqual([{ text: "# FROM x", kind: "comment" }]);
});

test("an endless line is not coloured", () => {
  expect(highlight("x".repeat(5_000), "js").length).toBe(1);
});

test("an address is no comment", () => {
  const comments = (line: string, kind: string) =>
    highlight(line, kind).flatMap((token) => (token.kind === "comment" ? [token.text] : []));
  expect(comments("      API_URL: http://api:8080 # the api", "yaml")).toEqual([" # the api"]);
  expect(comments("API_URL=http://api:8080/#top", "env")).toEqual([]);
  expect(comments("fetch(http://api:8080)", "ts")).toEqual([]);
  expect(comments("listen(80); // as told", "ts")).toEqual(["// as told"]);
});
