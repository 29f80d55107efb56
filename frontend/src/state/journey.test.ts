import { expect, test } from "vitest";
import type { ExportResult, ServiceState, Standing } from "~/bridge/types";
import type { App } from "./app";
import { journey } from "./journey";

const ours = "FROM node:22\n";

interface Given {
  existing?: string;
  kept?: boolean;
  results?: Partial<ExportResult>[];
  of?: string;
  exported?: string;
  verdict?: Standing;
  loud?: boolean;
}

function app(more: Given): App {
  const state: Partial<ServiceState> = {
    problems: [],
    invalid: "",
    last_valid: false,
    dockerfile: { content: ours, fields: [], lint: [], error: "" },
    dockerfile_path: "Dockerfile",
    existing: more.existing ?? "",
    existing_path: more.existing ? "Dockerfile" : "",
    kept: more.kept ?? false,
  };
  return {
    navigation: { screen: () => "result" },
    overlay: () => "",
    run: { info: { id: "r", state: "completed" } },
    result: { services: () => ["."], states: { ".": state } },
    verdict: { state: () => more.verdict ?? "", loud: () => more.loud ?? false },
    exporting: {
      run: () => more.of ?? "r",
      results: () => more.results ?? [],
      files: () => [{ path: "Dockerfile", content: `${more.exported ?? ours}# Written by aipack (…)\n` }],
    },
  } as unknown as App;
}

test.each([
  ["not proved yet", app({}), "todo"],
  ["being proved", app({ verdict: "running" }), "running"],
  ["proven", app({ verdict: "proven" }), "ok"],
  ["ran and ended", app({ verdict: "ran" }), "ok"],
  ["proven with a loud warning", app({ verdict: "proven", loud: true }), "warn"],
  ["not tried with its database", app({ verdict: "incomplete" }), "warn"],
  ["proven beside a service that was not", app({ verdict: "part" }), "warn"],
  ["failed", app({ verdict: "failed" }), "failed"],
  ["stopped", app({ verdict: "stopped" }), "todo"],
  ["not built", app({ verdict: "not_built" }), "todo"],
  ["proven before an edit", app({ verdict: "stale" }), "stale"],
])("Prove, where it was %s", (_, given, state) => {
  expect(journey(given).find((stage) => stage.title === "Prove")?.state).toBe(state);
});

test.each([
  ["nothing was exported", app({}), "todo"],
  ["the project has a Dockerfile of its own", app({ existing: "FROM mine\n" }), "todo"],
  ["it was exported at another time", app({ kept: true }), "ok"],
  ["it was exported just now", app({ results: [{ path: "Dockerfile", state: "written" }] }), "ok"],
  ["it was changed since", app({ results: [{ path: "Dockerfile", state: "written" }], exported: "FROM old" }), "stale"],
  ["it could not be written", app({ results: [{ path: "Dockerfile", state: "failed" }] }), "failed"],
  ["what stood there was kept", app({ results: [{ path: "Dockerfile", state: "kept" }] }), "todo"],
  [
    "its last line is gone",
    app({ results: [{ path: "Dockerfile", state: "written" }], exported: `${ours}CMD\n` }),
    "stale",
  ],
  ["it was edited by hand", app({ results: [{ path: "Dockerfile", state: "written" }], exported: `${ours}\n` }), "ok"],
  ["another project was exported", app({ of: "other", results: [{ path: "Dockerfile", state: "written" }] }), "todo"],
])("Keep, where %s", (_, given, state) => {
  expect(journey(given).find((stage) => stage.title === "Keep")?.state).toBe(state);
});

test.each([
  ["completed", "", "ok"],
  ["completed", "no service found", "warn"],
  ["failed", "", "failed"],
  ["cancelled", "", "warn"],
  ["interrupted", "", "warn"],
  ["running", "", "running"],
])("Understand is green only where something was understood: %s %s", (state, missing, shown) => {
  const given = { ...app({}), run: { info: { id: "r", state, missing } } } as unknown as App;
  expect(journey(given)[0]?.state).toBe(shown);
});

test.each([
  ["completed", "ok"],
  ["cancelled", "warn"],
  ["failed", "warn"],
])("Package is green only of a run that was done: %s", (state, shown) => {
  const given = { ...app({}), run: { info: { id: "r", state } } } as unknown as App;
  expect(journey(given).find((stage) => stage.title === "Package")?.state).toBe(shown);
});
