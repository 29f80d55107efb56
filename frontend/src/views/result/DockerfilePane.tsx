import { createMemo, createSignal, For, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { fields, fieldWords, unsureFields, within } from "~/state/fields";
import { highlight } from "~/parts/highlight";
import { mark } from "~/parts/Evidence";
import { paneHead } from "~/parts/Facts";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { IconButton } from "~/ui/Button";
import { Badge, Chip } from "~/ui/Chip";
import { Tabs } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Split } from "~/ui/Split";
import { focusField } from "./Result";

/** The Dockerfile that the plan makes, live; hovering a line lights its fields and the reverse. */
export function DockerfilePane() {
  const app = useApp();
  const state = () => app.result.state();
  return (
    <Split
      name="result.below"
      label="Height of the list below"
      vertical
      last
      usual={190}
      narrow={160}
      first={
        <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Dockerfile">
          <div class={paneHead}>
            <h2 class="text-label font-semibold text-strong">Dockerfile</h2>
            <Chip tone="outline">live</Chip>
            <span class="cut flex-1 code text-muted">{state()?.dockerfile_path}</span>
            <IconButton
              icon="copy"
              label="Copy the Dockerfile"
              onClick={() => void app.copy(state()?.dockerfile.content ?? "", "Dockerfile")}
            />
          </div>
          <Show when={state()} fallback={<Skeleton rows={10} />}>
            <Show when={state()?.dockerfile.error}>
              {(error) => (
                <ErrorCard
                  title="The plan cannot be written as a Dockerfile"
                  fault={{ code: "DOCUMENT_INVALID", message: error(), hint: "Correct the field, or undo." }}
                />
              )}
            </Show>
            <Lines />
          </Show>
        </section>
      }
      second={<Below />}
    />
  );
}

