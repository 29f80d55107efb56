import { For } from "solid-js";
import type { Variable } from "~/bridge/document";
import { Chip } from "~/ui/Chip";

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
