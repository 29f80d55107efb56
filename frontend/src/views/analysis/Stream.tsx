import { createMemo, createSignal } from "solid-js";
import { useApp } from "~/state/app";
import type { Run } from "~/state/run/run";
import { StreamRows } from "~/state/run/stream";
import type { Level } from "~/state/run/streamRow";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { Empty } from "~/parts/Messages";
import { LiveList } from "~/parts/LiveList";
import { Segmented } from "~/ui/Choose";
import { Input } from "~/ui/Input";
import { StreamCard } from "./StreamCard";

/** Everything that happens, as it happens. Equal rows fold into one; following stops when the user scrolls up. */
export function Stream(props: { source: Pick<Run, "info" | "events"> }) {
  const app = useApp();
  const [level, setLevel] = createSignal<Level>("normal");
  const [filter, setFilter] = createSignal("");
  const [follow, setFollow] = createSignal(true);
  const [at, setAt] = createSignal(-1);
  const [open, setOpen] = createSignal<ReadonlySet<number>>(new Set());
  let search: HTMLInputElement | undefined;

  // Another run starts over, however many events it has.
  const collector = createMemo(() => ({ run: props.source.info.id, rows: new StreamRows(level()), taken: 0 }));
  const rows = createMemo(() => {
    const kept = collector();
    const events = props.source.events();
    if (events.length < kept.taken) Object.assign(kept, { rows: new StreamRows(level()), taken: 0 });
    kept.rows.push(events.slice(kept.taken));
    kept.taken = events.length;
    return kept.rows.matching(filter());
  });

  const toggle = (key: number) =>
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const move = (by: number) => setAt((index) => Math.max(0, Math.min(rows().length - 1, index + by)));
  app.commands.offer([
    { id: "stream.next", title: "Next card", group: "View", keys: "J", quiet: true, run: () => move(1) },
    { id: "stream.previous", title: "Previous card", group: "View", keys: "K", quiet: true, run: () => move(-1) },
    { id: "stream.filter", title: "Filter the stream", group: "View", keys: "/", run: () => search?.focus() },
    {
      id: "stream.find",
      title: "Find in the stream",
      group: "View",
      keys: "Mod+F",
      quiet: true,
      run: () => search?.focus(),
    },
  ]);

  return (
    <section data-pane class="relative flex min-h-0 flex-1 flex-col" aria-label="Stream">
      <div class={`${paneHead} h-10`}>
        <span class="slim:sr-only">
          <PaneTitle title="Stream" />
        </span>
        <Segmented
          label="Level of detail"
          options={[
            { id: "quiet", label: "Quiet" },
            { id: "normal", label: "Normal" },
            { id: "verbose", label: "Verbose" },
            { id: "debug", label: "Debug" },
          ]}
          value={level()}
          onPick={(id) => setLevel(id as Level)}
        />
        <Input
          ref={search}
          small
          icon="search"
          class="ml-auto w-32 min-w-16 shrink"
          aria-label="Filter the stream"
          placeholder="Filter"
          value={filter()}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <LiveList
        label="Events"
        empty={
          <Empty icon="list-checks" title={filter() ? "No matching events" : "No events yet"}>
            {filter() ? "Clear the filter to see all." : "They appear here as the analysis runs."}
          </Empty>
        }
        items={rows()}
        rowHeight={2.0625}
        grows={(row) => open().has(row.key)}
        keyOf={(row) => row.key}
        current={at()}
        follow={follow()}
        onFollow={setFollow}
        onMove={setAt}
        onKey={(event) => {
          const row = rows()[at()];
          if (event.key === "Enter" && row) toggle(row.key);
        }}
        row={(row, index) => (
          <StreamCard
            row={row()}
            current={index() === at()}
            open={open().has(row().key)}
            raw={level() === "debug"}
            onOpen={app.setPlace}
            onToggle={() => {
              setAt(index());
              toggle(row().key);
            }}
          />
        )}
      />
    </section>
  );
}
