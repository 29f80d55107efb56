import { createMemo, createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { graphOf, pathOf } from "~/state/graph";
import { counted } from "~/state/words";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { CanvasNode } from "./CanvasNode";
import { Inspect } from "./Inspect";
import { ServiceTable } from "./ServiceTable";

/** All services of the repository and what they need; the same as a table for those who prefer one. */
export default function Canvas(props: { onForm: () => void }) {
  const app = useApp();
  const { result } = app;
  const [zoom, setZoom] = createSignal(1);
  const [as, setAs] = createSignal("graph");
  const documents = createMemo(() =>
    result.services().flatMap((path) => {
      const doc = result.documentOf(path);
      return doc ? [{ path, doc }] : [];
    }),
  );
  const graph = createMemo(() => graphOf(documents()));
  const outside = () => graph().boxes.filter((box) => box.outside).length;
  const near = (edge: { from: string; to: string }) => edge.from === result.current() || edge.to === result.current();
  return (
    <div class="flex min-h-0 flex-1">
      <section data-pane class="flex min-h-0 min-w-0 flex-1 flex-col" aria-label="Services">
        <div class={`${paneHead} h-10`}>
          <PaneTitle
            title="Services"
            detail={`${counted(documents().length, "service")}, ${counted(outside(), "data service")}`}
          />
          <span class="flex-1" />
          <Segmented
            label="Show as"
            value={as()}
            onPick={setAs}
            options={[
              { id: "graph", label: "Graph" },
              { id: "table", label: "Table" },
            ]}
          />
          <IconButton icon="minus" label="Smaller" onClick={() => setZoom(Math.max(0.4, zoom() - 0.1))} />
          <span class="w-12 text-center text-label text-muted tabular-nums">{Math.round(zoom() * 100)} %</span>
          <IconButton icon="plus" label="Larger" onClick={() => setZoom(Math.min(2, zoom() + 0.1))} />
        </div>
        <Show when={as() === "graph"} fallback={<ServiceTable />}>
          <div
            class="min-h-0 flex-1 overflow-auto bg-sunken bg-[radial-gradient(var(--c-line)_1px,transparent_1px)] bg-size-[1.125rem_1.125rem]"
            tabIndex={0}
            role="group"
            aria-label="Graph of the services"
          >
            <div
              class="relative origin-top-left"
              style={{ width: `${graph().width}px`, height: `${graph().height}px`, zoom: zoom() }}
            >
              <svg class="absolute inset-0 size-full fill-none" aria-hidden="true">
                <defs>
                  <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
                    <path d="m1 1 6 3-6 3" stroke="context-stroke" fill="none" />
                  </marker>
                </defs>
                <For each={graph().edges}>
                  {(edge) => (
                    <path
                      d={pathOf(edge.points)}
                      marker-end="url(#arrow)"
                      stroke-width="1.5"
                      class={near(edge) ? "stroke-accent" : "stroke-line-control"}
                    />
                  )}
                </For>
              </svg>
              <For each={graph().boxes}>{(box) => <CanvasNode box={box} />}</For>
            </div>
          </div>
        </Show>
      </section>
      <aside data-pane class="flex w-75 shrink-0 flex-col border-l border-line" aria-label="Service">
        <Inspect onForm={() => props.onForm()} />
      </aside>
    </div>
  );
}
