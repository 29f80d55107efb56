import { createEffect, createSignal, For, Match, on, onMount, Show, Switch } from "solid-js";
import { rejected } from "~/bridge/fault";
import { useApp } from "~/state/app";
import { caps } from "~/state/keys";
import { clock, duration, serviceName } from "~/state/words";
import { Dot, paneHead, screenHead } from "~/parts/Facts";
import { Band, Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Segmented, Tabs } from "~/ui/Choose";
import { Split } from "~/ui/Split";
import { Browser } from "./Browser";
import { Failed } from "./Failed";
import { Layers } from "./Layers";
import { Log } from "./Log";
import { Preview } from "./Preview";
import { ReportPane } from "./ReportPane";
import { Stages } from "./Stages";
import { Steps } from "./Steps";

/** Shows that it really works, or where it does not and what to do. */
export default function Prove() {
  const app = useApp();
  const { proof, result } = app;
  const [tab, setTab] = createSignal("log");
  const builder = () => proof.builders()?.find((one) => one.ok);
  const service = () => result.current();
  const name = () => serviceName(service(), app.project());
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

  const tabs = ["log", "layers", "browser", "report", "preview"];
  const turn = (by: number) => setTab(tabs[Math.max(0, Math.min(tabs.length - 1, tabs.indexOf(tab()) + by))] ?? "log");
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

  const title = () =>
    proof.proof.running
      ? `Proving ${name()}`
      : report()?.verdict === "failed"
        ? `Proof of ${name()} failed`
        : report()?.verdict === "proven"
          ? `${name()} is proven`
          : `Prove ${name()}`;
  return (
    <Show
      when={service() !== ""}
      fallback={
        <Empty icon="container" title="Nothing to prove yet">
          Analyse a project first; then its services can be built, started and probed here.
        </Empty>
      }
    >
      <header data-pane class={screenHead}>
        <h1 class="text-screen font-semibold whitespace-nowrap text-strong">{title()}</h1>
        <Show when={result.services().length > 1}>
          <Segmented
            label="Service"
            value={service()}
            onPick={(id) => !proof.proof.running && result.setCurrent(id)}
            options={result.services().map((path) => ({
              id: path,
              name: serviceName(path, app.project()),
              label: (
                <>
                  <Dot language={result.documentOf(path)?.metadata.language ?? ""} /> {serviceName(path, app.project())}
                </>
              ),
            }))}
          />
        </Show>
        <Show when={report()}>
          {(known) => (
            <span class="text-muted tabular-nums">
              {clock(known().started_at)}, {duration(known().duration_ms)}
            </span>
          )}
        </Show>
        <span class="flex-1" />
        <Show when={report()}>
          <Button look="ghost" icon="download" onClick={() => void save()}>
            Save report
          </Button>
          <Button look="ghost" icon="copy" onClick={() => void app.copy(JSON.stringify(report(), null, 2), "Report")}>
            Copy report
          </Button>
        </Show>
        <Show
          when={proof.proof.running}
          fallback={
            <Button look="primary" keys={caps("Mod+Enter")} disabled={!can()} onClick={start}>
              {report() ? "Prove again" : "Prove"}
            </Button>
          }
        >
          <Button icon="stop" keys={["Esc"]} onClick={() => void proof.stop()}>
            Stop
          </Button>
        </Show>
      </header>
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
            second={
              <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Details">
                <div class={`${paneHead} h-10 pl-1`}>
                  <Tabs
                    label="Details"
                    value={tab()}
                    onPick={setTab}
                    options={[
                      { id: "log", label: "Log" },
                      { id: "layers", label: "Layers" },
                      { id: "browser", label: "Browser" },
                      { id: "report", label: "Report" },
                      { id: "preview", label: "Preview" },
                    ]}
                  />
                </div>
                <Switch fallback={<Log lines={proof.log()} />}>
                  <Match when={tab() === "layers"}>
                    <Layers image={report()?.image ?? undefined} />
                  </Match>
                  <Match when={tab() === "browser"}>
                    <Browser report={report()} />
                  </Match>
                  <Match when={tab() === "preview"}>
                    <Preview service={service()} />
                  </Match>
                  <Match when={tab() === "report" && report()}>{(known) => <ReportPane report={known()} />}</Match>
                </Switch>
              </section>
            }
          />
        </Match>
      </Switch>
    </Show>
  );

  async function save() {
    const file = await app.api.saveReport(proof.proof.id, "").catch((thrown: unknown) => {
      app.toasts.show({ tone: "warn", title: "The report was not saved", detail: rejected(thrown).message });
      return "";
    });
    if (file) app.toasts.show({ tone: "ok", title: "The report is saved", detail: file });
  }

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

/** Before the first proof: which builder will be used, or how to get one. */
function Ready() {
  const app = useApp();
  const builders = () => app.proof.builders();
  return (
    <Show when={builders()} fallback={<Skeleton rows={4} />}>
      <Show when={builders()?.some((one) => one.ok)} fallback={<NoBuilder />}>
        <Empty icon="container" title="Nothing proven yet">
          Prove builds the image, starts it without network, asks its health check, and says what happened. It uses{" "}
          <span class="font-mono text-strong">{builders()?.find((one) => one.ok)?.address}</span>.
        </Empty>
      </Show>
    </Show>
  );
}

function NoBuilder() {
  const app = useApp();
  return (
    <div class="max-w-[60rem]">
      <Empty
        icon="circle-slash"
        title="No builder was found"
        actions={
          <>
            <Button look="primary" icon="reset" onClick={() => void app.proof.look()}>
              Look again
            </Button>
            <Button
              onClick={() => {
                app.navigation.go("result");
                app.setOverlay("export");
              }}
            >
              Export without proof
            </Button>
          </>
        }
      >
        To prove a build, aipack needs BuildKit: start Docker or Podman, or run buildkitd, and look again. Everything
        else works without it.
      </Empty>
      <ul class="mx-5 border-t border-line text-label">
        <For each={app.proof.builders() ?? []}>
          {(one) => (
            <li class="flex gap-3 border-b border-line py-1.5">
              <span class="w-72 shrink-0 code break-all text-strong">{one.address}</span>
              <span class="w-48 shrink-0 text-muted">{one.why}</span>
              <span class="text-muted">{one.problem}</span>
            </li>
          )}
        </For>
      </ul>
    </div>
  );
}
