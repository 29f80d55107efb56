import { For, Match, Show, Switch } from "solid-js";
import type { Report, Verdict } from "~/bridge/report";
import type { ServiceVerdict } from "~/bridge/types";
import { loudWarnings, healthyWords } from "~/state/proof/probe";
import type { ProofState } from "~/state/proof/proof";
import { standingWords } from "~/state/proof/verdict";
import { Band } from "~/parts/Messages";
import { verdictIcon } from "~/parts/Verdict";

const tones = { proven: "ok", ran: "ok", incomplete: "warn", stopped: "plain", not_built: "plain" } as const;

/** The verdict in a sentence, and beside it what must not be missed. What failed has a part of its own. */
export function Outcome(props: { state: ProofState; stands: ServiceVerdict | undefined; name: string }) {
  /** What is shown is what an earlier plan came to. */
  const stale = () => (!props.state.running && props.stands?.stale) || false;
  /** What is shown is what came before a proof that was cut short. */
  const cut = () => !props.state.running && props.stands?.last && props.stands.cut;
  const shown = () => {
    const { verdict } = props.state;
    return verdict === "" || verdict === "failed" || stale() ? undefined : verdict;
  };
  /** What was not tried is the verdict itself, and stands in its band. */
  const beside = () => (shown() === "incomplete" ? [] : loudWarnings(props.state.report));
  return (
    <>
      <Show when={stale()}>
        <Band tone="warn" icon="history">
          <p class="text-title font-semibold text-strong">Out of date: the plan has changed since it was proved.</p>
          <p>{standingWords(props.stands, Date.now())}. Below is what the last finished proof saw.</p>
        </Band>
      </Show>
      <Show when={!stale() && cut()}>
        <Band tone="plain" icon="circle-stop">
          {standingWords(props.stands, Date.now())}. Below is what the last finished proof saw.
        </Band>
      </Show>
      <Show when={shown()}>
        {(verdict) => (
          <Band tone={tones[verdict()]} icon={verdictIcon(verdict())}>
            <Show when={titles[verdict()]}>
              {(says) => (
                <p class="text-title font-semibold text-strong">
                  {props.name} {says()}.
                </p>
              )}
            </Show>
            <p>
              <Why verdict={verdict()} state={props.state} name={props.name} />
            </p>
          </Band>
        )}
      </Show>
      <For each={beside()}>
        {(warning) => (
          <Band tone="warn" icon="alert">
            <span class="text-strong">{warning.message}</span>
          </Band>
        )}
      </For>
    </>
  );
}

/** What a program that did what it should has done; all else stands in the heading. */
const titles: Partial<Record<Verdict, string>> = {
  proven: "builds, starts and answers",
  ran: "builds, runs and ends by itself",
};

function Why(props: { verdict: Verdict; state: ProofState; name: string }) {
  const probe = () => props.state.report?.probe ?? undefined;
  return (
    <Switch fallback={props.state.cause}>
      <Match when={props.verdict === "ran"}>{ranWords(props.state.report)}</Match>
      <Match when={props.verdict === "stopped"}>
        {props.state.cause ? `${props.state.cause}. ` : ""}There is no result for {props.name}.
      </Match>
      <Match when={props.verdict === "incomplete"}>
        <For each={loudWarnings(props.state.report)}>
          {(warning) => <span class="block text-strong">{warning.message}</span>}
        </For>
        <Show when={probe()}>{(known) => healthyWords(known())}</Show>
      </Match>
      <Match when={props.verdict !== "not_built" && probe()}>{(known) => healthyWords(known())}</Match>
    </Switch>
  );
}

/** A tool that wants arguments ends with another code; what it was asked then is a warning's to say. */
function ranWords(report: Report | null): string {
  const usage = report?.warnings?.find((one) => one.rule === "usage");
  return usage?.message ?? `Its exit code was ${report?.start?.exit_code ?? 0}.`;
}
