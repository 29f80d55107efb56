import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { OutlineRow } from "~/state/code/outline";
import { counted } from "~/state/shared/format";
import { Dot } from "~/parts/Facts";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { VirtualList } from "~/ui/VirtualList";
import { focusOn, ids, kindIcon } from "./icons";

/** Folders, files and what they declare: by how much hangs on them, or by path. */
export function OutlineTree() {
  const { code } = useApp();
  const { outline } = code;
  const rows = outline.rows;
  function pick(index: number) {
    const one = rows()[index];
    outline.setAt(index);
    if (one && !one.row.folder && one.more === 0) code.choose(one.row.id);
  }
  function click(index: number) {
    pick(index);
    const one = rows()[index];
    if (one?.row.holds && one.more === 0) outline.toggle(one.row.id);
  }

  function key(event: KeyboardEvent) {
    const one = rows()[outline.at()];
    if (!one) return;
    if (event.key === "Enter" && one.row.folder) outline.toggle(one.row.id);
    else if (event.key === "Enter") {
      code.choose(one.row.id);
      focusOn(ids.graph);
    } else if (event.key === "ArrowRight" && one.row.holds && !one.open) void outline.expand(one.row.id);
    else if (event.key === "ArrowRight" && (rows()[outline.at() + 1]?.depth ?? 0) > one.depth) pick(outline.at() + 1);
    else if (event.key === "ArrowLeft" && one.open) outline.collapse(one.row.id);
    else if (event.key === "ArrowLeft")
      pick(
        Math.max(
          0,
          rows()
            .slice(0, outline.at())
            .findLastIndex((up) => up.depth < one.depth),
        ),
      );
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <div class="flex h-9 shrink-0 items-center gap-2 px-2.5 text-label text-muted">
        <span class="flex-1 slim:sr-only">Order</span>
        <Segmented
          label="Order of the outline"
          value={outline.byPath() ? "path" : "rank"}
          onPick={(id) => void outline.order(id === "path")}
          options={[
            { id: "rank", label: "Most used" },
            { id: "path", label: "Path" },
          ]}
        />
      </div>
      <Show when={outline.fault()}>{(fault) => <ErrorCard fault={fault()} title="There is no outline" />}</Show>
      <Show when={outline.loaded()} fallback={<Skeleton rows={8} />}>
        <VirtualList
          label="Outline"
          role="tree"
          class="px-1.5 pb-1 text-label"
          items={rows()}
          rowHeight={1.4375}
          current={outline.at()}
          onMove={pick}
          onKey={key}
          row={(one, i) => <Row one={one()} here={outline.at() === i()} onPick={() => click(i())} />}
        />
      </Show>
    </>
  );
}

function Row(props: { one: OutlineRow; here: boolean; onPick: () => void }) {
  const row = () => props.one.row;
  return (
    <div
      role="treeitem"
      aria-level={props.one.depth + 1}
      aria-expanded={row().holds && props.one.more === 0 ? props.one.open : undefined}
      aria-selected={props.here}
      class="flex h-5.75 items-center gap-1.25 rounded-mark pr-1.5 whitespace-nowrap"
      classList={{ "bg-selection text-strong": props.here, "hover:bg-hover": !props.here }}
      style={{ "padding-left": `${0.25 + props.one.depth * 0.75}rem` }}
      title={row().signature || row().path}
      onClick={() => props.onPick()}
    >
      <Show
        when={props.one.more === 0}
        fallback={<span class="pl-4 text-muted">and {props.one.more.toLocaleString("en")} more: search for them</span>}
      >
        <Show when={row().holds} fallback={<span class="w-3 shrink-0" />}>
          <Icon name={props.one.open ? "chevron-down" : "chevron-right"} size="xs" class="text-muted" />
        </Show>
        <Show when={row().kind === "file"} fallback={<Icon name={kindIcon(row().kind)} class="text-muted" />}>
          <Dot language={row().language} />
        </Show>
        <span class="cut flex-1" classList={{ "font-mono": row().kind !== "file" && !row().folder }}>
          {row().name}
        </span>
        <Show when={row().evidence.length > 0 && row().kind !== "file"}>
          <Icon name="eye" size="xs" class="text-evidence" />
          <span class="sr-only">evidence for the plan</span>
        </Show>
        <Show when={row().symbols > 0}>
          <span class="text-mark text-muted tabular-nums" title={counted(row().symbols, "symbol")}>
            {row().symbols.toLocaleString("en")}
          </span>
        </Show>
      </Show>
    </div>
  );
}
