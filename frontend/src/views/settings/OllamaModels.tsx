import { For, Show } from "solid-js";
import type { ModelInfo } from "~/bridge/types";
import { useApp } from "~/state/app";
import { needs, contextSize } from "~/state/models/facts";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { cell, Table } from "./Rows";

/** The models for Ollama: what each needs, and the command that gets it. */
export function OllamaModels(props: { list: ModelInfo[] }) {
  const app = useApp();
  return (
    <Table titles={["For Ollama", "Window", "Needs", ""]}>
      <For each={props.list}>
        {(one) => (
          <tr>
            <td class={cell}>
              <span class="font-medium text-strong">{one.name}</span> <span class="text-muted">{one.note}</span>
            </td>
            <td class={`${cell} tabular-nums`}>
              {one.context_window > 0 ? `${contextSize(one.context_window)} tokens` : ""}
            </td>
            <td class={`${cell} text-muted`}>{needs(one)}</td>
            <td class={`${cell} text-right`}>
              <Show
                when={one.installed}
                fallback={
                  <Show when={one.pull}>
                    <span class="inline-flex items-center gap-1">
                      <code class="selectable code text-muted">{one.pull}</code>
                      <IconButton
                        icon="copy"
                        label={`Copy ${one.pull}`}
                        onClick={() => void app.copy(one.pull, "Command")}
                      />
                    </span>
                  </Show>
                }
              >
                <span class="inline-flex items-center gap-1.5 text-success">
                  <Icon name="circle-check" /> In Ollama
                </span>
              </Show>
            </td>
          </tr>
        )}
      </For>
    </Table>
  );
}
