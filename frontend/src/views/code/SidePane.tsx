import { Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Tab } from "~/state/code/code";
import { Badge } from "~/ui/Chip";
import { Tabs } from "~/ui/Choose";
import { IssueList } from "./IssueList";
import { OutlineTree } from "./OutlineTree";
import { Results } from "./Results";

/** What was found, the outline, and what to look at. */
export function SidePane() {
  const { code } = useApp();
  const issues = () => (code.issues()?.totals ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Code">
      <div class="flex h-8 shrink-0 items-stretch gap-2 border-b border-line px-1 min-w-0">
        <Tabs
          label="List"
          value={code.tab()}
          onPick={(id) => code.setTab(id as Tab)}
          controls="code-list"
          options={[
            { id: "results", name: "Results", label: <Counted title="Results" count={code.hits()?.total ?? 0} /> },
            { id: "outline", name: "Outline", label: "Outline" },
            { id: "issues", name: "Issues", label: <Counted title="Issues" count={issues()} /> },
          ]}
        />
      </div>
      <div id="code-list" role="tabpanel" aria-label={code.tab()} class="flex min-h-0 flex-1 flex-col">
        <Switch>
          <Match when={code.tab() === "results"}>
            <Results />
          </Match>
          <Match when={code.tab() === "outline"}>
            <OutlineTree />
          </Match>
          <Match when={code.tab() === "issues"}>
            <IssueList />
          </Match>
        </Switch>
      </div>
    </section>
  );
}

function Counted(props: { title: string; count: number }) {
  return (
    <>
      {props.title}
      <Show when={props.count > 0}>
        <span class="slim:hidden">
          <Badge>{props.count.toLocaleString("en")}</Badge>
        </span>
      </Show>
    </>
  );
}
