import { createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { Button, CloseButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Popover } from "~/ui/Overlay";

/** The model in use and, at a click, why this one. */
export function ModelChip() {
  const app = useApp();
  const [open, setOpen] = createSignal(false);
  const choice = () => app.models.choice();
  const uses = () => app.models.ready() && app.settings.settings.mode !== "static";
  /** A model that was chosen and cannot do the work is named before a run, not by it. */
  const unable = () =>
    uses() || app.settings.settings.mode === "static"
      ? undefined
      : choice()?.passed.find((one) => one.state === "no_tools");
  const name = () => (uses() ? choice()?.model || choice()?.name || "" : "Rules only");
  return (
    <Popover
      open={open()}
      onOpen={setOpen}
      label="Model in use"
      triggerLabel={
        uses()
          ? `Model: ${choice()?.name}, ${choice()?.model}`
          : unable()
            ? "Rules only: the chosen model cannot call tools"
            : "Rules only, no model"
      }
      triggerClass="flex h-7 max-w-52 shrink-0 items-center gap-1.5 rounded-control px-2 text-label font-medium text-body hover:bg-hover"
      trigger={
        <>
          <Icon
            name={uses() ? "cpu" : unable() ? "alert" : "shield"}
            class={unable() ? "text-warning" : "text-muted"}
          />
          <span class="cut tight:sr-only">{name()}</span>
          <Icon name="chevron-down" size="xs" class="text-muted" />
        </>
      }
    >
      {(close) => (
        <>
          <header class="flex items-start gap-2 px-3.5 pt-3 pb-2">
            <div class="min-w-0 flex-1">
              <h2 class="font-semibold text-strong">{uses() ? choice()?.name : "Rules only, no model"}</h2>
              <p class="text-muted">
                {uses()
                  ? choice()?.reason
                  : choice()?.ready
                    ? `${choice()?.name} is ready; the analysis is set to rules only.`
                    : choice()?.hint || "Rules read most projects without a model."}
              </p>
            </div>
            <CloseButton onClick={close} />
          </header>
          <Show when={(choice()?.passed.length ?? 0) > 0}>
            <h3 class="border-t border-line px-3.5 pt-2 pb-1 text-mark font-semibold text-muted">Not used</h3>
            <ul class="px-3.5 pb-2">
              <For each={choice()?.passed}>
                {(one) => (
                  <li class="flex gap-3 py-0.5 text-label">
                    <span class="w-24 shrink-0 text-strong">{one.name}</span>
                    <span class="text-muted">{one.reason}</span>
                  </li>
                )}
              </For>
            </ul>
          </Show>
          <Show when={uses() && (choice()?.then.length ?? 0) > 0}>
            <h3 class="border-t border-line px-3.5 pt-2 pb-1 text-mark font-semibold text-muted">Fallback</h3>
            <ul class="px-3.5 pb-2">
              <For each={choice()?.then}>
                {(one) => (
                  <li class="flex gap-3 py-0.5 text-label">
                    <span class="w-24 shrink-0 text-strong">{one.name}</span>
                    <span class="code text-muted">{one.model}</span>
                  </li>
                )}
              </For>
            </ul>
          </Show>
          <footer class="flex justify-end border-t border-line px-3.5 py-2.5">
            <Button
              small
              onClick={() => {
                close();
                app.openSettings("providers");
              }}
            >
              Choose in Settings
            </Button>
          </footer>
        </>
      )}
    </Popover>
  );
}
