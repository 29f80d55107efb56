import type { Report, Store } from "~/bridge/report";
import type { ProofState, StageState } from "./progress";
import { capitalised } from "~/state/shared/format";

/** A data service beside the services, and who has connected to it. */
export interface DataService {
  store: Store;
  /** Services that have connected to it, each with the request upon which it did, where it had not before. */
  askedBy: { service: string; upon: string | undefined }[];
  /** Those that were started, looked at to their end, and did not. */
  notBy: string[];
  /** No report says anything of it yet. */
  early: boolean;
}

/** What is worst is shown where reports differ. */
const bySeverity: Store["state"][] = ["starting", "healthy", "left_out", "unknown", "failed"];

/** The data services of all lanes, each once. What was said of one last counts, then what the reports say. */
export function dataServices(lanes: readonly ProofState[], live: readonly Store[]): DataService[] {
  const found = new Map<string, DataService>();
  for (const store of live) found.set(store.name, { store, askedBy: [], notBy: [], early: true });
  for (const { service, report } of lanes) {
    for (const store of report?.stores ?? []) {
      const known = found.get(store.name) ?? { store, askedBy: [], notBy: [], early: true };
      if (!live.some((one) => one.name === store.name) && isWorse(store, known.store)) known.store = store;
      known.early = false;
      if (store.asked) known.askedBy.push({ service, upon: store.asked_by });
      else if (due(report)) known.notBy.push(service);
      found.set(store.name, known);
    }
  }
  return [...found.values()].sort((a, b) => a.store.name.localeCompare(b.store.name));
}

const isWorse = (one: Store, other: Store) => bySeverity.indexOf(one.state) > bySeverity.indexOf(other.state);

/** How a data service stands; a mark that says all is well is for what was healthy and was asked. */
export function dataServiceState({ store, askedBy, notBy, early }: DataService, running: boolean): StageState {
  if (store.state === "starting") return running ? "running" : "stopped";
  if (store.state === "failed") return "failed";
  if (store.state === "unknown") return "warn";
  if (store.state === "left_out") return "skipped";
  if (notBy.length > 0) return "warn";
  return askedBy.length > 0 || (early && running) ? "ok" : "skipped";
}

/** "Healthy after 1.4 s, used by api on GET /ready": the words of its report, and which services connected to it. */
export function dataServiceWords(lane: DataService, running: boolean, name: (service: string) => string): string {
  const { store } = lane;
  if (store.state === "starting" && running) return "Starting";
  const words = capitalised(store.words);
  if (store.state !== "healthy" || lane.early) return words; // who asked it stands in the reports
  if (lane.askedBy.length === 0) {
    return lane.notBy.length > 0
      ? `${words}, but no service connected to it`
      : `${words}; no service got far enough to connect to it`;
  }
  const by = lane.askedBy.map(({ service, upon }) => name(service) + (upon ? ` on ${upon}` : ""));
  const never = lane.notBy.length > 0 ? `, not by ${lane.notBy.map(name).join(", ")}` : "";
  return `${words}, used by ${by.join(", ")}${never}`;
}

/** Whether a service came far enough to ask what it needs. */
const due = (report: Report | null) => Boolean(report?.start) && report?.verdict !== "stopped";

/** Whether one of those that a service needs was not there, or was never asked. */
export function lacksService(report: Report | null): boolean {
  const unasked = due(report);
  const stores = report?.stores ?? [];
  const services = report?.services ?? [];
  return (
    isAbsent(report) ||
    services.some(({ healthy }) => !healthy) ||
    stores.some(({ state, asked }) => state !== "healthy" || (unasked && !asked))
  );
}

/** Whether another service of the plan was not there when it was wanted. */
const isAbsent = (report: Report | null) => report?.failure?.rule === "neighbour_failed";

/** Whether there is anything that it needs beside it. */
export const hasOtherServices = (report: Report | null) =>
  (report?.stores ?? []).length + (report?.services ?? []).length > 0 || isAbsent(report);

const short: Record<Store["state"], string> = {
  starting: "not healthy yet",
  healthy: "not used",
  failed: "failed",
  unknown: "unknown",
  left_out: "left out",
};

/** "db healthy, cache not used, api unhealthy". */
export function otherServicesWords(report: Report | null): string {
  const unasked = due(report);
  const words = (report?.stores ?? []).map(
    ({ name, state, asked }) => `${name} ${state === "healthy" && (asked || !unasked) ? "healthy" : short[state]}`,
  );
  const services = (report?.services ?? []).map(({ id, healthy }) => `${id} ${healthy ? "healthy" : "unhealthy"}`);
  const absent = isAbsent(report) && services.length === 0 ? ["a service was missing"] : [];
  return [...words, ...services, ...absent].join(", ");
}
