import { createEffect, createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { FleetState } from "~/bridge/types";
import { useApp } from "~/state/app";
import { createFleet, failures, jobs, type Fleet } from "~/state/fleet/fleet";
import { counted, duration } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { Band, Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Input } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";
import { Split } from "~/ui/Split";
import { VirtualList } from "~/ui/VirtualList";
import { Detail } from "./Detail";
import { fleetActions, fleetCommands } from "./actions";
import { FleetHead, Line } from "./Line";

/** Many repositories at once: how far they are, what came of each, and again. */
export default function FleetScreen() {
  const app = useApp();
  const fleet = createFleet(app.api);
  const [stopping, setStopping] = createSignal(false);
  let search: HTMLInputElement | undefined;
  onMount(() => void fleet.show());
  onCleanup(fleet.leave);
  const does = fleetActions(app, fleet);
  app.commands.offer(fleetCommands(fleet, does, () => search?.focus()));

  const there = () => (fleet.state()?.there ? fleet.state() : undefined);
  const filtered = () => fleet.filter().cause !== "" || fleet.filter().text !== "";
  /** What the list is made of: each row fetches itself. */
  const [places, setPlaces] = createSignal<readonly number[]>([]);
  createEffect(() => {
    const n = fleet.all() ?? 0;
    if (n !== places().length) setPlaces(Array.from({ length: n }, (_, i) => i));
  });

  const list = () => (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Results">
      <FleetHead />
      <VirtualList
        label="Results"
        takesFocus
        items={places()}
        rowHeight={2}
        current={fleet.at()}
        onMove={fleet.move}
        onKey={(event) => {
          if (event.key !== "Enter") return;
          fleet.open(fleet.at());
          event.preventDefault();
        }}
        row={(_, index) => <Line fleet={fleet} index={index()} />}
      />
    </section>
  );

  return (
    <>
      <header data-pane class={screenHead}>
        <h1 class="text-screen font-semibold text-strong">Fleet</h1>
        <Show when={there()}>
          {(state) => <span class="cut text-muted tabular-nums">{progress(state(), fleet.left())}</span>}
        </Show>
        <span class="flex-1" />
        <IconButton icon="reset" label="Refresh" keys={["R"]} onClick={() => void fleet.refresh()} />
        <Show when={there()}>
          {(state) => (
            <>
              <Button
                icon="redo"
                disabled={failures(state()) === 0 || fleet.busy()}
                title="What failed, was given up or could not be fetched"
                onClick={() => void does.retry("")}
              >
                Try failed again
              </Button>
              <Button icon="stop" disabled={jobs(state()) === 0 || fleet.busy()} onClick={() => setStopping(true)}>
                Stop …
              </Button>
            </>
          )}
        </Show>
      </header>
      <Show when={fleet.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show
        when={fleet.state()}
        fallback={
          <Show when={!fleet.fault()}>
            <Skeleton rows={8} />
          </Show>
        }
      >
        <Show when={there()} fallback={<Begin />}>
          {(state) => (
            <>
              <Show when={jobs(state()) > 0 && state().workers.length === 0}>
                <Band
                  tone="warn"
                  icon="alert"
                  actions={
                    <Button small icon="copy" onClick={() => void app.copy("aipack fleet work", "Command line")}>
                      Copy
                    </Button>
                  }
                >
                  No worker is there to do what waits. Start one in a terminal:{" "}
                  <code class="selectable code text-strong">aipack fleet work</code>
                </Band>
              </Show>
              <div data-pane class="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
                <Causes fleet={fleet} state={state()} />
                <span class="flex-1" />
                <Input
                  ref={(field: HTMLInputElement) => (search = field)}
                  small
                  icon="search"
                  class="w-60"
                  aria-label="Filter"
                  placeholder="Repository, commit, reason"
                  value={fleet.filter().text}
                  onInput={(event) => void fleet.narrow({ text: event.currentTarget.value })}
                />
              </div>
              <Show when={fleet.all() !== undefined} fallback={<Skeleton rows={8} />}>
                <Show
                  when={(fleet.all() ?? 0) > 0}
                  fallback={
                    <Empty
                      icon="list-checks"
                      title={filtered() ? "No matching results" : "No results yet"}
                      actions={
                        <Show when={filtered()}>
                          <Button onClick={() => void fleet.narrow({ cause: "", text: "" })}>Show all results</Button>
                        </Show>
                      }
                    >
                      {filtered()
                        ? "No result matches the filter."
                        : "What came of a repository stands here as soon as it is done."}
                    </Empty>
                  }
                >
                  <Show when={fleet.opened()} fallback={list()}>
                    <Split
                      name="fleet.detail"
                      label="Width of the detail"
                      last
                      initial={380}
                      narrow={300}
                      first={list()}
                      second={<Detail fleet={fleet} does={does} />}
                    />
                  </Show>
                </Show>
              </Show>
            </>
          )}
        </Show>
      </Show>
      <Dialog
        open={stopping()}
        title="Stop the fleet?"
        description="Everything is taken out of the queue, also what workers are at: they notice and end it. Results stay."
        onClose={() => setStopping(false)}
        footer={
          <>
            <Button
              look="danger"
              onClick={() => {
                setStopping(false);
                void does.stop();
              }}
            >
              Stop
            </Button>
            <Button look="primary" onClick={() => setStopping(false)}>
              Go on
            </Button>
          </>
        }
      >
        <p class="px-4.5 py-3 text-muted">
          What was taken out is put in again with <code class="code">aipack fleet add LIST</code>; what was found at a
          commit is not looked for twice.
        </p>
      </Dialog>
    </>
  );
}

/** "12 waiting, 2 running, 986 results, about 4 min left" */
function progress(state: FleetState, left: number | undefined): string {
  return [
    state.waiting > 0 && `${state.waiting.toLocaleString("en")} waiting`,
    state.later > 0 && `${state.later.toLocaleString("en")} tried again later`,
    state.running > 0 && `${state.running.toLocaleString("en")} running`,
    counted(state.results, "result"),
    state.workers.length > 0 && counted(state.workers.length, "worker"),
    left !== undefined && `about ${duration(Math.max(1000, Math.round(left / 1000) * 1000))} left`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** How many results have which cause; a click shows these alone. */
function Causes(props: { fleet: Fleet; state: FleetState }) {
  const all = () => ({ cause: "", words: "all", n: props.state.results });
  return (
    <div role="group" aria-label="Results by cause" class="flex flex-wrap items-center gap-1">
      <For each={[all(), ...props.state.causes].map((one) => one.cause)}>
        {(cause) => {
          const one = () => [all(), ...props.state.causes].find((other) => other.cause === cause) ?? all();
          const here = () => props.fleet.filter().cause === cause;
          return (
            <button
              type="button"
              aria-pressed={here()}
              class="inline-flex h-6 items-center gap-1.5 rounded-control border px-2 text-label whitespace-nowrap"
              classList={{
                "border-accent bg-selection text-strong": here(),
                "border-line text-body hover:bg-hover": !here(),
              }}
              onClick={() => void props.fleet.narrow({ cause: here() ? "" : cause })}
            >
              {one().words} <span class="text-muted tabular-nums">{one().n.toLocaleString("en")}</span>
            </button>
          );
        }}
      </For>
    </div>
  );
}

const command = "aipack fleet run LIST";

/** Nobody has begun a queue here. */
function Begin() {
  const app = useApp();
  return (
    <Empty
      icon="list-checks"
      title="No fleet yet"
      actions={
        <>
          <code class="selectable self-center rounded-control bg-sunken px-2 py-1 code text-strong">{command}</code>
          <Button icon="copy" onClick={() => void app.copy(command, "Command line")}>
            Copy
          </Button>
        </>
      }
    >
      A fleet detects, proves or repairs every repository of a list, with any number of workers, and keeps what came of
      each.
    </Empty>
  );
}
