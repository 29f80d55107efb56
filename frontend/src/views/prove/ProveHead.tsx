import { Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import { useApp } from "~/state/app";
import { keepBuild } from "~/state/globalCommands";
import { caps } from "~/state/frame/keys";
import { createClock } from "~/state/shared/clock";
import { counted, duration, elapsed, moment, verdictTitle } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { Button } from "~/ui/Button";

/** Which service is proved and how that stands; its report, and the proof itself. */
export function ProveHead(props: {
  name: string;
  can: boolean;
  several: boolean;
  onAll: () => void;
  onOne: () => void;
}) {
  const app = useApp();
  const { proof } = app;
  const report = () => proof.proof.report;
  const now = createClock(() => proof.proof.running);
  const variables = () => app.variables.list().length;
  const title = () => {
    const { running, verdict } = proof.proof;
    if (proof.running() && proof.whole()) return "Proving the whole plan";
    if (running) return `Proving ${props.name}`;
    if (app.verdict.of(app.result.current())?.stale) return `Proof of ${props.name} is out of date`;
    return verdict === "" ? `Prove ${props.name}` : verdictTitle(verdict, props.name);
  };

  /** The whole plan is proven: what comes next is keeping it. */
  const main = () => (app.verdict.good() ? "secondary" : "primary");
  const again = () => (app.verdict.good() ? [] : caps("Mod+Enter"));

  async function save() {
    const file = await app.api.saveReport(proof.proof.id, "").catch((thrown: unknown) => {
      app.toasts.show({ tone: "warn", title: "The report was not saved", detail: rejected(thrown).message });
      return "";
    });
    if (file) app.toasts.show({ tone: "ok", title: "The report is saved", detail: file });
  }

  return (
    <header data-pane class={screenHead}>
      <h1 class="text-screen font-semibold whitespace-nowrap text-strong">{title()}</h1>
      <Show when={proof.proof.running}>
        <span class="text-muted tabular-nums" title="since the proof began">
          {elapsed(now() - proof.proof.startedAt)}
        </span>
      </Show>
      <Show when={!proof.proof.running && report()}>
        {(known) => (
          <span class="text-muted tabular-nums">
            {moment(known().started_at)}, {duration(known().duration_ms)}
          </span>
        )}
      </Show>
      <span class="flex-1" />
      <Show when={report()}>
        <Button look="ghost" icon="download" onClick={() => void save()}>
          Save report
        </Button>
        <Button look="ghost" icon="copy" onClick={() => void app.copy(JSON.stringify(report(), null, 2), "Report")}>
          Copy report
        </Button>
      </Show>
      <Button look="ghost" icon="list-checks" onClick={() => app.setOverlay("findings")}>
        Findings
      </Button>
      <Button look="ghost" icon="key" keys={caps("V")} onClick={() => app.variables.edit()}>
        {variables() === 0 ? "Variables" : counted(variables(), "variable")}
      </Button>
      <Show
        when={proof.running()}
        fallback={
          <Show
            when={props.several}
            fallback={
              <Button look={main()} keys={again()} disabled={!props.can} onClick={() => props.onOne()}>
                {proof.proof.verdict ? "Prove again" : "Prove"}
              </Button>
            }
          >
            <Button disabled={!props.can} onClick={() => props.onOne()}>
              Prove {props.name} only
            </Button>
            <Button look={main()} keys={again()} disabled={!props.can} onClick={() => props.onAll()}>
              Prove all
            </Button>
          </Show>
        }
      >
        <Button icon="stop" keys={["Esc"]} onClick={() => void proof.stop()}>
          Stop
        </Button>
      </Show>
      <Show when={app.verdict.good()}>
        <Button look="primary" keys={caps("Mod+Enter")} onClick={() => keepBuild(app)}>
          Keep
        </Button>
      </Show>
    </header>
  );
}
