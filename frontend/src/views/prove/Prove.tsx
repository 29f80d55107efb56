import { createEffect, createSignal, Match, on, onMount, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { duration, serviceName } from "~/state/words";
import { Band, Empty, ErrorCard } from "~/parts/Messages";
import { Split } from "~/ui/Split";
import { Details, tabs } from "./Details";
import { Failed } from "./Failed";
import { ProveHead } from "./ProveHead";
import { Ready } from "./Ready";
import { Stages } from "./Stages";
import { Steps } from "./Steps";

/** Shows that it really works, or where it does not and what to do. */
export default function Prove() {
  const app = useApp();
  const { proof, result } = app;
  const [tab, setTab] = createSignal("log");
  const builder = () => proof.builders()?.find((one) => one.ok);
  const service = () => result.current();
  /** A proof goes on for its service, whatever else is looked at. */
  const name = () => serviceName(proof.proof.running ? proof.proof.service : service(), app.project());
  const report = () => proof.proof.report;
  const start = () => void proof.start(app.run.info.id, service(), builder()?.address ?? "");
  const can = () => service() !== "" && !proof.proof.running && builder() !== undefined;

  onMount(() => void proof.look());
  createEffect(
    on([() => app.run.info.id, service], ([run, path]) => {
      if (run !== "" && path !== "") void proof.showLatest(run, path);
    }),
  );
  createEffect(on(report, (now) => now?.verdict === "proven" && setTab("report")));

  const turn = (by: number) => {
    const next = tabs[tabs.findIndex((one) => one.id === tab()) + by];
    if (next) setTab(next.id);
  };
  app.commands.offer([
    { id: "prove.main", title: "Prove this service", group: "Run", keys: "Mod+Enter", when: can, run: start },
    { id: "prove.retry", title: "Prove again", group: "Run", keys: "R", quiet: true, when: can, run: start },
    {
      id: "prove.stop",
      title: "Stop the proof",
      group: "Run",
      keys: "Escape",
      when: () => proof.proof.running,
      run: () => void proof.stop(),
    },
    { id: "prove.next", title: "Next tab", group: "View", keys: "]", quiet: true, run: () => turn(1) },
    { id: "prove.previous", title: "Previous tab", group: "View", keys: "[", quiet: true, run: () => turn(-1) },
  ]);

  return (
    <Show
      when={service() !== ""}
      fallback={
        <Empty icon="container" title="Nothing to prove yet">
          Analyse a project first; then its services can be built, started and probed here.
        </Empty>
      }
    >
      <ProveHead name={name()} can={can()} onProve={start} />
      <Show when={proof.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Switch fallback={<Ready />}>
        <Match when={proof.proof.running || report()}>
          <Stages state={proof.proof} />
          <Show when={report()?.failure}>
            {(failure) => <Failed failure={failure()} dockerfile={report()?.dockerfile ?? ""} onAgain={start} />}
          </Show>
          <Show when={report()?.verdict === "proven"}>
            <Band tone="ok" icon="circle-check">
              <p class="text-title font-semibold text-strong">Proven: {name()} builds, starts and answers.</p>
              <p>{answered()}</p>
            </Band>
          </Show>
          <Split
            name="prove.steps"
            label="Width of the steps"
            usual={392}
            narrow={320}
            first={<Steps state={proof.proof} />}
            second={<Details tab={tab()} onTab={setTab} />}
          />
        </Match>
      </Switch>
    </Show>
  );

  function answered(): string {
    const probe = report()?.probe;
    if (!probe) return "";
    const what =
      probe.kind === "exit"
        ? "The program ran and ended well"
        : `It was well ${duration(probe.after_ms)} after the start`;
    return `${what}${probe.status ? ` and answered with ${probe.status}` : ""}.`;
  }
}
