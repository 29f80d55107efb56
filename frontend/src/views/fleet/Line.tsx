import { createEffect, Show } from "solid-js";
import type { FleetRow } from "~/bridge/types";
import { commitWords, shortName, type Fleet } from "~/state/fleet/fleet";
import { capitalised, duration, languageWords, when } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";
import { Dot, Fact, type StateFact } from "~/parts/Facts";

const columns =
  "grid grid-cols-[minmax(8rem,1.2fr)_minmax(4rem,0.6fr)_7rem_minmax(8rem,1.6fr)_minmax(6rem,1fr)_4.5rem_5rem] items-center gap-3 px-4 slim:grid-cols-[minmax(7rem,1.2fr)_minmax(4rem,0.6fr)_6.5rem_minmax(6rem,1.4fr)_minmax(5rem,1fr)_4rem_4.5rem] tight:grid-cols-[minmax(7rem,1fr)_6.5rem_minmax(6rem,1fr)]";

/** What the columns of the list hold. */
export function FleetHead() {
  return (
    <div class={`${columns} h-6.5 shrink-0 border-b border-line bg-sunken text-mark font-medium text-muted`}>
      <span>Repository</span>
      <span class="tight:hidden">Commit</span>
      <span>Result</span>
      <span>Reason</span>
      <span class="tight:hidden">Services</span>
      <span class="text-right tight:hidden">Time</span>
      <span class="tight:hidden">When</span>
    </div>
  );
}

const facts: Record<string, Pick<StateFact, "icon" | "tone">> = {
  nothing: { icon: "circle-slash", tone: "text-muted" },
  incomplete: { icon: "alert", tone: "text-warning" },
};

export function causeFact(one: FleetRow): StateFact {
  const look = one.good
    ? ({ icon: "circle-check", tone: "text-success" } as const)
    : (facts[one.cause] ?? ({ icon: "circle-x", tone: "text-danger" } as const));
  return { ...look, words: capitalised(one.words) };
}

/** One result; what it shows is fetched once it is looked at. */
export function Line(props: { fleet: Fleet; index: number }) {
  createEffect(() => props.fleet.need(props.index));
  const current = () => props.fleet.at() === props.index;
  return (
    <div
      role="listitem"
      aria-current={current() ? "true" : undefined}
      class={`${columns} h-8 border-b border-line whitespace-nowrap`}
      classList={{
        "bg-selection": current() && props.fleet.opened() !== undefined,
        "bg-hover": current() && props.fleet.opened() === undefined,
        "hover:bg-hover": !current(),
      }}
      onClick={() => props.fleet.open(props.index)}
    >
      <Show when={props.fleet.row(props.index)} fallback={<span class="h-2.5 w-1/2 rounded-mark bg-active" />}>
        {(one) => (
          <>
            <span class="cut font-medium text-strong" title={visible(one().repository)}>
              {visible(shortName(one().repository))}
            </span>
            <span class="cut code text-muted tight:hidden" title={visible(one().commit)}>
              {visible(commitWords(one()))}
            </span>
            <Fact fact={causeFact(one())} />
            <span class="cut text-body" title={visible(one().said)}>
              {visible(one().said)}
            </span>
            <span class="flex min-w-0 items-center gap-1.5 text-muted tight:hidden">
              <Show when={one().services[0]}>{(first) => <Dot language={first().language} />}</Show>
              <span class="cut">{visible(servicesWords(one()))}</span>
            </span>
            <span class="text-right text-muted tabular-nums tight:hidden">{duration(one().seconds * 1000)}</span>
            <span class="text-muted tabular-nums tight:hidden">{when(one().done_at, Date.now())}</span>
          </>
        )}
      </Show>
    </div>
  );
}

/** "Go", "TypeScript, Python", "4 services: Go" */
function servicesWords(one: FleetRow): string {
  const languages = [...new Set(one.services.map((service) => languageWords(service.language)))].filter(Boolean);
  return (one.services.length > 1 ? `${one.services.length} services: ` : "") + languages.join(", ");
}
