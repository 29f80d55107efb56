import { counted } from "~/state/words";
import { createMemo, createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { joinWords } from "~/state/exec";
import { graphOf, pathOf, type Box } from "~/state/graph";
import { Ball } from "~/parts/Evidence";
import { Dot, PaneTitle, paneHead } from "~/parts/Facts";
import { Button, IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";

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
          <PaneTitle title="Services" detail={`${counted(documents().length, "service")}, ${outside()} from outside`} />
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
        <Show when={as() === "graph"} fallback={<Table />}>
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
              <For each={graph().boxes}>{(box) => <Node box={box} />}</For>
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

function Node(props: { box: Box }) {
  const app = useApp();
  const doc = () => app.result.documentOf(props.box.id);
  const here = () => app.result.current() === props.box.id;
  const place = () => ({
    left: `${props.box.x}px`,
    top: `${props.box.y}px`,
    width: `${props.box.width}px`,
    height: `${props.box.height}px`,
  });
  return (
    <Show
      when={!props.box.outside}
      fallback={
        <div
          class="absolute rounded-card border border-dashed border-line-control bg-surface px-3 py-2"
          style={place()}
        >
          <p class="flex items-center gap-2 font-medium text-strong">
            <Icon name="database" class="text-muted" /> {props.box.title}
          </p>
          <p class="text-label text-muted">from outside</p>
        </div>
      }
    >
      <button
        type="button"
        aria-pressed={here()}
        class="absolute rounded-card border bg-raised px-3 py-2 text-left align-top shadow-raised"
        classList={{ "border-2 border-accent": here(), "border-line-strong": !here() }}
        style={place()}
        onClick={() => app.result.setCurrent(props.box.id)}
      >
        <span class="flex items-center gap-2 pb-1">
          <Dot language={props.box.language} />
          <span class="cut flex-1 font-semibold text-strong">{props.box.title}</span>
          <span class="text-label text-muted">{doc()?.metadata.framework}</span>
          <span class="text-evidence">
            <Ball confidence={doc()?.metadata.confidence ?? 0} />
          </span>
        </span>
        <Line title="Folder" text={props.box.id} />
        <Line
          title="Port"
          text={
            doc()
              ?.runtime.ports.map((one) => one.port)
              .join(", ") || "none"
          }
        />
        <Line
          title="Health"
          text={doc()?.runtime.healthcheck?.path ?? (doc()?.runtime.healthcheck ? "command" : "none")}
        />
      </button>
    </Show>
  );
}

function Line(props: { title: string; text: string }) {
  return (
    <span class="flex gap-2 text-label">
      <span class="w-12 shrink-0 text-muted">{props.title}</span>
      <span class="cut font-mono text-strong">{props.text}</span>
    </span>
  );
}

function Inspect(props: { onForm: () => void }) {
  const app = useApp();
  const doc = () => app.result.doc();
  const facts = () => [
    ["Image", doc()?.runtime.base_image ?? ""],
    ["Command", joinWords(doc()?.runtime.command ?? []) || "the image's own"],
    [
      "Ports",
      doc()
        ?.runtime.ports.map((one) => `${one.port}/${one.protocol}`)
        .join(", ") || "none",
    ],
    ["Needs first", (doc()?.metadata.depends_on ?? []).join(", ") || "nothing"],
    ["From outside", (doc()?.metadata.backing_services ?? []).join(", ") || "nothing"],
  ];
  return (
    <>
      <div class={`${paneHead} h-10`}>
        <PaneTitle title={doc()?.metadata.project_name ?? ""} detail={app.result.current()} />
      </div>
      <dl class="min-h-0 flex-1 overflow-auto p-3">
        <For each={facts()}>
          {([title, text]) => (
            <div class="flex gap-3 py-0.75">
              <dt class="w-20 shrink-0 text-label text-muted">{title}</dt>
              <dd class="selectable min-w-0 code break-words text-strong">{text}</dd>
            </div>
          )}
        </For>
      </dl>
      <div class="flex gap-2 border-t border-line p-3">
        <Button onClick={() => props.onForm()}>Open in form</Button>
        <Button look="ghost" onClick={() => app.navigation.go("prove")}>
          Prove
        </Button>
      </div>
    </>
  );
}

function Table() {
  const app = useApp();
  const cell = "h-8 border-b border-line px-3 text-left whitespace-nowrap";
  return (
    <div class="min-h-0 flex-1 overflow-auto">
      <table class="w-full border-collapse">
        <thead class="bg-sunken text-mark text-muted">
          <tr>
            <For each={["Service", "Folder", "Port", "Needs first", "From outside"]}>
              {(title) => (
                <th scope="col" class={`${cell} font-medium`}>
                  {title}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={app.result.services()}>
            {(path) => {
              const doc = () => app.result.documentOf(path);
              return (
                <tr>
                  <td class={`${cell} font-medium text-strong`}>{doc()?.metadata.project_name}</td>
                  <td class={`${cell} code`}>{path}</td>
                  <td class={`${cell} tabular-nums`}>
                    {doc()
                      ?.runtime.ports.map((one) => one.port)
                      .join(", ")}
                  </td>
                  <td class={`${cell} code`}>{(doc()?.metadata.depends_on ?? []).join(", ")}</td>
                  <td class={cell}>{(doc()?.metadata.backing_services ?? []).join(", ")}</td>
                </tr>
              );
            }}
          </For>
        </tbody>
      </table>
    </div>
  );
}
