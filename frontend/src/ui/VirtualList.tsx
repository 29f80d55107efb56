import { createVirtualizer } from "@tanstack/solid-virtual";
import { createEffect, For, on, Show, untrack, type JSX } from "solid-js";

/** A list of any length of which only the visible rows exist. One stop in the order of focus. */
export function VirtualList<T>(props: {
  label: string;
  items: readonly T[];
  /** Height of a row in rem; rows may turn out higher. */
  rowHeight: number;
  current: number;
  role?: "listbox" | "tree" | "log" | "list";
  class?: string;
  /** Stays at the end while new rows come and the user is there. */
  follow?: boolean;
  onFollow?: (at: boolean) => void;
  onMove?: (to: number) => void;
  onKey?: (event: KeyboardEvent) => void;
  row: (item: T, index: number) => JSX.Element;
}) {
  let scroller: HTMLDivElement | undefined;
  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const virtual = createVirtualizer({
    get count() {
      return props.items.length;
    },
    getScrollElement: () => scroller ?? null,
    estimateSize: () => untrack(() => props.rowHeight) * rem(),
    overscan: 12,
  });

  createEffect(
    on(
      () => props.items.length,
      (length) => {
        if (props.follow && length > 0) queueMicrotask(() => virtual.scrollToIndex(length - 1, { align: "end" }));
      },
    ),
  );
  createEffect(
    on(
      () => props.current,
      (at) => at >= 0 && at < props.items.length && virtual.scrollToIndex(at, { align: "auto" }),
      { defer: true },
    ),
  );

  function scrolled() {
    if (!scroller) return;
    const rest = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    const atEnd = rest < 24;
    if (atEnd !== props.follow) props.onFollow?.(atEnd);
  }

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return; // these belong to the screen
    const last = props.items.length - 1;
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / (props.rowHeight * rem())) - 1);
    const to: Record<string, number> = {
      ArrowDown: props.current + 1,
      ArrowUp: props.current - 1,
      PageDown: props.current + page,
      PageUp: props.current - page,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next !== undefined && props.onMove) {
      event.preventDefault();
      props.onMove(Math.max(0, Math.min(last, next)));
      return;
    }
    props.onKey?.(event);
  }

  return (
    <div
      ref={scroller}
      role={props.role ?? "list"}
      aria-label={props.label}
      tabIndex={0}
      class={`inset-focus min-h-0 flex-1 overflow-auto ${props.class ?? ""}`}
      onScroll={scrolled}
      onKeyDown={key}
    >
      <div class="relative w-full" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        <For each={virtual.getVirtualItems()}>
          {(slot) => (
            <div
              role="presentation"
              data-index={slot.index}
              ref={(element) => queueMicrotask(() => virtual.measureElement(element))}
              class="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${slot.start}px)` }}
            >
              <Show when={props.items[slot.index]} keyed>
                {(item) => props.row(item, slot.index)}
              </Show>
            </div>
          )}
        </For>
      </div>
    </div>
  );
}
