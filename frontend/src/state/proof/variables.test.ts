import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { ProofVariable } from "~/bridge/types";
import { createVariables, keptWords, type VariablesBridge } from "./variables";

const variable = (name: string, more: Partial<ProofVariable> = {}): ProofVariable => ({
  name,
  value: "",
  secret: false,
  kept: "history",
  ...more,
});

/** Keeps what it is told, for one service. */
function world(more: Partial<VariablesBridge> = {}) {
  const rows = new Map<string, ProofVariable>();
  const all = () => Promise.resolve([...rows.values()]);
  const bridge: VariablesBridge = {
    proofVariables: (_, service) => (service === "." ? all() : Promise.resolve([])),
    setProofVariable: (_run, _service, name, value) => {
      if (name === "") return Promise.reject(new Error("This cannot be the name of a variable"));
      const secret = name.endsWith("KEY");
      rows.set(name, variable(name, secret ? { secret, kept: "keychain" } : { value }));
      return all();
    },
    removeProofVariable: (_run, _service, name) => {
      rows.delete(name);
      return all();
    },
    revealProofVariable: (_run, _service, name) => Promise.resolve(`value of ${name}`),
    ...more,
  };
  return createRoot(() => createVariables(bridge));
}

const names = (state: ReturnType<typeof world>) => state.list().map((one) => one.name);

test("variables are given, looked at and forgotten", async () => {
  const state = world();
  await state.show("r", ".");
  expect(await state.set("MODE", "demo")).toBe(true);
  await state.set("STRIPE_KEY", "hunter2");
  expect(names(state)).toEqual(["MODE", "STRIPE_KEY"]);
  expect(JSON.stringify(state.list())).not.toContain("hunter2");
  await state.reveal("STRIPE_KEY");
  expect(state.revealed).toEqual({ STRIPE_KEY: "value of STRIPE_KEY" });
  await state.remove("STRIPE_KEY");
  expect([names(state), state.revealed]).toEqual([["MODE"], {}]);
});

test("what is refused says why and changes nothing", async () => {
  const state = world();
  await state.show("r", ".");
  await state.set("MODE", "demo");
  expect(await state.set("", "x")).toBe(false);
  expect([names(state), state.fault()?.message]).toEqual([["MODE"], "This cannot be the name of a variable"]);
});

test("a secret is hidden again with the editor, when it is changed, and when another service is shown", async () => {
  const state = world();
  await state.show("r", ".");
  await state.set("A_KEY", "x");
  for (const away of [
    () => Promise.resolve(state.close()),
    () => state.set("A_KEY", "y"),
    () => state.show("r", "web"),
  ]) {
    await state.reveal("A_KEY");
    expect(state.revealed["A_KEY"]).toBeDefined();
    await away();
    expect(state.revealed).toEqual({});
  }
});

test("the answer for a service that is not shown any more is dropped", async () => {
  let answer: (rows: ProofVariable[]) => void = () => undefined;
  const state = world({
    proofVariables: (_, service) =>
      service === "slow" ? new Promise((done) => (answer = done)) : Promise.resolve([variable("MODE")]),
  });
  const slow = state.show("r", "slow");
  await state.show("r", ".");
  answer([variable("OTHER")]);
  await slow;
  expect(names(state)).toEqual(["MODE"]);
});

test("the editor opens with a name", () => {
  const state = world();
  expect(state.editing()).toBeUndefined();
  state.edit("DATABASE_URL");
  expect(state.editing()).toBe("DATABASE_URL");
  state.close();
  expect(state.editing()).toBeUndefined();
});

test("where a value is kept is said where it matters", () => {
  expect(keptWords(variable("MODE"))).toBe("");
  expect(keptWords(variable("KEY", { secret: true, kept: "keychain" }))).toContain("keychain");
  expect(keptWords(variable("KEY", { secret: true, kept: "session" }))).toContain("until aipack is closed");
  expect(keptWords(variable("KEY", { secret: true, kept: "" }))).toContain("gone");
});
