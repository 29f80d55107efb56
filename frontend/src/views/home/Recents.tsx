import { createMemo, createSignal, For, Show } from "solid-js";
import type { RunRow } from "~/bridge/types";
import { useApp } from "~/state/app";
import { settled } from "~/state/proof/verdict";
import { counted } from "~/state/shared/format";
import { runFact } from "~/parts/Facts";
import { Caps } from "~/ui/Caps";
import { Badge } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { cell, RecentRow } from "./RecentRow";

type Order = "name" | "state" | "confidence" | "started_at";

const columns: { title: string; order?: Order }[] = [
  { title: "Project", order: "name" },
  { title: "Stack" },
  { title: "Services" },
  { title: "State", order: "state" },
  { title: "Confidence", order: "confidence" },
  { title: "Opened", order: "started_at" },
];

/** What was seen is surer than any guess, either way. */
const sureness = ({ proof, confidence }: RunRow) => (!settled(proof) ? confidence : proof === "failed" ? -1 : 2);

/** How a column is sorted when its head is first chosen: names and states from A on, numbers from the highest. */
const compare: Record<Order, (a: RunRow, b: RunRow) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  state: (a, b) => runFact(a).words.localeCompare(runFact(b).words),
  confidence: (a, b) => sureness(b) - sureness(a),
  started_at: (a, b) => b.started_at - a.started_at,
};

/** The projects that were opened last; a missing folder keeps its row and gets its fix. */
export function Recents() {
  const app = useApp();
  const [filter, setFilter] = createSignal("");
  const [order, setOrder] = createSignal<{ by: Order; back: boolean }>({ by: "started_at", back: false });
  const [at, setAt] = createSignal(0);
  let search: HTMLInputElement | undefined;
  let body: HTMLTableSectionElement | undefined;
  const shown = createMemo(() => {
    const wanted = filter().trim().toLowerCase();
    const { by, back } = order();
    return app.history.recents
      .filter((run) => `${run.name} ${run.path} ${run.language}`.toLowerCase().includes(wanted))
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || compare[by](a, b) * (back ? -1 : 1));
  });
  const sort = (by: Order) => setOrder((old) => ({ by, back: old.by === by && !old.back }));
  /** As a screen reader says it: which way the values go. */
  const sorted = (by: Order | undefined) => {
    if (by !== order().by) return undefined;
    const rises = by === "name" || by === "state";
    return rises !== order().back ? "ascending" : "descending";
  };
  const current = () => shown()[Math.min(at(), shown().length - 1)];
  const move = (to: number) => {
    setAt(Math.max(0, Math.min(shown().length - 1, to)));
    body?.querySelectorAll<HTMLElement>("tr")[at()]?.focus();
  };
  const openRun = (run: RunRow) => void (!run.folder_exists ? app.opening.pick() : app.openRun(run.id));
  const forget = async (run: RunRow) => {
    const gone = await app.history.forget(run.path);
    if (gone.length === 0) return;
    app.toasts.show({
      tone: "info",
      title: `${run.name} is forgotten`,
      detail: `${counted(gone.length, "run")} deleted from the history. Its files stay where they are.`,
      action: { label: "Undo", run: () => void app.history.restore(...gone) },
    });
  };
  function onCurrent(does: (run: RunRow) => void) {
    const run = current();
    if (run) does(run);
  }
  app.commands.offer([
    {
      id: "recent.find",
      title: "Filter recent projects",
      group: "Project",
      keys: "/",
      quiet: true,
      run: () => search?.focus(),
    },
    {
      id: "recent.prove",
      title: "Prove the selected project",
      group: "Project",
      keys: "P",
      quiet: true,
      when: () => (current()?.services ?? 0) > 0,
      run: () => onCurrent((run) => void app.openRun(run.id, "prove")),
    },
    {
      id: "recent.again",
      title: "Analyse again",
      group: "Project",
      keys: "R",
      quiet: true,
      run: () => onCurrent((run) => void app.opening.analyse(run.path)),
    },
    {
      id: "recent.pin",
      title: "Pin the selected project to the top, or unpin it",
      group: "Project",
      keys: "T",
      quiet: true,
      run: () => onCurrent((run) => void app.history.pin(run.path, !run.pinned)),
    },
    {
      id: "recent.forget",
      title: "Forget",
      group: "Project",
      keys: "Delete",
      quiet: true,
      run: () => onCurrent((run) => void forget(run)),
    },
  ]);

  function key(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: at() + 1, ArrowUp: at() - 1, Home: 0, End: shown().length - 1 };
    const to = moves[event.key];
    if (to !== undefined) move(to);
    else if (event.key === "Enter" && event.target instanceof HTMLTableRowElement) onCurrent(openRun);
    else return;
    event.preventDefault();
  }

  const head = "h-6.5 border-b border-line px-2.5 text-left text-mark font-medium text-muted";
  return (
    <section class="mt-5" aria-label="Recent projects">
      <div class="flex items-center gap-2 pb-2">
        <h2 class="text-title font-semibold text-strong">Recent</h2>
        <Badge>{app.history.recents.length}</Badge>
        <span class="flex-1" />
        <Input
          ref={search}
          small
          icon="search"
          class="w-48"
          aria-label="Filter"
          placeholder="Filter"
          value={filter()}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <table class="w-full border-collapse">
        <thead class="bg-sunken">
          <tr>
            <For each={columns}>
              {(column) => (
                <th scope="col" class={head} aria-sort={sorted(column.order)}>
                  <Show when={column.order} fallback={column.title}>
                    {(by) => (
                      <button
                        type="button"
                        class="inline-flex items-center gap-1 rounded-mark hover:text-strong"
                        onClick={() => sort(by())}
                      >
                        {column.title}
                        <Show when={order().by === by()}>
                          <Icon
                            name="chevron-down"
                            size="xs"
                            class={sorted(by()) === "ascending" ? "rotate-180" : ""}
                          />
                        </Show>
                      </button>
                    )}
                  </Show>
                </th>
              )}
            </For>
            <th scope="col" class={head}>
              <span class="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={key}>
          <For
            each={shown()}
            fallback={
              <tr>
                <td class={`${cell} text-muted`} colSpan={7}>
                  No matching projects.
                </td>
              </tr>
            }
          >
            {(run, i) => (
              <RecentRow
                run={run}
                current={run === current()}
                onCurrent={() => setAt(i())}
                onOpen={() => openRun(run)}
                onPin={() => void app.history.pin(run.path, !run.pinned)}
                onForget={() => void forget(run)}
              />
            )}
          </For>
        </tbody>
      </table>
      <p class="flex gap-4 pt-3 text-label text-muted">
        <For each={Object.entries({ Enter: "open", P: "prove", R: "analyse again", T: "pin", Del: "forget" })}>
          {([key, words]) => (
            <span class="flex items-center gap-1.5">
              <Caps keys={[key]} /> {words}
            </span>
          )}
        </For>
      </p>
    </section>
  );
}
