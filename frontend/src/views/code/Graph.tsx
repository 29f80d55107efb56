import { createEffect, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { beside, box, type Line, type Placed } from "~/state/code/graph";
import { boxWords, nodeTitle, short, useWords } from "~/state/code/format";
import { Dot } from "~/parts/Facts";
import { Icon } from "~/ui/Icon";
import { scale } from "~/ui/viewport";
import { ids } from "./icons";

/** Smaller than that nobody reads the names; larger graphs are scrolled. */
const smallest = 0.8;

/** Boxes in columns: who depends on the focus left, what it depends on right. Arrows go from box to box. */
export function Graph() {
  const { code } = useApp();
  let frame: HTMLDivElement | undefined;
  const [room, setRoom] = createSignal({ width: 0, height: 0 });
  const layout = () => code.layout();
  const zoom = () => {
    if (room().width === 0) return 1;
    const fits = Math.min(room().width / layout().width, (room().height - 48) / layout().height);
    return Math.max(smallest, Math.min(1, fits));
  };
  onMount(() => {
    const sized = new ResizeObserver(() => {
      if (frame) setRoom({ width: frame.clientWidth / scale(), height: frame.clientHeight / scale() });
    });
    if (frame) sized.observe(frame);
    onCleanup(() => sized.disconnect());
  });
  const centre = () => frame?.querySelector("[data-focus]")?.scrollIntoView({ block: "center", inline: "center" });
  createEffect(on([layout, zoom], () => queueMicrotask(centre)));

  const boxOf = (id: string) => frame?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  /** The one that the keys are at: what is chosen where it is a box, else the focus. */
  const at = () => {
    const shown = layout().boxes.map((one) => one.node.id);
    if (shown.includes(code.selected())) return code.selected();
    return layout().boxes.find((one) => one.node.level === 0)?.node.id ?? "";
  };

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const id = event.target.dataset["node"];
    if (id === undefined) return;
    const to = beside(layout(), id, event.key);
    if (event.key.startsWith("Arrow")) {
      if (to !== undefined) {
        code.select(to);
        boxOf(to)?.focus();
      }
    } else if (event.key === "Enter") {
      if (!id.startsWith("package:")) code.focusOn(id);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A new focus takes the keys with it where they were in the graph.
  createEffect(
    on(
      () => code.around(),
      () => {
        const had = frame?.contains(document.activeElement) || document.activeElement === document.body;
        if (had && frame?.dataset["keys"] === "yes") queueMicrotask(() => boxOf(at())?.focus());
      },
      { defer: true },
    ),
  );

  return (
    <div class="relative flex min-h-0 flex-1">
      <div
        ref={frame}
        id={ids.graph}
        role="group"
        aria-label="Graph around the focus"
        class="grid min-h-0 min-w-0 flex-1 overflow-auto bg-sunken bg-[radial-gradient(var(--c-line)_1px,transparent_1px)] bg-size-[1.125rem_1.125rem] pb-12"
        onKeyDown={key}
        onFocusIn={(event) => (event.currentTarget.dataset["keys"] = "yes")}
        onFocusOut={(event) => {
          // What is redrawn loses the focus without another getting it.
          if (event.relatedTarget) event.currentTarget.dataset["keys"] = "";
        }}
      >
        <div
          class="relative m-auto"
          style={{ width: `${layout().width / 16}rem`, height: `${layout().height / 16}rem`, zoom: zoom() }}
        >
          <svg
            class="absolute inset-0 size-full overflow-visible fill-none"
            viewBox={`0 0 ${layout().width} ${layout().height}`}
            aria-hidden="true"
          >
            <defs>
              <Arrow id="code-toward" look="fill-accent" />
              <Arrow id="code-away" look="fill-line-control" />
            </defs>
            <For each={layout().lines}>{(line) => <Edge line={line} />}</For>
          </svg>
          <For each={layout().boxes}>{(one) => <Box one={one} stop={at() === one.node.id} />}</For>
        </div>
      </div>
      <Legend />
    </div>
  );
}

function Arrow(props: { id: string; look: string }) {
  return (
    <marker
      id={props.id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="m1 1 6 3-6 3z" class={props.look} />
    </marker>
  );
}

function Edge(props: { line: Line }) {
  const { code } = useApp();
  const of = (id: string) => props.line.link.from === id || props.line.link.to === id;
  const near = () => of(code.selected());
  /** Among many, those that have nothing to do with what is chosen or in focus stand back. */
  const faint = () => {
    const { lines, boxes } = code.layout();
    const focus = boxes.find((one) => one.node.level === 0)?.node.id ?? "";
    return lines.length > 30 && !near() && !of(focus);
  };
  return (
    <path
      d={props.line.d}
      marker-end={props.line.toward ? "url(#code-toward)" : "url(#code-away)"}
      stroke-width={near() ? 2 : 1.5}
      stroke-dasharray={props.line.unsure ? "2 4" : props.line.test ? "5 4" : undefined}
      class={props.line.toward ? "stroke-accent" : "stroke-line-control"}
      opacity={faint() ? 0.3 : 1}
    />
  );
}

function Box(props: { one: Placed; stop: boolean }) {
  const { code } = useApp();
  const node = () => props.one.node;
  const focus = () => node().level === 0;
  const here = () => code.selected() === node().id || (focus() && code.selected() === code.focus());
  const place = (x = props.one.x, y = props.one.y) => ({ left: `${x / 16}rem`, top: `${y / 16}rem` });
  const use = () => node().evidence[0];
  const title = () =>
    node().kind === "file" && code.twice().has(node().name) ? short(node().path) : nodeTitle(node());
  return (
    <>
      <Show when={focus() || node().kind !== "file" ? use() : undefined}>
        {(use) => (
          <span
            class="chip pointer-events-none absolute flex h-5 items-center gap-1 rounded-mark bg-evidence-soft px-1.5 text-mark font-medium whitespace-nowrap text-evidence"
            style={{ ...place(props.one.x, props.one.y - 23), "max-width": `${(box.width + 48) / 16}rem` }}
          >
            <Icon name="file-check" size="xs" /> <span class="cut">evidence for {useWords(use())}</span>
          </span>
        )}
      </Show>
      <button
        type="button"
        data-node={node().id}
        data-focus={focus() ? "" : undefined}
        tabIndex={props.stop ? 0 : -1}
        aria-pressed={here()}
        aria-label={`${title()}, ${boxWords(node())}${levelWords(node().level)}`}
        title={node().outside ? node().name : `${node().path}${node().kind === "file" ? "" : `:${node().line}`}`}
        class="absolute rounded-control border bg-raised px-2.5 text-left shadow-raised"
        classList={{
          "border-2 border-accent": focus(),
          "border-accent": !focus() && here(),
          "border-line-strong": !focus() && !here(),
          "border-dashed bg-surface": node().outside,
        }}
        style={{ ...place(), width: `${box.width / 16}rem`, height: `${box.height / 16}rem` }}
        onClick={() => code.select(node().id)}
        onDblClick={() => !node().outside && code.focusOn(node().id)}
      >
        <span class="flex items-center gap-1.75">
          <Dot language={node().language} />
          <span class="cut font-mono text-label font-medium text-strong">{title()}</span>
        </span>
        <span class="cut block text-mark text-muted">{boxWords(node())}</span>
      </button>
      <Show when={node().more > 0}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Show ${node().more} more around ${title()}`}
          title={`Show ${node().more} more around it`}
          class="absolute grid h-5 min-w-6 place-items-center rounded-full border border-line-strong bg-surface px-1 text-mark font-medium text-muted tabular-nums hover:bg-raised hover:text-strong"
          style={place(props.one.x + box.width - 22, props.one.y + box.height - 10)}
          onClick={() => code.expand(node().id)}
        >
          +{node().more}
        </button>
      </Show>
    </>
  );
}

const levelWords = (level: number) =>
  level < 0 ? ", depends on the focus" : level > 0 ? ", the focus depends on it" : ", the focus";

function Legend() {
  const { code } = useApp();
  const has = (what: (line: Line) => boolean) => code.layout().lines.some(what);
  const entry = (words: string, look: string, dashes?: string) => (
    <span class="flex items-center gap-1.5">
      <svg class="h-2 w-4.5 shrink-0 fill-none" aria-hidden="true">
        <path d="M0 4h18" stroke-width="2" class={look} stroke-dasharray={dashes} />
      </svg>
      {words}
    </span>
  );
  return (
    <Show when={code.layout().lines.length > 0}>
      <p class="pointer-events-none absolute bottom-2.5 left-3 flex h-7 items-center gap-3.5 rounded-control border border-line bg-surface px-2.5 text-label text-body">
        <Show when={has((line) => line.toward)}>{entry("depends on focus", "stroke-accent")}</Show>
        <Show when={has((line) => !line.toward)}>{entry("focus depends on", "stroke-line-control")}</Show>
        <Show when={has((line) => line.test && !line.unsure)}>{entry("tests", "stroke-accent", "5 4")}</Show>
        <Show when={has((line) => line.unsure)}>{entry("not sure", "stroke-line-control", "2 4")}</Show>
      </p>
    </Show>
  );
}
