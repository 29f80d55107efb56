import { createMemo, For, Show } from "solid-js";
import type { Standing } from "~/bridge/types";
import { useApp } from "~/state/app";
import { loudWarnings } from "~/state/proof/probe";
import { idle } from "~/state/proof/progress";
import { stagesInShort } from "~/state/proof/stages";
import { dataServices } from "~/state/proof/dataServices";
import { duration, serviceName, standingWord } from "~/state/shared/format";
import { Dot } from "~/parts/Facts";
import { VerdictMark } from "~/parts/Verdict";
import { Icon } from "~/ui/Icon";
import { StageItems } from "./Stages";
import { DataServiceRow } from "./DataServiceRow";

/** A lane for each service in the order of the plan, and one for each data service beside them. */
export function ServiceList() {
  const app = useApp();
  const { proof, result } = app;
  const stores = createMemo(() =>
    dataServices(
      result.services().flatMap((path) => proof.lanes[path] ?? []),
      proof.stores,
    ),
  );
  return (
    <ul
      data-pane
      aria-label="Lanes"
      tabIndex={0}
      class="max-h-[38vh] shrink-0 overflow-y-auto border-b border-line px-2 py-1"
    >
      <For each={result.services()}>{(path) => <ServiceRow path={path} />}</For>
      <For each={stores()}>
        {(lane) => (
          <DataServiceRow
            lane={lane}
            running={proof.running()}
            name={(service) => serviceName(service, app.project())}
          />
        )}
      </For>
    </ul>
  );
}

/** The one whose steps and report stand below is chosen here. */
function ServiceRow(props: { path: string }) {
  const app = useApp();
  const { proof, result } = app;
  const lane = () => proof.lanes[props.path];
  const shown = () => result.current() === props.path;
  const state = (): Standing => (app.verdict.of(props.path)?.stale ? "stale" : (lane()?.verdict ?? ""));
  const stages = createMemo(() => stagesInShort(lane() ?? idle()));
  return (
    <li
      class="relative flex min-h-8 items-center gap-3 rounded-mark px-2 py-1"
      classList={{ "bg-active": shown(), "hover:bg-hover": !shown() }}
    >
      <button
        type="button"
        class="flex w-36 shrink-0 items-center gap-2 text-left font-semibold text-strong after:absolute after:inset-0 after:rounded-mark"
        aria-current={shown() ? "true" : undefined}
        onClick={() => result.setCurrent(props.path)}
      >
        <span class="flex w-3.5 shrink-0 justify-center">
          <Dot language={result.documentOf(props.path)?.metadata.language ?? ""} />
        </span>
        <span class="cut">{serviceName(props.path, app.project())}</span>
      </button>
      <Show
        when={lane()}
        fallback={
          <span class="flex items-center gap-1.5 text-muted">
            <Icon name="circle" class="text-disabled" /> Not proven yet
          </span>
        }
      >
        {(known) => (
          <>
            <ol
              class="flex min-w-0 flex-1 flex-wrap items-center gap-x-4"
              aria-label={`Stages of ${serviceName(props.path, app.project())}`}
            >
              <StageItems short stages={stages()} />
            </ol>
            <span class="flex shrink-0 items-center gap-1.5 text-label whitespace-nowrap tabular-nums">
              <Show when={!known().running} fallback={known().phase === "queued" ? "Queued" : "Proving"}>
                <VerdictMark verdict={state()} loud={loudWarnings(known().report).length > 0} />
                <span aria-hidden="true">
                  <Show when={state() || undefined}>{(one) => standingWord(one())}</Show>
                </span>
                <Show when={known().report}>
                  {(report) => <span class="text-muted">{duration(report().duration_ms)}</span>}
                </Show>
              </Show>
            </span>
          </>
        )}
      </Show>
    </li>
  );
}
