import { Show } from "solid-js";
import type { Healthcheck } from "~/bridge/document";
import { joinWords, splitWords } from "~/state/shared/commandLine";
import { IconButton } from "~/ui/Button";
import { PartField } from "./PartField";

const usualCheck: Healthcheck = { command: ["true"], interval: "30s", timeout: "5s", retries: 3 };

export function HealthField(props: {
  value: Healthcheck | undefined;
  edited: boolean;
  onSave: (check: Healthcheck | null) => void;
}) {
  return (
    <Show
      when={props.value}
      fallback={
        <span class="flex min-h-7 items-center gap-2 text-muted">
          none
          <IconButton icon="plus" label="Add a health check" onClick={() => props.onSave(usualCheck)} />
        </span>
      }
    >
      {(check) => (
        <div class="flex flex-wrap items-center gap-1">
          <PartField
            class="min-w-40 flex-1"
            label="Health command"
            edited={props.edited}
            value={joinWords(check().command)}
            onSave={(text) => {
              const words = splitWords(text);
              if (words && words.length > 0) props.onSave({ ...check(), command: words });
            }}
          />
          <PartField
            class="w-14"
            label="Time between two checks"
            value={check().interval}
            onSave={(interval) => props.onSave({ ...check(), interval })}
          />
          <IconButton icon="x" label="Remove the health check" onClick={() => props.onSave(null)} />
          <Show when={check().path}>
            {(path) => (
              <p class="w-full text-label text-muted">
                asks <span class="font-mono">GET {path()}</span>, {check().retries} tries of {check().timeout}
              </p>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
