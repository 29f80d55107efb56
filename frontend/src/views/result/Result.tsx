import { createMemo, createSignal, lazy, Match, Show, Suspense, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/keys";
import { confidenceWord, serviceName } from "~/state/words";
import { Ball } from "~/parts/Evidence";
import { Dot, tabsHead } from "~/parts/Facts";
import { Band, Empty, ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Segmented, Tabs } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Split } from "~/ui/Split";
import { DockerfilePane } from "./DockerfilePane";
import { ExportDialog } from "./ExportDialog";
import { Form } from "./Form";
import { More } from "./More";
import { Side } from "./Side";

const JsonPane = lazy(() => import("./JsonPane"));
const DiffPane = lazy(() => import("./DiffPane"));
const Canvas = lazy(() => import("./Canvas"));

type View = "form" | "json" | "diff" | "existing" | "hand" | "canvas";

/** The views that show two texts side by side. */
const comparisons: Partial<Record<View, "detected" | "existing" | "hand">> = {
  diff: "detected",
  existing: "existing",
  hand: "hand",
};

/** Read, check, correct, export. */
export function Result() {
  const app = useApp();
  const { result } = app;
  const [view, setView] = createSignal<View>("form");
  const has = () => result.services().length > 0;
  const many = () => result.services().length > 1;
  const shown = createMemo<View>(() => {
    if (view() === "canvas" && !many()) return "form";
    if (view() === "existing" && !result.state()?.existing) return "form";
    if (view() === "hand" && !result.state()?.by_hand) return "form";
    return view();
  });
  const compared = () => comparisons[shown()];
  const problems = () => result.state()?.problems ?? [];
  let problem = -1;
  app.commands.offer([
    {
      id: "result.prove",
      title: "Prove this service",
      group: "Run",
      hint: "build, start, probe",
      keys: "Mod+Enter",
      when: has,
      run: () => app.navigation.go("prove"),
    },
    {
      id: "result.undo",
      title: "Undo",
      group: "Service",
      keys: "Mod+Z",
      when: () => result.state()?.can_undo === true && shown() !== "json",
      run: () => void result.undo(),
    },
    {
      id: "result.redo",
      title: "Redo",
      group: "Service",
      keys: "Mod+Shift+Z",
      when: () => result.state()?.can_redo === true && shown() !== "json",
      run: () => void result.redo(),
    },
    {
      id: "result.problem",
      title: "Next problem",
      group: "Service",
      keys: "F8",
      when: () => problems().length > 0,
      run: () => {
        problem = (problem + 1) % problems().length;
        setView("form");
        const pointer = problems()[problem]?.field ?? "";
        queueMicrotask(() => focusField(pointer));
      },
    },
    ...Array.from({ length: 9 }, (_, i) => ({
      id: `result.service.${i + 1}`,
      title: `Service ${i + 1}`,
      group: "Service" as const,
      keys: `Alt+${i + 1}`,
      quiet: true,
      when: () => result.services()[i] !== undefined,
      run: () => result.setCurrent(result.services()[i] ?? ""),
    })),
    ...(["form", "json", "diff", "canvas"] as const).map((id) => ({
      id: `result.view.${id}`,
      title: `Show as ${{ form: "form", json: "JSON", diff: "difference to what was detected", canvas: "canvas" }[id]}`,
      group: "View" as const,
      when: () => has() && (id !== "canvas" || many()),
      run: () => setView(id),
    })),
  ]);

  return (
    <Show when={has()} fallback={<NoResult />}>
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
        <Show when={result.doc()}>
          {(doc) => (
            <span class="flex items-center gap-1.5 whitespace-nowrap">
              <span class="text-evidence">
                <Ball confidence={doc().metadata.confidence} />
              </span>
              <strong class="font-semibold text-strong tabular-nums">
                {confidenceWord(doc().metadata.confidence)} {doc().metadata.confidence.toFixed(2)}
              </strong>
              <ProofWord />
            </span>
          )}
        </Show>
        <Segmented
          label="View"
          value={shown()}
          onPick={(id) => setView(id as View)}
          options={[
            { id: "form", label: "Form" },
            { id: "json", label: "JSON" },
            { id: "diff", label: "Diff" },
            ...(result.state()?.existing ? [{ id: "existing", label: "Yours" }] : []),
            ...(result.state()?.by_hand ? [{ id: "hand", label: "By hand" }] : []),
            ...(many() ? [{ id: "canvas", label: "Canvas" }] : []),
          ]}
        />
        <More />
        <Button keys={caps("Mod+E")} onClick={() => app.setOverlay("export")}>
          Export
        </Button>
        <Button look="primary" keys={caps("Mod+Enter")} onClick={() => app.navigation.go("prove")}>
          Prove
        </Button>
      </header>
      <Show when={result.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
            <Button small onClick={result.clearFault}>
              Close
            </Button>
          </ErrorCard>
        )}
      </Show>
      <Show when={app.opinion.asked()}>
        {(asked) => (
          <Band tone="info" icon="message">
            {asked().name} looks at the same folder. The differences are shown when it is through.
          </Band>
        )}
      </Show>
      <Show when={app.opinion.fault()}>
        {(fault) => (
          <ErrorCard
            title="There is no second opinion"
            fault={fault()}
            onReport={(text) => void app.api.report(text)}
          />
        )}
      </Show>
      <Suspense fallback={<Skeleton rows={10} />}>
        <Switch>
          <Match when={shown() === "canvas"}>
            <Canvas onForm={() => setView("form")} />
          </Match>
          <Match when={compared()}>{(mode) => <DiffPane mode={mode()} />}</Match>
          <Match when={true}>
            <Split
              name="result.form"
              label="Width of the form"
              usual={560}
              narrow={500}
              first={
                <Show when={shown() === "json"} fallback={<Form />}>
                  <JsonPane />
                </Show>
              }
              second={
                <Show when={app.place()} fallback={<DockerfilePane onDiff={() => setView("hand")} />}>
                  {(place) => <Side place={place()} />}
                </Show>
              }
            />
          </Match>
        </Switch>
      </Suspense>
      <ExportDialog />
    </Show>
  );
}

