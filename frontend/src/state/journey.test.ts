import { expect, test } from "vitest";
import type { ExportResult, ServiceState } from "~/bridge/types";
import type { App } from "./app";
import { journey } from "./journey";

const ours = "FROM node:22\n";

function app(more: { existing?: string; results?: Partial<ExportResult>[]; of?: string; exported?: string }): App {
  const state: Partial<ServiceState> = {
    problems: [],
    dockerfile: { content: ours, fields: [], lint: [], error: "" },
    dockerfile_path: "Dockerfile",
    existing: more.existing ?? "",
    existing_path: more.existing ? "Dockerfile" : "",
  };
  return {
    navigation: { screen: () => "result" },
    overlay: () => "",
    run: { info: { id: "r", state: "completed" } },
    result: { services: () => ["."], states: { ".": state } },
    proof: { proof: { running: false, service: "", report: null } },
    exporting: {
      run: () => more.of ?? "r",
      results: () => more.results ?? [],
      files: () => [{ path: "Dockerfile", content: more.exported ?? ours }],
    },
  } as unknown as App;
}

test.each([
  ["nothing was exported", app({}), "todo"],
  ["the project has a Dockerfile of its own", app({ existing: "FROM mine\n" }), "todo"],
  ["it was exported at another time", app({ existing: ours }), "ok"],
  ["it was exported just now", app({ results: [{ path: "Dockerfile", state: "written" }] }), "ok"],
  ["it was changed since", app({ results: [{ path: "Dockerfile", state: "written" }], exported: "FROM old" }), "stale"],
  ["it could not be written", app({ results: [{ path: "Dockerfile", state: "failed" }] }), "failed"],
  ["what stood there was kept", app({ results: [{ path: "Dockerfile", state: "kept" }] }), "todo"],
  ["another project was exported", app({ of: "other", results: [{ path: "Dockerfile", state: "written" }] }), "todo"],
])("Keep, where %s", (_, given, state) => {
  expect(journey(given).find((stage) => stage.title === "Keep")?.state).toBe(state);
});
