import { createSignal, Match, Show, Switch, For } from "solid-js";
import { useApp } from "~/state/app";
import { edgeKinds, edgesWords, nodeTitle } from "~/state/code/format";
import { caps } from "~/state/frame/keys";
import { FilePane } from "~/parts/FilePane";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Empty, ErrorCard } from "~/parts/Messages";
import { IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Check } from "~/ui/Input";
import { Popover } from "~/ui/Overlay";
import { Graph } from "./Graph";
import { LinkTable } from "./LinkTable";

/** What is around the focus, as a graph or as a table; or a file that was opened. */
export function GraphPane(props: { as: "graph" | "table"; onAs: (as: "graph" | "table") => void }) {
  const app = useApp();
  const { code } = app;
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Graph">
      <Show when={code.place()} fallback={<Around {...props} />}>
        {(place) => (
          <>
            <div class={paneHead}>
              <h2 class="cut code flex-1 text-strong">{place().path}</h2>
              <IconButton icon="x" label="Back to the graph" keys={["Esc"]} onClick={() => code.setPlace(undefined)} />
            </div>
            <FilePane run={code.run()} place={place()} load={app.api.file} />
          </>
        )}
      </Show>
    </section>
  );
}

function Around(props: { as: "graph" | "table"; onAs: (as: "graph" | "table") => void }) {
  const { code } = useApp();
  const around = () => code.around();
  const size = () => {
    const known = around();
    if (!known) return "";
    const left = known.left_out > 0 ? `, ${known.left_out.toLocaleString("en")} left out` : "";
    return `${known.nodes.length} of ${known.most} nodes${left}`;
  };
  return (
    <>
      <div class={paneHead}>
        <span class="flex min-w-0 flex-1 items-center gap-2" title={around()?.focus.id}>
          <Show when={around()}>{(known) => <PaneTitle title={nodeTitle(known().focus)} />}</Show>
          <span class="cut text-label text-muted tabular-nums slim:sr-only" role="status">
            {size()}
          </span>
        </span>
        <span class="text-label text-muted tight:hidden">Depth</span>
        <span class="flex items-center gap-1">
          <IconButton
            icon="minus"
            label="Decrease depth"
            keys={caps("-")}
            disabled={code.depth() <= 1}
            onClick={() => code.setDepth(code.depth() - 1)}
          />
          <span
            class="w-3 text-center font-medium text-strong tabular-nums"
            aria-label={`Depth ${code.depth()}`}
            role="img"
          >
            {code.depth()}
          </span>
          <IconButton
            icon="plus"
            label="Increase depth"
            keys={caps("=")}
            disabled={code.depth() >= 3}
            onClick={() => code.setDepth(code.depth() + 1)}
          />
        </span>
        <Edges />
        <Segmented
          label="Show as"
          value={props.as}
          onPick={(id) => props.onAs(id as "graph" | "table")}
          options={[
            { id: "graph", label: "Graph" },
            { id: "table", label: "Table" },
          ]}
        />
      </div>
      <Switch
        fallback={
          <Empty icon="waypoints" title="Nothing in focus">
            Search for a name, or choose a file or symbol in the outline. The graph shows what depends on it and what it
            depends on.
          </Empty>
        }
      >
        <Match when={code.gone()}>{(fault) => <ErrorCard fault={fault()} title="It no longer exists" warning />}</Match>
        <Match when={around() && props.as === "table"}>
          <LinkTable />
        </Match>
        <Match when={around()}>
          <Graph />
        </Match>
      </Switch>
    </>
  );
}

/** Which edges are followed, and whether boxes are files or symbols. */
function Edges() {
  const { code } = useApp();
  const [open, setOpen] = createSignal(false);
  const toggle = (id: string, on: boolean) =>
    code.setEdges(on ? [...code.edges(), id] : code.edges().filter((one) => one !== id));
  return (
    <Popover
      open={open()}
      onOpen={setOpen}
      label="What the graph shows"
      triggerLabel={`Edges: ${edgesWords(code.edges())}`}
      triggerClass="flex h-6 max-w-40 shrink-0 items-center gap-1 rounded-control px-1.5 text-label font-medium whitespace-nowrap text-body hover:bg-hover"
      trigger={
        <>
          <Icon name="sliders" class="wide:hidden" />
          <span class="cut hidden wide:block">{edgesWords(code.edges())}</span>
          <Icon name="chevron-down" size="xs" />
        </>
      }
    >
      {() => (
        <div class="flex flex-col gap-3 p-3.5">
          <Segmented
            label="Boxes"
            value={code.files() ? "files" : "symbols"}
            onPick={(id) => code.setFiles(id === "files")}
            options={[
              { id: "files", label: "Files" },
              { id: "symbols", label: "Symbols" },
            ]}
          />
          <fieldset class="flex flex-col">
            <legend class="pb-1 text-mark font-semibold text-muted">Edges to follow</legend>
            <For each={edgeKinds}>
              {({ id, title }) => (
                <Check label={title} checked={code.edges().includes(id)} onChange={(on) => toggle(id, on)} />
              )}
            </For>
          </fieldset>
        </div>
      )}
    </Popover>
  );
}