/** Puts the focus on the row of a field. */
export function focusField(pointer: string) {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-field]")];
  const row = rows.find((one) => pointer === one.dataset["field"] || pointer.startsWith(`${one.dataset["field"]}/`));
  row?.querySelector<HTMLElement>("input,textarea,select,button")?.focus();
  row?.scrollIntoView({ block: "nearest" });
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

function ProofWord() {
  const app = useApp();
  const { proof } = app.proof;
  const mine = () => (proof.service === app.result.current() ? proof.report?.verdict : undefined);
  return (
    <span class="hidden text-muted [@media(min-width:1200px)]:inline">
      {mine() === "proven" ? "proven" : mine() === "failed" ? "proof failed" : "not proven yet"}
    </span>
  );
}

function NoResult() {
  const app = useApp();
  return (
    <Show
      when={app.run.info.id !== ""}
      fallback={
        <Empty
          icon="file-check"
          title="No result yet"
          actions={
            <Button look="primary" icon="folder-open" onClick={() => void app.opening.pick()}>
              Browse
            </Button>
          }
        >
          Drop a project folder on this window, and its build plan appears here.
        </Empty>
      }
    >
      <Show when={app.run.info.state !== "running" && app.run.info.state !== ""} fallback={<Skeleton rows={12} />}>
        <Empty
          icon="file-check"
          title="Nothing to deploy was found"
          actions={
            <>
              <Button look="primary" onClick={() => void app.opening.pick()}>
                Pick another folder
              </Button>
              <Button onClick={() => app.navigation.go("analysis")}>See what was looked at</Button>
            </>
          }
        >
          {app.run.info.missing || "No manifest and no program that aipack knows how to start."}
        </Empty>
      </Show>
    </Show>
  );
}
