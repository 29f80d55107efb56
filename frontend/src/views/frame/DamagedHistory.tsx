import { For, Show } from "solid-js";
import { salvageWords } from "~/state/settings/storage";
import { useApp } from "~/state/app";
import { Band } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** What was saved of a damaged history and what was lost. It stays until it is closed, also over a restart. */
export function DamagedHistory() {
  const app = useApp();
  return (
    <For each={app.storage.salvages()}>
      {(salvage) => {
        const words = () => salvageWords(salvage);
        return (
          <Band
            tone="warn"
            icon="alert"
            actions={
              <>
                <Button small icon="external-link" onClick={() => void app.api.openDataFolder()}>
                  Open folder
                </Button>
                <Button small onClick={() => void app.storage.seen()}>
                  Close
                </Button>
              </>
            }
          >
            <strong class="text-strong">The history was damaged.</strong>{" "}
            {words().saved ? `Saved: ${words().saved}.` : "None of it could be read."}{" "}
            <Show when={words().lost} fallback={words().saved ? "As far as can be told, nothing is lost." : ""}>
              Lost, as far as can be told: {words().lost}.
            </Show>
            <span class="selectable block text-label break-all text-muted">
              The damaged file is kept: {salvage.aside}
            </span>
          </Band>
        );
      }}
    </For>
  );
}
