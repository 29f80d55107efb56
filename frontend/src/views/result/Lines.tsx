import { createEffect, createMemo, For, on, Show } from "solid-js";
import { useApp } from "~/state/app";
import { fieldWords, within } from "~/state/plan/fields";
import { highlight } from "~/parts/highlight";
import { Icon } from "~/ui/Icon";
import { focusField } from "./focus";

/** The lines of the Dockerfile in force; one that a field made lights with it. */
export function Lines() {
  const app = useApp();
  const { result } = app;
  const lines = createMemo(() => (result.state()?.dockerfile.content ?? "").replace(/\n$/, "").split("\n"));
  const fieldsOf = (i: number) => result.state()?.dockerfile.fields[i] ?? [];
  const lintOf = (line: number) => (result.state()?.dockerfile.lint ?? []).find((one) => one.line === line);
  const isLit = (i: number) =>
    fieldsOf(i).some((pointer) => result.lit().some((lit) => within(pointer, lit) || within(lit, pointer)));
  let list: HTMLDivElement | undefined;
  createEffect(
    on([result.focused, lines], ([pointer, all]) => {
      if (pointer === "") return;
      const first = all.findIndex((_, i) => fieldsOf(i).some((one) => within(one, pointer)));
      list?.children[first]?.scrollIntoView({ block: "nearest" });
    }),
  );
  return (
    <div
      ref={list}
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
              "shadow-[inset_2px_0_0_var(--c-danger-line)]": !isLit(i()) && lintOf(i() + 1)?.error === true,
              "shadow-[inset_2px_0_0_var(--c-warning-line)]": !isLit(i()) && lintOf(i() + 1)?.error === false,
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
              <Show when={lintOf(i() + 1)}>
                {(lint) => (
                  <span class={lint().error ? "text-danger" : "text-warning"} title={lint().message}>
                    {lint().rule}
                  </span>
                )}
              </Show>
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
