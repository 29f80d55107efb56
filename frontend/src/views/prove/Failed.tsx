import { For, Show } from "solid-js";
import type { Failure, Probe, Try } from "~/bridge/report";
import { useApp } from "~/state/app";
import { answersOf } from "~/state/proof/probe";
import { fieldWords, valueWords } from "~/state/plan/fields";
import { afterPaint } from "~/state/shared/async";
import { highlight } from "~/parts/highlight";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { focusField } from "../result/focus";

/** Which stage it was; the cause may begin with a program's name, which keeps its letters. */
const failedAt: Record<string, string> = {
  build: "The build failed",
  release: "The release failed",
  start: "The start failed",
  health: "The service is unhealthy",
  probe: "The probe failed",
  limit: "Time ran out",
};

/** The stage's own word is a person's, too, but for one. */
const where: Record<string, string> = { release: "release command" };

/** Whose matter it is, where it is not the project's; undefined else. */
function noMatterOf(failure: Failure): string | undefined {
  if (failure.class === "transient")
    return "This usually goes away by itself: nothing in the project needs to change. Prove it again later.";
  if (failure.class === "environment")
    return "The cause is the machine, its network or an account: nothing in the project needs to change.";
  return undefined;
}

/** The variable that was missing, "" where it was something else. */
export function missingOf(failure: Failure | null | undefined): string {
  const missing = failure?.rule === "missing_variable" || failure?.rule === "secret_not_given";
  const name = missing ? failure.details?.["variable"] : undefined;
  return typeof name === "string" ? name : "";
}

/** The failure itself is shown to the model with the question. */
const askOf = (failure: Failure) => `Why did the proof fail (${failure.cause.replace(/[.\s]+$/, "")}), and what helps?`;

/** The form's lower part comes with its second picture. */
function bring(field: string, tries: number) {
  afterPaint(() => {
    if (!focusField(field) && tries > 0) bring(field, tries - 1);
  });
}

