import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { Portal } from "solid-js/web";

interface Tip {
  on: HTMLElement;
  label: string;
  keys: string[];
}

const [tip, setTip] = createSignal<Tip>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** So long the pointer rests before the name of what it rests on appears. */
const rest = 400;

export function hideTip() {
  clearTimeout(timer);
  setTip(undefined);
}

function showTip(next: Tip, after: number) {
  clearTimeout(timer);
  timer = setTimeout(() => next.on.isConnected && setTip(next), after);
}

/** What an element needs to be named when the pointer rests on it or the keyboard comes to it. */
export function tipOn(label: () => string, keys: () => string[] | undefined) {
  const tipOf = (event: Event) => ({ on: event.currentTarget as HTMLElement, label: label(), keys: keys() ?? [] });
  return {
    onPointerEnter: (event: PointerEvent) => showTip(tipOf(event), rest),
    onPointerLeave: hideTip,
    onPointerDown: hideTip,
    onFocus: (event: FocusEvent) =>
      (event.currentTarget as HTMLElement).matches(":focus-visible") && showTip(tipOf(event), 0),
    onBlur: hideTip,
  };
}

/**
 * The one tooltip of the window: there are dozens of icon buttons, and each with its own would cost more than the
 * button. The name stands in the button's label too, so it is not read twice.
 */
export function Tooltips() {
  onMount(() => {
    const keyed = (event: KeyboardEvent) => event.key === "Escape" && hideTip();
    window.addEventListener("keydown", keyed, true);
    window.addEventListener("scroll", hideTip, true);
    onCleanup(() => {
      window.removeEventListener("keydown", keyed, true);
      window.removeEventListener("scroll", hideTip, true);
    });
  });
  return (
    <Show when={tip()} keyed>
      {(shown) => (
        <Portal>
          <div
            ref={(element) => queueMicrotask(() => place(element, shown.on))}
            aria-hidden="true"
            class="appear pointer-events-none fixed top-0 left-0 z-(--z-tooltip) flex items-center gap-2 rounded-mark bg-strong px-2 py-1 text-label whitespace-nowrap text-surface"
          >
            {shown.label}
            <Show when={shown.keys.length > 0}>
              <span class="opacity-80">{shown.keys.join(" ")}</span>
            </Show>
          </div>
        </Portal>
      )}
    </Show>
  );
}

const gap = 6;

/** Below its button, or above where there is no room; never over the window's edge. */
function place(element: HTMLElement, on: HTMLElement) {
  const at = on.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(gap, Math.min(window.innerWidth - width - gap, at.left + at.width / 2 - width / 2));
  const below = at.bottom + gap;
  const top = below + height > window.innerHeight ? at.top - gap - height : below;
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}
