import type { UniversalBuild } from "~/bridge/document";
import type { Practices } from "~/bridge/types";

/** One thing that is common practice, beside what the plan has. */
export interface PracticeRow {
  label: string;
  /** The field of the plan that says the same. */
  field: string;
  common: string[];
  /** Those of them that the plan has as well. */
  had: string[];
}

/** Common practice as rows, in the order of the form; what nothing is known of is left out. */
export function practiceRows(practices: Practices, doc: UniversalBuild): PracticeRow[] {
  const { build, runtime } = doc;
  const commands = [...build.pre_build_commands, ...build.build_commands, ...build.post_build_commands];
  const rows: [label: string, field: string, common: string[], has: (one: string) => boolean][] = [
    ["Build image", "/build/base_image", [practices.build_image], (one) => build.base_image === one],
    ["Commands", "/build/build_commands", practices.commands, (one) => commands.includes(one)],
    ["Artifacts", "/build/artifacts", practices.artifacts, (one) => build.artifacts.some((path) => endsIn(path, one))],
    ["Caches", "/build/cache_paths", practices.caches, (one) => build.cache_paths.includes(one)],
    ["Run image", "/runtime/base_image", [practices.runtime_image], (one) => runtime.base_image === one],
    [
      "Ports",
      "/runtime/ports",
      practices.ports.map(String),
      (one) => runtime.ports.some(({ port }) => String(port) === one),
    ],
    ["Health", "/runtime/healthcheck", practices.health, (one) => runtime.healthcheck?.path === one],
  ];
  return rows
    .map(([label, field, all, has]) => ({ label, field, common: all.filter(Boolean), had: all.filter(has) }))
    .filter((row) => row.common.length > 0);
}

/** Whether a path is another one, or that below some folder. */
const endsIn = (path: string, end: string) => path === end || path.endsWith(`/${end}`);
