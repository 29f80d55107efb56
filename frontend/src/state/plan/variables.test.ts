import { expect, test } from "vitest";
import type { UniversalBuild, Variable } from "~/bridge/document";
import { variableGroups, secretWords } from "./variables";

const doc = (variables: Variable[], environment: Record<string, string> = {}) =>
  ({ runtime: { variables, environment } }) as unknown as UniversalBuild;

const told = (variables: Variable[], environment = {}, given = [] as Parameters<typeof variableGroups>[1]) =>
  variableGroups(doc(variables, environment), given).map((group) => [
    group.title,
    ...group.list.map((one) => `${one.variable.name}: ${one.words}${one.open ? " !" : ""}`),
  ]);

test("required ones come first, and among them those without a value", () => {
  const variables = [
    { name: "LOG_LEVEL" },
    { name: "DATABASE_URL", required: true, value: "{postgresql.url:psycopg}" },
    { name: "TOKEN", required: true, secret: true },
  ];
  expect(told(variables)).toEqual([
    ["Required", "TOKEN: no value yet !", "DATABASE_URL: from postgresql"],
    ["Optional", "LOG_LEVEL: not set"],
  ]);
  expect(told([{ name: "LOG_LEVEL" }])).toEqual([["Optional", "LOG_LEVEL: not set"]]);
  expect(told([])).toEqual([]);
});

test.each([
  ["{secret:hex:32}", "a generated secret"],
  ["{self.url}", "its own address"],
  ["{service:apps/api.v2.url}/v1", "from apps/api.v2"],
  ["redis://{redis.host}:{redis.port}/{secret:text:8}", "from redis and a generated secret"],
  ["{text:self.url}", "{text:self.url}"],
  ["{braces} of its own", "{braces} of its own"],
])("what a deployment gives by %s", (value, words) => {
  expect(told([{ name: "A", value }])).toEqual([["Optional", `A: ${words}`]]);
});

test("what is nearest to the program is told, and no secret", () => {
  const plain: Variable = { name: "A", required: true, default: "one", value: "two" };
  const secret = { ...plain, secret: true };
  const kept = { name: "A", value: "four", secret: false, kept: "history" };
  const words = (variable: Variable, environment = {}, given = [] as (typeof kept)[]) =>
    variableGroups(doc([variable], environment), given)[0]?.list[0]?.words;
  expect(words({ name: "A", default: "one" })).toBe("default one");
  expect(words(plain)).toBe("two");
  expect(words(plain, { A: "three" })).toBe("three, in the image");
  expect(words(plain, { A: "" })).toBe("empty, in the image");
  expect(words(plain, { A: "three" }, [kept])).toBe("four, for proofs");
  expect(words({ name: "A", default: "one", secret: true })).toBe("has a default");
  expect(words(secret)).toBe("given");
  expect(words(secret, { A: "three" })).toBe("set in the image");
  expect(words(secret, {}, [{ ...kept, value: "", secret: true }])).toBe("set for proofs");
  expect(words(secret, {}, [{ name: "A", value: "", secret: true, kept: "" }])).toBe("given");
});

test("a secret of the build says where a proof gets it from", () => {
  expect(secretWords({ id: "NPM_TOKEN", required: true }, false)).toBe("required, not set yet");
  expect(secretWords({ id: "NPM_TOKEN", required: true, description: "npm.acme.test" }, true)).toBe(
    "set for proofs: npm.acme.test",
  );
  expect(secretWords({ id: "npmrc", target: "/app/.npmrc", file: ".npmrc" }, false)).toBe("from the project's .npmrc");
  expect(secretWords({ id: "netrc", target: "/root/.netrc" }, false)).toBe("optional, not set");
});
