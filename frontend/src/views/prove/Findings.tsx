import { For, Show } from "solid-js";
import type { Check, Finding, Report } from "~/bridge/report";
import { useApp } from "~/state/app";
import { checkWords } from "~/state/proof/stages";
import { Button, IconButton } from "~/ui/Button";

/** What the checks of a service found, and what can be done about it. */
export function Findings(props: { report: Report; can: boolean; onMend: () => void }) {
  const app = useApp();
  const checks = () => (props.report.checks ?? []).filter((check) => (check.findings?.length ?? 0) > 0);
  /** The fix that would be tried first, where it is for what a check found. */
  const offer = (check: Check) => {
    const one = props.report.offer;
    return one?.stage === "checks" && one.rule === check.name ? one : undefined;
  };
  const ask = (check: Check, finding: Finding) =>
    app.askAbout(
      `The check "${checkWords(check.name)}" found: ${finding.message}${finding.path ? ` (${placeOf(finding)})` : ""}. What does it mean here, and what helps?`,
    );
  return (
    <For each={checks()}>
      {(check) => (
        <section aria-label={`Findings: ${checkWords(check.name)}`}>
          <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">{checkWords(check.name)}</h3>
          <ul class="max-w-[44rem]">
            <For each={check.findings}>
              {(finding) => (
                <li class="flex items-baseline gap-2 border-b border-line py-1">
                  <span class="font-medium text-warning">{finding.severity}</span>
                  <span class="min-w-0 flex-1 break-words">
                    {finding.message} <span class="code text-muted">{placeOf(finding)}</span>
                  </span>
                  <IconButton icon="message" label="Ask about it" onClick={() => ask(check, finding)} />
                </li>
              )}
            </For>
          </ul>
          <Show when={offer(check)}>
            {(one) => (
              <div class="flex max-w-[44rem] flex-wrap items-center gap-2 pt-2">
                <Button small icon="wrench" disabled={!props.can} onClick={() => props.onMend()}>
                  Fix and prove again
                </Button>
                <span class="min-w-0 flex-1 text-label text-muted">
                  {one().why} It is kept only if the service comes up as before.
                </span>
              </div>
            )}
          </Show>
        </section>
      )}
    </For>
  );
}

const placeOf = (finding: Finding) => [finding.path, finding.line].filter(Boolean).join(":");