/** Cause, place and fix, above the log. */
export function Failed(props: {
  failure: Failure;
  /** The fix that would be tried first. */
  offer: Try | null | undefined;
  /** What was asked before it failed; what is answered where nobody asks who goes by the plan is part of the cause. */
  probe: Probe | null | undefined;
  dockerfile: string;
  can: boolean;
  onAgain: () => void;
  onFix: () => void;
}) {
  const app = useApp();
  const unplanned = () => (props.probe ? answersOf(props.probe).filter((answer) => answer.unplanned) : []);
  const fixable = () => Boolean(props.offer);
  /** No rule has an edit to try, and a model may be asked for one. */
  const askable = () =>
    !fixable() && props.failure.class === "project" && app.models.ready() && app.settings.settings.mode !== "static";
  const edit = () => {
    const field = props.failure.field ?? "";
    app.navigation.go("result");
    bring(field, 6);
  };
  app.commands.offer([
    {
      id: "prove.fix",
      title: "Fix and prove again",
      group: "Run",
      keys: "F",
      when: () => fixable() && props.can,
      run: () => props.onFix(),
    },
    {
      id: "prove.ask",
      title: "Ask a model for a fix",
      group: "Run",
      keys: "F",
      when: () => askable() && props.can,
      run: () => props.onFix(),
    },
    {
      id: "prove.edit",
      title: "Edit the field",
      group: "Run",
      keys: "E",
      when: () => Boolean(props.failure.field),
      run: edit,
    },
  ]);
  const around = () => {
    const at = props.failure.line ?? 0;
    if (at === 0) return [];
    return props.dockerfile
      .split("\n")
      .map((text, i) => ({ text, line: i + 1 }))
      .filter(({ line }) => Math.abs(line - at) <= 2);
  };
  return (
    <section
      role="alert"
      data-pane
      class="grid shrink-0 grid-cols-[minmax(0,1fr)_minmax(0,32rem)] gap-4 border-b border-danger-line bg-[color-mix(in_srgb,var(--c-danger-soft)_58%,var(--c-surface))] px-4 py-3"
    >
      <div class="flex min-w-0 gap-2.5">
        <Icon name="circle-x" size="m" class="mt-0.5 text-danger" />
        <div class="min-w-0">
          <h2 class="text-title font-semibold break-words text-strong">
            {failedAt[props.failure.stage] ?? "The proof failed"}: {props.failure.cause}
          </h2>
          <Show when={props.failure.fix}>
            <p class="pt-0.5">{props.failure.fix}</p>
          </Show>
          <Show when={noMatterOf(props.failure)}>{(words) => <p class="pt-0.5 text-muted">{words()}</p>}</Show>
          <div class="flex flex-wrap gap-2 pt-2.5">
            <Show when={fixable()}>
              <Button look="primary" icon="wrench" keys={["F"]} disabled={!props.can} onClick={() => props.onFix()}>
                Fix and prove again
              </Button>
            </Show>
            <Show when={askable()}>
              <Button icon="wrench" keys={["F"]} disabled={!props.can} onClick={() => props.onFix()}>
                Ask a model for a fix
              </Button>
            </Show>
            <Show when={missingOf(props.failure)}>
              {(name) => (
                <Button look="primary" icon="key" keys={["V"]} onClick={() => app.variables.edit(name())}>
                  Set {name()} for the proof
                </Button>
              )}
            </Show>
            <Show when={props.failure.field}>
              <Button keys={["E"]} onClick={edit}>
                Edit {fieldWords(props.failure.field ?? "")}
              </Button>
            </Show>
            <Button icon="reset" keys={["R"]} disabled={!props.can} onClick={() => props.onAgain()}>
              {props.failure.stage === "build" || props.failure.stage === "limit" ? "Retry from here" : "Retry"}
            </Button>
            <Button look="ghost" icon="message" onClick={() => app.askAbout(askOf(props.failure))}>
              Ask about it
            </Button>
          </div>
          <dl class="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 pt-2.5 text-label">
            <dt class="text-muted">Where</dt>
            <dd>
              {where[props.failure.stage] ?? props.failure.stage}
              {props.failure.line ? `, Dockerfile line ${props.failure.line}` : ""}
            </dd>
            <For each={unplanned()}>
              {(one) => (
                <>
                  <dt class="text-muted">Request</dt>
                  <dd class="min-w-0 break-words">
                    <span class="code text-strong">
                      {one.what} at {one.unplanned}
                    </span>
                    , not in the plan: {(one.again ?? one).said}
                  </dd>
                </>
              )}
            </For>
            <For each={props.offer?.edits ?? []}>
              {(one) => (
                <>
                  <dt class="text-muted">Would set</dt>
                  <dd class="min-w-0">
                    {fieldWords(one.field)} to <span class="code break-all text-strong">{valueWords(one.new)}</span>
                  </dd>
                </>
              )}
            </For>
            <For each={props.offer?.files ?? []}>
              {(one) => (
                <>
                  <dt class="text-muted">Would change</dt>
                  <dd class="min-w-0">
                    <span class="code break-all text-strong">{one.path}</span> of the project, for the proof only
                  </dd>
                </>
              )}
            </For>
            <For each={props.offer?.given ?? []}>
              {(name) => (
                <>
                  <dt class="text-muted">Would set</dt>
                  <dd class="min-w-0">
                    <span class="code text-strong">{name}</span> to a generated value, for the proof only
                  </dd>
                </>
              )}
            </For>
          </dl>
        </div>
      </div>
      <Show when={around().length > 0 || (props.failure.log ?? []).length > 0}>
        <div
          class="selectable max-h-48 min-w-0 self-start overflow-auto rounded-card border border-line bg-sunken py-1.5 code"
          tabIndex={0}
          role="group"
          aria-label="Where it failed"
        >
          <For each={around()}>
            {({ text, line }) => (
              <div
                class="flex min-h-[1.1875rem] w-max min-w-full pr-3 whitespace-pre"
                classList={{ "bg-danger-soft shadow-[inset_2px_0_0_var(--c-danger)]": line === props.failure.line }}
              >
                <span class="w-10 shrink-0 pr-3 text-right text-muted select-none">{line}</span>
                <span>
                  <For each={highlight(text, "dockerfile")}>
                    {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
                  </For>
                </span>
              </div>
            )}
          </For>
          <For each={telling(props.failure)}>
            {(text) => <div class="px-3 whitespace-pre-wrap text-log-error">{text}</div>}
          </For>
        </div>
      </Show>
    </section>
  );
}

/** How many lines of the log stand beside the cause. */
const shown = 6;

/** The lines round the one that says why; the last ones where none does. */
function telling(failure: Failure): readonly string[] {
  const log = failure.log ?? [];
  const at = failure.details?.["log_line"];
  const from = typeof at === "number" ? Math.min(log.length - shown, at - shown / 2) : log.length - shown;
  return log.slice(Math.max(0, from)).slice(0, shown);
}
