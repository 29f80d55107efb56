import { For, onCleanup, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Toast } from "~/state/frame/toasts";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

/** What finished elsewhere, and Undo: bottom right, above the status bar. */
export function ToastRegion() {
  const app = useApp();
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      class="fixed right-3 bottom-9.5 z-(--z-toast) flex flex-col gap-2"
    >
      <For each={app.toasts.toasts()}>
        {(toast) => <Card toast={toast} onClose={() => app.toasts.close(toast.id)} />}
      </For>
    </section>
  );
}

function Card(props: { toast: Toast; onClose: () => void }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => props.onClose(), props.toast.action ? 10_000 : 5_000);
  };
  const hold = () => clearTimeout(timer);
  onMount(wait);
  onCleanup(hold);
  return (
    <div
      class="appear flex w-85 items-start gap-2.25 rounded-card bg-raised py-2.5 pr-2 pl-3 shadow-popover"
      onPointerEnter={hold}
      onPointerLeave={wait}
      onFocusIn={hold}
      onFocusOut={wait}
    >
      <Icon
        name={props.toast.tone === "ok" ? "circle-check" : props.toast.tone === "warn" ? "alert" : "info"}
        class={`mt-0.75 ${props.toast.tone === "ok" ? "text-success" : props.toast.tone === "warn" ? "text-warning" : "text-info"}`}
      />
      <div class="min-w-0 flex-1">
        <p class="font-medium text-strong">{props.toast.title}</p>
        <p class="text-label break-words text-muted">{props.toast.detail}</p>
        <Show when={props.toast.action}>
          {(action) => (
            <Button
              look="link"
              onClick={() => {
                action().run();
                props.onClose();
              }}
            >
              {action().label}
            </Button>
          )}
        </Show>
      </div>
      <IconButton icon="x" label="Close" onClick={() => props.onClose()} />
    </div>
  );
}
