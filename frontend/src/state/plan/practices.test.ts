import { expect, test } from "vitest";
import type { UniversalBuild } from "~/bridge/document";
import type { Practices } from "~/bridge/types";
import { practiceRows } from "./practices";

const usual: Practices = {
  of: "JavaScript, npm",
  build_image: "node:22",
  runtime_image: "",
  commands: ["npm ci", "npm run build"],
  caches: ["/root/.npm"],
  artifacts: ["dist"],
  ports: [3000],
  health: [],
  advice: [],
};

const plan = {
  build: {
    base_image: "node:24",
    pre_build_commands: ["npm ci"],
    build_commands: [],
    post_build_commands: [],
    artifacts: ["/app/dist"],
    cache_paths: [],
  },
  runtime: { base_image: "node:24", ports: [{ port: 3000, protocol: "tcp" }], healthcheck: null },
} as unknown as UniversalBuild;

test("what is usual is held against the plan", () => {
  expect(practiceRows(usual, plan).map((row) => [row.label, row.common, row.had])).toEqual([
    ["Build image", ["node:22"], []],
    ["Commands", ["npm ci", "npm run build"], ["npm ci"]],
    ["Artifacts", ["dist"], ["dist"]],
    ["Caches", ["/root/.npm"], []],
    ["Ports", ["3000"], ["3000"]],
  ]);
});
