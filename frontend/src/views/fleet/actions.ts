import type { FleetRow } from "~/bridge/types";
import type { App } from "~/state/app";
import { failures, shortName, type Fleet } from "~/state/fleet/fleet";
import type { Command } from "~/state/frame/commands";
import { counted } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";

/** What can be done with a fleet. */
export function fleetActions(app: App, fleet: Fleet) {
  const jobsWords = (n: number) => (n === 0 ? "Nothing" : counted(n, "job"));

  async function retry(cause: string) {
    const n = await fleet.retry(cause);
    if (n !== undefined) {
      app.toasts.show({ tone: "ok", title: `${jobsWords(n)} put into the queue again`, detail: "" });
    }
  }
  async function again(one: FleetRow) {
    const put = await fleet.again(one);
    if (put === undefined) return;
    app.toasts.show({
      tone: "ok",
      title: put ? "It waits to be tried again" : "It was waiting already",
      detail: visible(shortName(one.repository)),
    });
  }
  async function stop() {
    const n = await fleet.stop();
    if (n !== undefined) app.toasts.show({ tone: "ok", title: `${jobsWords(n)} taken out of the queue`, detail: "" });
  }
  /** Analyses a folder as dropping it does. */
  const open = (one: FleetRow) => void app.opening.open(one.repository);

  return { retry, again, stop, open };
}

export type FleetActions = ReturnType<typeof fleetActions>;

/** The same with keys. */
export function fleetCommands(fleet: Fleet, does: FleetActions, find: () => void): Command[] {
  const current = () => fleet.opened() ?? fleet.row(fleet.at());
  return [
    { id: "fleet.find", title: "Filter the fleet's results", group: "View", keys: "/", run: find },
    { id: "fleet.find2", title: "Filter the fleet's results", group: "View", keys: "Mod+F", quiet: true, run: find },
    { id: "fleet.refresh", title: "Refresh the fleet", group: "View", keys: "R", run: () => void fleet.refresh() },
    {
      id: "fleet.retry",
      title: "Try what failed in the fleet again",
      group: "Run",
      when: () => {
        const state = fleet.state();
        return state !== undefined && failures(state) > 0;
      },
      run: () => void does.retry(""),
    },
    {
      id: "fleet.retry.cause",
      title: "Try again what has the chosen result",
      group: "Run",
      hint: () => fleet.filter().cause.replaceAll("_", " "),
      when: () => fleet.filter().cause !== "",
      run: () => void does.retry(fleet.filter().cause),
    },
    {
      id: "fleet.again",
      title: "Try this repository again",
      group: "Run",
      when: () => current() !== undefined,
      run: () => {
        const one = current();
        if (one) void does.again(one);
      },
    },
    {
      id: "fleet.open",
      title: "Open this folder",
      group: "Run",
      when: () => current()?.folder === true,
      run: () => {
        const one = current();
        if (one) does.open(one);
      },
    },
    {
      id: "fleet.close",
      title: "Close the detail",
      group: "View",
      keys: "Escape",
      always: true,
      quiet: true,
      when: () => fleet.opened() !== undefined,
      run: fleet.close,
    },
  ];
}
