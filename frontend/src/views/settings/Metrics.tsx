import { createSignal, For, lazy, Show, Suspense } from "solid-js";
import type { Diagnostics } from "~/bridge/types";
import { bytes, counted, duration, moment, phaseWords } from "~/state/shared/format";
import { Skeleton } from "~/parts/Messages";
import { cell, Group, Row, Table } from "./Rows";

const Chart = lazy(() => import("~/ui/Chart"));

/** What the program counted since its start, and how long the last analyses took. */
export function Metrics(props: { known: Diagnostics }) {
  return (
    <>
      <Times runs={props.known.runs} />
      <Kept insight={props.known.insight} />
      <Group title="Phases since the start">
        <For
          each={props.known.phases}
          fallback={<p class="px-2.5 py-2 text-muted">Nothing was analysed since the start.</p>}
        >
          {(phase) => (
            <Row title={phaseWords(phase.phase)} says={counted(phase.runs, "time")}>
              <span class="tabular-nums">{duration(phase.duration_ms)}</span>
            </Row>
          )}
        </For>
      </Group>
      <Group title="Models since the start">
        <Row title="Requests" says="every answer counts, even one that was discarded">
          <span class="tabular-nums">{counted(props.known.models.calls, "time")}</span>
        </Row>
        <Row title="Tokens" says="sent and received">
          <span class="tabular-nums">{props.known.models.tokens.toLocaleString("en")}</span>
        </Row>
      </Group>
      <Show when={props.known.tools.length > 0}>
        <Group
          title={`Tools of the models since the start, ${percent(props.known.models.cache_hit_rate)} from the cache`}
        >
          <Row title="Cache" says="results reused within one exploration">
            <span class="tabular-nums">
              {counted(props.known.models.cache.hits, "hit")}, {props.known.models.cache.misses.toLocaleString("en")}{" "}
              {props.known.models.cache.misses === 1 ? "miss" : "misses"}
            </span>
          </Row>
          <Row title="Cache size" says="of the last exploration">
            <span class="tabular-nums">
              {counted(props.known.models.cache.entries, "result")}, {bytes(props.known.models.cache.bytes)}
            </span>
          </Row>
          <For each={props.known.tools}>
            {(tool) => (
              <Row
                title={tool.tool}
                says={`${counted(tool.calls, "call")}, ${tool.cache_hits} from the cache, ${counted(tool.errors, "error")}`}
              >
                <span class="tabular-nums">{duration(tool.duration_ms)}</span>
              </Row>
            )}
          </For>
        </Group>
      </Show>
    </>
  );
}

/** What is kept of proofs, tests, audits and repairs, over all projects. */
function Kept(props: { insight: Diagnostics["insight"] }) {
  const one = () => props.insight;
  const open = () =>
    ["critical", "high", "medium", "low"]
      .filter((severity) => (one().findings.by_severity[severity] ?? 0) > 0)
      .map((severity) => `${one().findings.by_severity[severity]} ${severity}`)
      .join(", ");
  return (
    <Group title="Kept of all projects">
      <Row title="Proofs" says="that came to an end, in the history">
        <span class="tabular-nums">
          {one().proofs.good} came up, {one().proofs.failed} failed, {one().proofs.other} neither
        </span>
      </Row>
      <Row title="Own tests" says={`of ${counted(one().tests.services, "service")}, as they last ran`}>
        <span class="tabular-nums">
          {one().tests.passed} passed, {one().tests.failed} failed, {one().tests.skipped} skipped
        </span>
      </Row>
      <Row title="Findings" says={`of ${counted(one().findings.projects, "project")} that were searched`}>
        <span class="tabular-nums">
          {open() || "none open"}
          {one().findings.ignored > 0 ? `, ${one().findings.ignored} ignored` : ""}
        </span>
      </Row>
      <Row title="Lessons" says="what repairs have taught">
        <span class="tabular-nums">
          {one().lessons.total}; helped {counted(one().lessons.helped, "time")}, taken back{" "}
          {counted(one().lessons.failed, "time")}
        </span>
      </Row>
      <Show when={one().passed > 0}>
        <p class="px-2.5 py-2 text-label text-warning">
          {counted(one().passed, "project")} could not be read and {one().passed === 1 ? "is" : "are"} not counted.
        </p>
      </Show>
    </Group>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Fewer points are no course. */
const fewest = 3;

function Times(props: { runs: Diagnostics["runs"] }) {
  const [at, setAt] = createSignal(-1);
  const shown = () => props.runs[at()] ?? props.runs.at(-1);
  return (
    <Show when={props.runs.length >= fewest}>
      <Group title={`Time of the last ${props.runs.length} analyses`}>
        <div class="px-2.5 pt-3 pb-2">
          <Suspense fallback={<Skeleton rows={4} />}>
            <Chart
              label={`Time of the last ${props.runs.length} analyses, from old to new; the table below has the values`}
              values={props.runs.map((run) => Math.max(1, run.duration_ms))}
              words={duration}
              onPoint={setAt}
            />
          </Suspense>
          <Show when={shown()}>
            {(run) => (
              <p class="pt-1 text-label text-muted tabular-nums">
                <span class="text-strong">{run().name}</span>, {moment(run().started_at)}:{" "}
                <span class="text-strong">{duration(run().duration_ms)}</span>
              </p>
            )}
          </Show>
          <details class="pt-1 text-label">
            <summary class="w-fit rounded-mark text-accent">As a table</summary>
            <div class="max-h-60 overflow-auto pt-2" tabIndex={0} role="group" aria-label="Times of the last analyses">
              <Table titles={["Project", "When", "Time"]}>
                <For each={props.runs.toReversed()}>
                  {(run) => (
                    <tr>
                      <td class={cell}>{run.name}</td>
                      <td class={`${cell} tabular-nums`}>{moment(run.started_at)}</td>
                      <td class={`${cell} tabular-nums`}>{duration(run.duration_ms)}</td>
                    </tr>
                  )}
                </For>
              </Table>
            </div>
          </details>
        </div>
      </Group>
    </Show>
  );
}
