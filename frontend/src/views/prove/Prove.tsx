import { keepBuild } from "~/state/globalCommands";
import { createEffect, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { serviceName } from "~/state/shared/format";
import { Empty, ErrorCard } from "~/parts/Messages";
import { Split } from "~/ui/Split";
import { Details, tabs } from "./Details";
import { Failed, missingOf } from "./Failed";
import { ServiceList } from "./ServiceList";
import { Outcome } from "./Outcome";
import { ProveHead } from "./ProveHead";
import { BeforeProof } from "./BeforeProof";
import { Stages } from "./Stages";
import { Steps } from "./Steps";
import { FixAttempts } from "./FixAttempts";
import { Questions } from "./Questions";
import { Variables } from "./Variables";

/** Verdicts of a program that ran: there is more to read than the log. */
const lookedAt: readonly string[] = ["proven", "ran", "incomplete"];

/** Shows that it really works, or where it does not and what to do. */
export default function Prove() {
  const app = useApp();
  const { proof, result, variables } = app;
  const [tab, setTab] = createSignal("log");
  const builder = () => proof.builders()?.find((one) => one.ok);
  const service = () => result.current();
  /** A proof goes on for its service, whatever else is looked at. */
  const name = () => serviceName(proof.proof.running ? proof.proof.service : service(), app.project());
  const several = () => result.services().length > 1;
  const report = () => proof.proof.report;
  const begun = () => proof.proof.running || report() !== null;
  /** Data services are lanes of their own. */
  const lanes = () => several() || proof.stores.length > 0 || (report()?.stores ?? []).length > 0;
  const one = (fixing = false) => void proof.start(app.run.info.id, service(), builder()?.address ?? "", fixing);
  const all = (fixing = false) =>
    void proof.startAll(app.run.info.id, result.services(), builder()?.address ?? "", fixing);
  /** What was proved beside its neighbours is proved so again. */
  const again = (fixing = false) => (proof.whole() ? all(fixing) : one(fixing));
  const main = () => (several() ? all() : one());
  const can = () => service() !== "" && !proof.running() && builder() !== undefined;

  onMount(() => void proof.look());
  onCleanup(() => proof.want(false));
  // Prove was pressed on another screen: it is not pressed twice.
  createEffect(
    on([proof.wanted, proof.builders], ([wanted, known]) => {
      if (!wanted || !known) return;
      proof.want(false);
      if (can()) main();
    }),
  );
  createEffect(
    on([() => app.run.info.id, service], ([run, path]) => {
      if (run !== "" && path !== "") void variables.show(run, path);
    }),
  );
  createEffect(
    on([service, app.verdict.plan], ([path, plan]) => {
      if (path !== "" && plan) void proof.show(path);
    }),
  );
  createEffect(on(report, (now) => now && lookedAt.includes(now.verdict) && setTab("report")));

  const turn = (by: number) => {
    const next = tabs[tabs.findIndex((one) => one.id === tab()) + by];
    if (next) setTab(next.id);
  };
  app.commands.offer([
    {
      id: "prove.main",
      title: "Prove all services",
      group: "Run",
      keys: "Mod+Enter",
      when: () => can() && !app.verdict.good(),
      run: main,
    },
    {
      id: "prove.keep",
      title: "Keep what is proven",
      group: "Project",
      keys: "Mod+Enter",
      when: app.verdict.good,
      run: () => keepBuild(app),
    },
    {
      id: "prove.alone",
      title: "Prove this service only",
      group: "Run",
      keys: "Mod+Shift+Enter",
      when: () => can() && several(),
      run: () => one(),
    },
    { id: "prove.retry", title: "Prove again", group: "Run", keys: "R", quiet: true, when: can, run: () => again() },
    {
      id: "prove.variables",
      title: "Variables for the proof",
      group: "Run",
      keys: "V",
      when: () => service() !== "",
      run: () => variables.edit(missingOf(report()?.failure)),
    },
    {
      id: "prove.stop",
      title: "Stop the proof",
      group: "Run",
      keys: "Escape",
      when: proof.running,
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
      <ProveHead name={name()} can={can()} several={several()} onAll={() => all()} onOne={() => one()} />
      <Show
        when={proof.fault()}
        fallback={<Outcome state={proof.proof} stands={app.verdict.of(service())} name={name()} />}
      >
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show
        when={lanes()}
        fallback={
          <Show when={begun()}>
            <Stages state={proof.proof} />
          </Show>
        }
      >
        <ServiceList />
      </Show>
      <Show when={report()?.failure}>
        {(failure) => (
          <Failed
            failure={failure()}
            offer={report()?.offer}
            probe={report()?.probe}
            dockerfile={report()?.dockerfile ?? ""}
            can={can()}
            onAgain={() => again()}
            onFix={() => again(true)}
          />
        )}
      </Show>
      <Questions service={service()} can={can()} onAgain={() => again()} />
      <FixAttempts state={proof.proof} />
      <Show when={begun()} fallback={<BeforeProof />}>
        <Split
          name="prove.steps"
          label="Width of the steps"
          initial={392}
          narrow={320}
          first={<Steps state={proof.proof} />}
          second={<Details tab={tab()} onTab={setTab} can={can()} onMend={() => again(true)} />}
        />
      </Show>
      <Variables name={name()} can={can()} again={proof.proof.verdict !== ""} onProve={() => again()} />
    </Show>
  );
}
