import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { Icon } from "~/ui/Icon";

/** Says that the window takes what is dragged over it, wherever it is let go. */
export function DropOverlay() {
  const [over, setOver] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  onMount(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/uri-list")) return;
      setOver(true);
      clearTimeout(timer);
      // A drag that leaves the window is not told reliably: no dragover for a while means that it is gone.
      timer = setTimeout(() => setOver(false), 250);
    };
    const dropped = () => setOver(false);
    window.addEventListener("dragover", drag);
    window.addEventListener("drop", dropped);
    onCleanup(() => {
      clearTimeout(timer);
      window.removeEventListener("dragover", drag);
      window.removeEventListener("drop", dropped);
    });
  });

  return (
    <Show when={over()}>
      <div class="pointer-events-none fixed inset-2 z-(--z-toast) grid place-items-center rounded-card border-2 border-dashed border-accent bg-scrim">
        <p class="flex items-center gap-2.5 rounded-card bg-raised px-5 py-3 text-screen font-semibold text-strong shadow-popover">
          <Icon name="folder-input" size="m" />
          Drop to analyse
        </p>
      </div>
    </Show>
  );
}
