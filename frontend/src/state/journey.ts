import type { Standing } from "~/bridge/types";
import type { App } from "./app";
import type { Screen } from "~/state/frame/navigation";

export type StageState = "todo" | "running" | "ok" | "warn" | "failed" | "stale";

export interface Stage {
  title: string;
  screen: Screen;
  state: StageState;
  /** Whether this is where the user is. */
  here: boolean;
}

/** How far the project is on the way from a folder to something kept. */
export function journey(app: App): Stage[] {
  const screen = app.navigation.screen();
  const exporting = app.overlay() === "export" || app.overlay() === "keep";
  return [
    { title: "Understand", screen: "analysis", state: understood(app), here: screen === "analysis" },
    { title: "Package", screen: "result", state: packaged(app), here: screen === "result" && !exporting },
    { title: "Prove", screen: "prove", state: proven(app), here: screen === "prove" },
    { title: "Keep", screen: "result", state: kept(app), here: screen === "result" && exporting },
  ];
}

function understood(app: App): StageState {
  const states: Record<string, StageState> = {
    running: "running",
    completed: "ok",
    failed: "failed",
    cancelled: "warn",
    interrupted: "warn",
  };
  const { state, missing } = app.run.info;
  return state === "completed" && missing ? "warn" : (states[state] ?? "todo");
}

function packaged(app: App): StageState {
  const services = app.result.services();
  if (services.length === 0) return "todo";
  const whole = app.run.info.state === "completed"; // else services may be missing
  return !whole || services.some((path) => (app.result.states[path]?.invalid ?? "") !== "") ? "warn" : "ok";
}

const provenStates: Record<Standing, StageState> = {
  "": "todo",
  stopped: "todo",
  not_built: "todo",
  running: "running",
  failed: "failed",
  stale: "stale",
  part: "warn",
  incomplete: "warn",
  proven: "ok",
  ran: "ok",
};

function proven({ verdict }: App): StageState {
  return verdict.loud() ? "warn" : provenStates[verdict.state()];
}

/** What is exported says in one more line, its last, what it is; it also ends the line before. */
const withoutSeal = (content: string) => content.slice(0, content.trimEnd().lastIndexOf("\n") + 1).trimEnd();

/** Kept is what lies in the project as it stands here, exported just now or at another time. */
function kept({ exporting, result, run }: App): StageState {
  const results = exporting.run() === run.info.id ? exporting.results() : [];
  if (results.some((one) => one.state === "failed")) return "failed";
  const states = result.services().map((path) => result.states[path]);
  const written = results.filter((one) => one.state === "written" || one.state === "same").map((one) => one.path);
  const here = states.filter((one) => one !== undefined && written.includes(one.dockerfile_path));
  const changed = here.some(
    (one) =>
      withoutSeal(exporting.files().find((file) => file.path === one?.dockerfile_path)?.content ?? "") !==
      one?.dockerfile.content.trimEnd(),
  );
  if (changed) return "stale";
  return states.length > 0 && states.every((one) => one?.kept || here.includes(one)) ? "ok" : "todo";
}
