import { For } from "solid-js";
import type { UniversalBuild, Variable } from "~/bridge/document";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";

/** What the image takes over from the build. */
export function CopyField(props: { value: UniversalBuild["runtime"]["copy"] }) {
  return (
    <ul class="flex min-h-7 flex-col justify-center">
      <For each={props.value} fallback={<li class="text-muted">nothing</li>}>
        {(one) => (
          <li class="flex min-h-6 items-center gap-1.5 code">
            <span class="cut text-strong">{one.from}</span>
            <Icon name="arrow-right" size="xs" class="text-muted" />
            <span class="cut">{one.to}</span>
          </li>
        )}
      </For>
    </ul>
  );
}

/** The variables the program reads; a click shows where. */
export function VariablesField(props: { value: Variable[]; onPlace: (place: { path: string; line: number }) => void }) {
  return (
    <ul class="flex min-h-7 flex-wrap items-center gap-1">
      <For each={props.value} fallback={<li class="text-muted">no variables</li>}>
        {(one) => (
          <li>
            <button
              type="button"
              disabled={!one.path}
              title={[
                one.description,
                one.default ? `default ${one.default}` : "",
                one.path ? `${one.path}:${one.line ?? 1}` : "",
              ]
                .filter(Boolean)
                .join("\n")}
              onClick={() => props.onPlace({ path: one.path ?? "", line: one.line ?? 1 })}
            >
              <Chip tone={one.required ? "warn" : "plain"} {...(one.secret ? { icon: "lock" as const } : {})}>
                <span class="font-mono">{one.name}</span> {one.required ? "required" : ""}
              </Chip>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
