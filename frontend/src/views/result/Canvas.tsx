import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { useApp } from "~/state/app";
import { fitted, graphOf, pathOf, smallest, type Link } from "~/state/plan/graph";
import { counted } from "~/state/shared/format";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Button, IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { CanvasNode } from "./CanvasNode";
import { Arrow, Legend } from "./CanvasSigns";
import { Inspect } from "./Inspect";
import { ServiceTable } from "./ServiceTable";

/** All services of the repository and what they need; the same as a table for those who prefer one. */
export default function Canvas(props: { onForm: () => void }) {
  const app = useApp();
  const { result } = app;
  /** Chosen by the user; undefined while all of the graph is to be seen. */
  const [chosen, setZoom] = createSignal<number>();
  const [room, setRoom] = createSignal({ width: 0, height: 0 });
  const [picked, pick] = createSignal("");
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
  const zoom = () => chosen() ?? (room().width > 0 ? fitted(graph(), room()) : 1);
  const measured = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
  onCleanup(() => measured.disconnect());
  const idOf = (edge: Link) => `${edge.from} ${edge.to}`;
  const links = () => graph().edges.filter((edge) => edge.from === result.current());
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
          <IconButton icon="minus" label="Smaller" onClick={() => setZoom(Math.max(smallest, zoom() - 0.1))} />
          <span class="w-12 text-center text-label text-muted tabular-nums">{Math.round(zoom() * 100)} %</span>
          <IconButton icon="plus" label="Larger" onClick={() => setZoom(Math.min(2, zoom() + 0.1))} />
          <Button small look="ghost" disabled={chosen() === undefined} onClick={() => setZoom(undefined)}>
            Fit
          </Button>
        </div>
        <Show when={as() === "graph"} fallback={<ServiceTable />}>
          <div
            ref={(element) => measured.observe(element)}
            class="flex min-h-0 flex-1 overflow-auto bg-sunken bg-[radial-gradient(var(--c-line)_1px,transparent_1px)] bg-size-[1.125rem_1.125rem]"
            tabIndex={0}
            role="group"
            aria-label="Graph of the services"
          >
            <div
              class="relative m-auto shrink-0"
              style={{ width: `${graph().width}px`, height: `${graph().height}px`, zoom: zoom() }}
            >
              <svg class="absolute inset-0 size-full fill-none" aria-hidden="true">
                <defs>
                  {/* A marker has no colour of its edge in every browser, so each colour has its own. */}
                  <Arrow id="arrow-near" class="fill-accent" />
                  <Arrow id="arrow" class="fill-line-control" />
                </defs>
                <For each={graph().edges}>
                  {(edge) => (
                    <path
                      d={pathOf(edge.points)}
                      marker-end={near(edge) ? "url(#arrow-near)" : "url(#arrow)"}
                      stroke-width="1.5"
                      stroke-dasharray={edge.talks ? undefined : "4 4"}
                      class={near(edge) ? "stroke-accent" : "stroke-line-control"}
                    />
                  )}
                </For>
              </svg>
              <For each={graph().boxes}>{(box) => <CanvasNode box={box} />}</For>
              <For each={graph().edges}>
                {(edge) => (
                  <button
                    type="button"
                    aria-label={`${edge.from} ${edge.talks ? "talks to" : "starts after"} ${edge.title}: ${edge.label}`}
                    aria-pressed={picked() === idOf(edge)}
                    class={`absolute h-5 -translate-1/2 rounded-mark px-1.5 text-mark font-medium whitespace-nowrap ${near(edge) ? "bg-evidence-soft text-evidence" : "bg-surface text-muted"} ${picked() === idOf(edge) ? "ring-1 ring-evidence-line" : ""}`}
                    style={{ left: `${edge.x}px`, top: `${edge.y}px` }}
                    onClick={() => {
                      result.setCurrent(edge.from);
                      pick(idOf(edge));
                    }}
                  >
                    {edge.label}
                  </button>
                )}
              </For>
            </div>
          </div>
          <Legend />
        </Show>
      </section>
      <aside data-pane class="flex w-75 shrink-0 flex-col border-l border-line" aria-label="Service">
        <Inspect links={links()} isPicked={(link) => picked() === idOf(link)} onForm={() => props.onForm()} />
      </aside>
    </div>
  );
}
