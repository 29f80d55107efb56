import { Match, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { paneHead } from "~/parts/Facts";
import { Tabs } from "~/ui/Choose";
import { Browser } from "./Browser";
import { Layers } from "./Layers";
import { Log } from "./Log";
import { Preview } from "./Preview";
import { ReportPane } from "./ReportPane";

export const tabs = [
  { id: "log", label: "Log" },
  { id: "layers", label: "Layers" },
  { id: "browser", label: "Browser" },
  { id: "report", label: "Report" },
  { id: "preview", label: "Preview" },
];

/** What a proof has seen, one view at a time. */
export function Details(props: { tab: string; onTab: (id: string) => void; can: boolean; onMend: () => void }) {
  const { proof, result } = useApp();
  const report = () => proof.proof.report;
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Details">
      <div class={`${paneHead} h-10 pl-1`}>
        <Tabs label="Details" value={props.tab} onPick={(id) => props.onTab(id)} options={tabs} />
      </div>
      <Switch fallback={<Log lines={proof.log()} />}>
        <Match when={props.tab === "layers"}>
          <Layers image={report()?.image ?? undefined} />
        </Match>
        <Match when={props.tab === "browser"}>
          <Browser report={report()} />
        </Match>
        <Match when={props.tab === "preview"}>
          <Preview service={result.current()} />
        </Match>
        <Match when={props.tab === "report" && report()}>
          {(known) => <ReportPane report={known()} can={props.can} onMend={props.onMend} />}
        </Match>
      </Switch>
    </section>
  );
}