function Lines() {
  const app = useApp();
  const { result } = app;
  const lines = createMemo(() => (result.state()?.dockerfile.content ?? "").replace(/\n$/, "").split("\n"));
  const fieldsOf = (i: number) => result.state()?.dockerfile.fields[i] ?? [];
  const lintOf = (line: number) => (result.state()?.dockerfile.lint ?? []).find((one) => one.line === line);
  const isLit = (i: number) =>
    fieldsOf(i).some((pointer) => result.lit().some((lit) => within(pointer, lit) || within(lit, pointer)));
  return (
    <div
      class="selectable min-h-0 flex-1 overflow-auto bg-sunken py-1.5 code"
      tabIndex={0}
      role="group"
      aria-label="Lines of the Dockerfile"
      onPointerLeave={() => result.light([])}
    >
      <For each={lines()}>
        {(line, i) => (
          <div
            class="group flex min-h-[1.1875rem] w-max min-w-full pr-3 whitespace-pre"
            classList={{
              "bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]": isLit(i()),
              "shadow-[inset_2px_0_0_var(--c-warning-line)]": !isLit(i()) && lintOf(i() + 1) !== undefined,
            }}
            onPointerEnter={() => result.light(fieldsOf(i()))}
            onClick={() => fieldsOf(i())[0] && window.getSelection()?.isCollapsed && focusField(fieldsOf(i())[0] ?? "")}
          >
            <span class="w-10 shrink-0 pr-3 text-right text-muted select-none">{i() + 1}</span>
            <span>
              <For each={highlight(line, "dockerfile")}>
                {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
              </For>
            </span>
            <span class="sticky right-3 ml-auto flex items-center gap-1 pl-4 font-sans text-mark font-medium">
              <Show when={lintOf(i() + 1)}>{(lint) => <span class="text-warning">{lint().rule}</span>}</Show>
              <Show when={isLit(i()) && fieldsOf(i())[0]}>
                {(pointer) => (
                  <span class="flex items-center gap-1 rounded-mark bg-evidence-soft px-1 text-evidence">
                    <Icon name="link" size="xs" />
                    {fieldWords(pointer())}
                  </span>
                )}
              </Show>
            </span>
          </div>
        )}
      </For>
    </div>
  );
}

/** Problems, lint and what is unsure: each row leads to its field or line. */
function Below() {
  const app = useApp();
  const { result } = app;
  const [tab, setTab] = createSignal("problems");
  const problems = () => result.state()?.problems ?? [];
  const warnings = () => result.doc()?.warnings ?? [];
  const lint = () => result.state()?.dockerfile.lint ?? [];
  const unsure = createMemo(() => unsureFields(result.doc()));
  const label = (title: string, count: number, bad = false) => (
    <>
      {title} <Badge tone={bad && count > 0 ? "danger" : "plain"}>{count}</Badge>
    </>
  );
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Checks">
      <div class={`${paneHead} pl-1`}>
        <Tabs
          label="Checks"
          value={tab()}
          onPick={setTab}
          options={[
            {
              id: "problems",
              label: label(
                "Problems",
                problems().length + warnings().length,
                problems().some((one) => one.level === "error"),
              ),
            },
            { id: "lint", label: label("Lint", lint().length) },
            { id: "unsure", label: label("Unsure", unsure().length) },
          ]}
        />
      </div>
      <div class="min-h-0 flex-1 overflow-auto py-1" role="tabpanel" tabIndex={0}>
        <Switch>
          <Match when={tab() === "problems"}>
            <For each={problems()}>
              {(one) => (
                <Row
                  icon={one.level === "error" ? "circle-x" : "alert"}
                  tone={one.level === "error" ? "text-danger" : "text-warning"}
                  title={one.message}
                  detail={one.fix}
                  place={fieldWords(one.field)}
                  onOpen={() => focusField(one.field)}
                />
              )}
            </For>
            <For each={warnings()}>
              {(one) => (
                <Row
                  icon="alert"
                  tone="text-warning"
                  title={one.message}
                  detail={one.fix ?? ""}
                  place={one.path ? `${one.path}${one.line ? `:${one.line}` : ""}` : ""}
                  onOpen={() => one.path && app.setPlace({ path: one.path, line: one.line ?? 1 })}
                />
              )}
            </For>
            <Show when={problems().length + warnings().length === 0}>
              <p class="px-3 py-1 text-muted">The plan has no problems.</p>
            </Show>
          </Match>
          <Match when={tab() === "lint"}>
            <For each={lint()} fallback={<p class="px-3 py-1 text-muted">BuildKit's own rules find nothing.</p>}>
              {(one) => (
                <Row
                  icon="alert"
                  tone={one.error ? "text-danger" : "text-warning"}
                  title={one.message}
                  detail={one.rule}
                  place={`line ${one.line}`}
                  onOpen={() => undefined}
                />
              )}
            </For>
          </Match>
          <Match when={tab() === "unsure"}>
            <For
              each={unsure()}
              fallback={<p class="px-3 py-1 text-muted">Every one of {fields.length} fields is sure, or not there.</p>}
            >
              {(field) => {
                const best = () => result.doc()?.evidence?.find((one) => within(one.field, field.pointer));
                return (
                  <Row
                    icon="alert"
                    tone="text-warning"
                    title={`${field.section}: ${field.label.toLowerCase()}`}
                    detail={best()?.value ?? ""}
                    place={mark(best()?.confidence ?? 0)}
                    onOpen={() => focusField(field.pointer)}
                  />
                );
              }}
            </For>
          </Match>
        </Switch>
      </div>
    </section>
  );
}

function Row(props: {
  icon: "alert" | "circle-x";
  tone: string;
  title: string;
  detail: string;
  place: string;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      class="inset-focus flex min-h-7 w-full items-start gap-2 px-3 py-1 text-left hover:bg-hover"
      onClick={() => props.onOpen()}
    >
      <Icon name={props.icon} class={`mt-0.75 ${props.tone}`} />
      <span class="min-w-0 flex-1">
        <span class="text-strong">{props.title}</span> <span class="text-muted">{props.detail}</span>
      </span>
      <span class="shrink-0 text-label text-muted">{props.place}</span>
    </button>
  );
}
