import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Phase } from "~/state/run/opening";
import { limitOfScan } from "~/state/settings/limits";
import { failedPhase } from "~/state/run/phases";
import type { Run } from "~/state/run/run";
import { phaseOf } from "~/state/shared/format";
import { Band, ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { RulesOnlyBand } from "~/views/frame/RulesOnlyBand";
import { UnfinishedBand } from "~/views/frame/UnfinishedBand";

/** Why a run gave less than it could, above everything else. */
export function Outcome(props: { source: Pick<Run, "info" | "course">; onRetry: (from: Phase) => void }) {
  const app = useApp();
  const course = () => props.source.course.course;
  return (
    <>
      <Show when={app.run.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={() => void app.run.reload()}>
              Try again
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={course().partial}>
        {(why) => (
          <Band
            tone="warn"
            icon="alert"
            actions={
              <Show when={limitOfScan(course().partialReason)}>
                {(limit) => (
                  <Button small onClick={() => app.openSetting({ section: "limits", title: limit().title })}>
                    Raise the limit
                  </Button>
                )}
              </Show>
            }
          >
            <strong class="text-strong">The scan is incomplete.</strong> {why()}
          </Band>
        )}
      </Show>
      <Show when={course().state === "cancelled" && !course().kept}>
        <Band tone="warn" icon="circle-slash">
          <strong class="text-strong">You stopped this analysis.</strong> No service was fully analysed.
        </Band>
      </Show>
      <Show when={course().state === "interrupted"}>
        <Band
          tone="warn"
          icon="alert"
          actions={
            <Button small onClick={() => void app.opening.analyse(props.source.info.path)}>
              Analyse again
            </Button>
          }
        >
          <strong class="text-strong">This analysis was interrupted.</strong> aipack quit before it was done; what it
          had found by then is below.
        </Band>
      </Show>
      <Show when={course().state === "failed" && props.source.info.error}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={() => void app.opening.analyse(props.source.info.path)}>
              Analyse again
            </Button>
            <Show when={failedPhase(course())}>
              {(from) => (
                <Button small onClick={() => props.onRetry(from())}>
                  Retry from {phaseOf(from().phase, from().service)}
                </Button>
              )}
            </Show>
          </ErrorCard>
        )}
      </Show>
      <Show when={course().state === "completed" && props.source.info.missing}>
        {(why) => (
          <Band tone="warn" icon="alert">
            <strong class="text-strong">Nothing to deploy was found.</strong> {why()}
          </Band>
        )}
      </Show>
      <UnfinishedBand run={props.source} />
      <RulesOnlyBand run={props.source} />
    </>
  );
}
