import { createMemo, createSignal, For, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { sentence } from "~/state/shared/format";
import { unsureDecisions, whyUnsure } from "~/state/plan/decisions";
import { fields, fieldWords } from "~/state/plan/fields";
import { mark } from "~/parts/Evidence";
import { paneHead } from "~/parts/Facts";
import { Badge } from "~/ui/Chip";
import { Tabs } from "~/ui/Choose";
import { Coded } from "~/parts/Coded";
import { Icon } from "~/ui/Icon";
import { focusField } from "./focus";
import { Defaults } from "./Defaults";

/** Problems, lint, what is unsure and what is usual: each row leads to its field or line. */
export function BottomPane() {
  const app = useApp();
  const { result } = app;
  const [tab, setTab] = createSignal("problems");
  const problems = () => result.state()?.problems ?? [];
  const warnings = () => result.doc()?.warnings ?? [];
  const lint = () => result.state()?.dockerfile.lint ?? [];
  const unsure = createMemo(() => unsureDecisions(result.doc()));
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
            {
              id: "lint",
              label: label(
                "Lint",
                lint().length,
                lint().some((one) => one.error),
              ),
            },
            { id: "unsure", label: label("Unsure", unsure().length) },
            { id: "usual", label: "Defaults" },
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
                  title={sentence(one.message)}
                  detail={sentence(one.fix)}
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
                  title={sentence(one.message)}
                  detail={sentence(one.fix ?? "")}
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
                  icon={one.error ? "circle-x" : "alert"}
                  tone={one.error ? "text-danger" : "text-warning"}
                  title={one.message}
                  detail={one.rule}
                  place={`line ${one.line}`}
                  onOpen={() => undefined}
                />
              )}
            </For>
          </Match>
          <Match when={tab() === "usual"}>
            <Defaults />
          </Match>
          <Match when={tab() === "unsure"}>
            <For
              each={unsure()}
              fallback={<p class="px-3 py-1 text-muted">Every one of {fields.length} fields is sure, or not there.</p>}
            >
              {(one) => (
                <Row
                  icon="alert"
                  tone="text-warning"
                  title={[one.field, ...one.others].map((field) => fieldWords(field.pointer)).join(", ")}
                  detail={`${one.best?.value ?? ""}. ${whyUnsure(one.best ? [one.best] : [])}`}
                  place={mark(one.best?.confidence ?? 0)}
                  onOpen={() => focusField(one.field.pointer)}
                />
              )}
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
        <span class="text-strong">
          <Coded text={props.title} />
        </span>{" "}
        <span class="text-muted">
          <Coded text={props.detail} />
        </span>
      </span>
      <span class="shrink-0 text-label text-muted">{props.place}</span>
    </button>
  );
}
