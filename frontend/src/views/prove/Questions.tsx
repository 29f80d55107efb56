import { For, Show } from "solid-js";
import type { Question } from "~/bridge/report";
import { useApp } from "~/state/app";
import type { Place } from "~/state/frame/view";
import { otherEdits } from "~/state/plan/decisions";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { missingOf } from "./Failed";

/** What a person can do after a proof that failed: give a value, say which of several answers is meant, look at a file. */
export function Questions(props: { service: string; can: boolean; onAgain: () => void }) {
  const app = useApp();
  const { proof, result, variables } = app;
  const report = () => proof.proof.report;
  /** What the failure itself has a button for is not asked twice; what was given since is not asked again. */
  const open = () =>
    (report()?.questions ?? []).filter(
      ({ name }) =>
        !name || (name !== missingOf(report()?.failure) && !variables.list().some((one) => one.name === name)),
    );
  const inPlan = ({ name }: Question) => name.startsWith("/");
  const edits = (field: string, value: string) => {
    const doc = result.documentOf(props.service);
    return doc && otherEdits(doc, result.original(), { field, value, confidence: 1 });
  };
  const now = ({ choices }: Question, value: string) => choices?.[0] === value;
  function look(place: Place) {
    app.navigation.go("result");
    app.setPlace(place);
  }
  async function choose(field: string, value: string) {
    const list = edits(field, value);
    if (list && (await result.editAll(list))) props.onAgain();
  }
  return (
    <Show when={open().length > 0}>
      <section data-pane aria-label="What you can do" class="shrink-0 border-b border-line px-4 py-2.5">
        <ul class="grid gap-1.5">
          <For each={open()}>
            {(question) => (
              <li class="flex min-w-0 gap-2.5">
                <Icon name={question.path ? "file" : "message"} size="m" class="mt-0.5 text-accent" />
                <div class="min-w-0">
                  <p class="break-words text-strong">{question.text}</p>
                  <p class="text-label break-words text-muted">{question.why}</p>
                  <div class="flex flex-wrap gap-2 pt-1.5">
                    <Show when={question.path}>
                      {(path) => (
                        <Button small icon="file" onClick={() => look({ path: path(), line: question.line ?? 1 })}>
                          Open <span class="code">{path().split("/").at(-1)}</span>
                        </Button>
                      )}
                    </Show>
                    <Show
                      when={!question.name || inPlan(question)}
                      fallback={
                        <Button small icon="key" onClick={() => variables.edit(question.name)}>
                          Set {question.name} for the proof
                        </Button>
                      }
                    >
                      <For each={question.choices ?? []}>
                        {(value) => (
                          <Show when={!now(question, value) && edits(question.name, value)}>
                            <Button small disabled={!props.can} onClick={() => void choose(question.name, value)}>
                              <span class="code">{value}</span>
                            </Button>
                          </Show>
                        )}
                      </For>
                    </Show>
                  </div>
                </div>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
