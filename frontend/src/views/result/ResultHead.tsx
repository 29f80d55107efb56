import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { keepBuild } from "~/state/globalCommands";
import { decided, standingWords } from "~/state/proof/verdict";
import { serviceName, standingWord } from "~/state/shared/format";
import { Dot, tabsHead } from "~/parts/Facts";
import { VerdictMark } from "~/parts/Verdict";
import { Button } from "~/ui/Button";
import { Segmented, Tabs } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { proveNow } from "./commands";
import { MoreMenu } from "./MoreMenu";
import type { View } from "./views";
import { WhyConfidence } from "./WhyConfidence";

/** The tabs of the services, how sure the chosen one is, and what can be done with it. */
export function ResultHead(props: { view: View; onView: (view: View) => void }) {
  const app = useApp();
  const { result } = app;
  return (
    <header data-pane class={tabsHead}>
      <Tabs
        label="Services"
        value={result.current()}
        onPick={result.setCurrent}
        options={result
          .services()
          .map((path) => ({ id: path, label: <ServiceLabel path={path} />, name: serviceName(path, app.project()) }))}
      />
      <span class="flex-1" />
      <Show when={result.invalid() === "" ? result.doc() : undefined} fallback={<NotValid />}>
        {(doc) => (
          <span class="flex items-center gap-1.5 whitespace-nowrap">
            <Show when={!decided(app.verdict.of(result.current()))}>
              <WhyConfidence doc={doc()} onField={app.setField} />
            </Show>
            <ProofWord />
          </span>
        )}
      </Show>
      <Segmented
        label="View"
        value={props.view}
        onPick={(id) => props.onView(id as View)}
        options={[
          { id: "form", label: "Form" },
          { id: "json", label: "JSON" },
          { id: "diff", label: "Diff" },
          ...(result.state()?.existing ? [{ id: "existing", label: "Yours" }] : []),
          ...(result.state()?.by_hand ? [{ id: "hand", label: "By hand" }] : []),
          ...(result.services().length > 1 ? [{ id: "canvas", label: "Canvas" }] : []),
        ]}
      />
      <MoreMenu />
      <Button keys={caps("Mod+E")} onClick={() => app.setOverlay("export")}>
        Export
      </Button>
      <Button
        look={app.verdict.good() ? "secondary" : "primary"}
        keys={app.verdict.good() ? [] : caps("Mod+Enter")}
        disabled={result.invalid() !== ""}
        aria-describedby={result.invalid() === "" ? undefined : "not-valid"}
        onClick={() => proveNow(app)}
      >
        {app.verdict.good() ? "Prove again" : "Prove"}
      </Button>
      <Show when={app.verdict.good()}>
        <Button look="primary" keys={caps("Mod+Enter")} onClick={() => keepBuild(app)}>
          Keep
        </Button>
      </Show>
    </header>
  );
}

function ServiceLabel(props: { path: string }) {
  const app = useApp();
  const state = () => app.result.states[props.path];
  return (
    <>
      <Dot language={app.result.documentOf(props.path)?.metadata.language ?? ""} />
      <span class="text-ui" title={props.path}>
        {serviceName(props.path, app.project())}
      </span>
      <Show when={(state()?.edited.length ?? 0) > 0}>
        <Icon name="pencil" size="xs" class="text-accent" />
        <span class="sr-only">edited</span>
      </Show>
    </>
  );
}

/** In the place of a confidence that says nothing of a plan that cannot be built; it is why Prove waits. */
function NotValid() {
  const { result } = useApp();
  return (
    <Show when={result.invalid() || undefined}>
      {(reason) => (
        <span id="not-valid" class="flex min-w-0 items-center gap-1.5 text-danger" title={reason()}>
          <Icon name="circle-x" />
          <span class="cut max-w-72">Cannot be proved: {reason()}</span>
        </span>
      )}
    </Show>
  );
}

function ProofWord() {
  const app = useApp();
  const mine = () => app.verdict.of(app.result.current());
  return (
    <span
      class="items-center gap-1"
      classList={{
        "inline-flex font-semibold text-strong": decided(mine()),
        "hidden text-muted wide:inline-flex": !decided(mine()),
      }}
      title={standingWords(mine(), Date.now())}
    >
      <Show when={mine()?.state || undefined} fallback="not proven yet">
        {(state) => (
          <>
            <VerdictMark verdict={state()} loud={mine()?.loud ?? false} />
            <span aria-hidden="true">{standingWord(state())}</span>
          </>
        )}
      </Show>
    </span>
  );
}
