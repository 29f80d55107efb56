import { createResource, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { practiceRows } from "~/state/plan/practices";
import { Skeleton } from "~/parts/Messages";
import { Icon } from "~/ui/Icon";
import { focusField } from "./focus";

/** What is usual for the service's language and build system, whatever its project does, beside what its plan has. */
export function Defaults() {
  const { api, result } = useApp();
  const asked = () => {
    const { language, build_system, framework } = result.doc()?.metadata ?? {};
    return JSON.stringify([result.here(), language, build_system, framework]);
  };
  const [practices] = createResource(asked, () => api.practices(result.here().run, result.here().service));
  const known = () => (practices.state === "ready" && practices().of !== "" ? practices() : undefined);
  const rows = () => {
    const [template, doc] = [known(), result.doc()];
    return template && doc ? practiceRows(template, doc) : [];
  };
  return (
    <Show when={practices.state === "ready" || practices.state === "errored"} fallback={<Skeleton rows={4} />}>
      <Show
        when={known()}
        fallback={<p class="px-3 py-1 text-muted">aipack has no defaults for this language and build system.</p>}
      >
        {(practices) => (
          <>
            <p class="px-3 py-1 text-muted">
              Defaults for {practices().of}. <Icon name="circle-check" size="xs" class="inline text-success" /> means it
              is in this plan too; the project may have a reason to differ.
            </p>
            <For each={rows()}>
              {(row) => (
                <button
                  type="button"
                  class="inset-focus flex min-h-7 w-full items-start gap-2 px-3 py-1 text-left hover:bg-hover"
                  onClick={() => focusField(row.field)}
                >
                  <span class="w-22 shrink-0 text-label text-muted">{row.label}</span>
                  <span class="flex min-w-0 flex-1 flex-wrap gap-x-3">
                    <For each={row.common}>
                      {(one) => (
                        <span class="inline-flex items-center gap-1 code text-strong">
                          {one}
                          <Show when={row.had.includes(one)}>
                            <Icon name="circle-check" size="xs" class="text-success" />
                            <span class="sr-only">in the plan</span>
                          </Show>
                        </span>
                      )}
                    </For>
                  </span>
                </button>
              )}
            </For>
            <ul class="list-disc px-3 pt-1 pb-2 pl-8 text-body">
              <For each={practices().advice}>{(sentence) => <li class="selectable py-0.5">{sentence}</li>}</For>
            </ul>
          </>
        )}
      </Show>
    </Show>
  );
}
