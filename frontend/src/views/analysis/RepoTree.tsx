import { createMemo, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run/run";
import type { TreeRow } from "~/state/run/tree";
import { bytes, counted, moment } from "~/state/shared/format";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { VirtualList } from "~/ui/VirtualList";
import { RepoCard } from "./RepoCard";

/** The repository: which folders are services, which files are manifests, which lines decided something. */
export function RepoTree(props: { source: Pick<Run, "info" | "course"> }) {
  const app = useApp();
  const { tree } = app;
  const at = createMemo(() => tree.rows().findIndex((row) => row.node.path === tree.selected()));
  const files = () => {
    const result = props.source.course.course.before.find((step) => step.name === "scan")?.result ?? "";
    return result || (props.source.course.course.files ? counted(props.source.course.course.files, "file") : "");
  };
  const select = (index: number) => {
    const row = tree.rows()[index];
    if (row) tree.select(row.node.path);
  };
  const open = (row: TreeRow) => {
    tree.select(row.node.path);
    if (row.node.is_dir) tree.toggle(row.node.path);
    else app.setPlace({ path: row.node.path, line: 0 });
  };

  function key(event: KeyboardEvent) {
    const row = tree.rows()[at()];
    if (!row) return;
    if (event.key === "Enter" || event.key === " ") open(row);
    else if (event.key === "ArrowRight" && row.node.is_dir && !row.open) void tree.expand(row.node.path);
    else if (event.key === "ArrowRight" && row.node.is_dir) select(at() + 1);
    else if (event.key === "ArrowLeft" && row.open) tree.collapse(row.node.path);
    else if (event.key === "ArrowLeft") tree.select(row.node.path.split("/").slice(0, -1).join("/") || row.node.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Repository">
      <div class={paneHead}>
        <PaneTitle title="Repository" detail={files()} />
      </div>
      <Show when={props.source.course.course.repository}>
        {(repository) => <RepoCard repository={repository()} partial={props.source.course.course.partial} />}
      </Show>
      <Show when={tree.fault()}>{(fault) => <ErrorCard fault={fault()} title="The folder cannot be read" />}</Show>
      <Show
        when={tree.loaded()}
        fallback={
          <Show when={!tree.fault()}>
            <Skeleton rows={8} />
          </Show>
        }
      >
        <VirtualList
          label="Files"
          role="tree"
          class="px-1.5 py-1 text-label"
          items={tree.rows()}
          rowHeight={1.4375}
          current={at()}
          onMove={(to) => select(to)}
          onKey={key}
          row={(row) => <Row row={row()} selected={row().node.path === tree.selected()} onOpen={() => open(row())} />}
        />
      </Show>
    </section>
  );
}

/** What a row says when asked: path, size, age, and what kind of file it is. */
function about(node: TreeRow["node"]): string {
  if (node.is_dir) return node.path;
  const parts = [node.path, node.target ? `link to ${node.target}` : bytes(node.size)];
  if (node.modified) parts.push(`changed ${moment(node.modified)}`);
  if (node.executable) parts.push("executable");
  if (node.binary) parts.push("binary");
  return parts.join(", ");
}

function Row(props: { row: TreeRow; selected: boolean; onOpen: () => void }) {
  const node = () => props.row.node;
  const icon = () => {
    if (node().is_dir) return "folder";
    if (node().target) return "link";
    if (node().binary) return "binary";
    if (node().executable) return "terminal";
    return /\.(md|txt|lock|log|csv)$/.test(node().name) ? "file" : "file-code";
  };
  return (
    <div
      role="treeitem"
      aria-level={props.row.depth + 1}
      aria-expanded={node().is_dir ? props.row.open : undefined}
      aria-selected={props.selected}
      class="flex h-5.75 items-center gap-1.25 rounded-mark pr-1.5 whitespace-nowrap"
      classList={{ "bg-selection text-strong": props.selected, "hover:bg-hover": !props.selected }}
      style={{ "padding-left": `${0.375 + props.row.depth * 0.875}rem` }}
      title={about(node())}
      onClick={() => props.onOpen()}
    >
      <Show when={node().is_dir} fallback={<span class="w-3 shrink-0" />}>
        <Icon name={props.row.open ? "chevron-down" : "chevron-right"} size="xs" class="text-muted" />
      </Show>
      <Icon name={icon()} class="text-muted" />
      <span class="cut flex-1">{node().name}</span>
      <Show when={node().manifest}>
        <Icon name="package" size="xs" class="text-muted" />
      </Show>
      <Show when={node().evidence > 0}>
        <span
          class="flex items-center gap-0.5 text-mark text-evidence tabular-nums"
          title={`evidence: ${counted(node().evidence, "place")}`}
        >
          <Icon name="eye" size="xs" />
          {node().evidence}
        </span>
      </Show>
      <Show when={node().service}>
        <Chip tone="accent">service</Chip>
      </Show>
    </div>
  );
}
