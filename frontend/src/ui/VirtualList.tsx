import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/solid-virtual";
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  on,
  onCleanup,
  onMount,
  Show,
  type Accessor,
  type JSX,
} from "solid-js";

/** A row that exists: it shows one item after the other while the list scrolls. */
interface Slot {
  at: Accessor<At | undefined>;
  set: (at: At | undefined) => void;
}

interface At {
  index: number;
  start: number;
}

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** A list of any length of which only the visible rows exist. One stop in the order of focus. */
export function VirtualList<T>(props: {
  label: string;
  items: readonly T[];
  /** Height of a row in rem. */
  rowHeight: number;
  /** Rows that may be higher than that; the others are never measured. */
  grows?: ((item: T) => boolean) | undefined;
  /** What a height belongs to where items move; their place otherwise. */
  keyOf?: (item: T) => number;
  current: number;
  role?: "listbox" | "tree" | "log" | "list";
  class?: string;
  /** Stays at the end while new rows come and the user is there. */
  follow?: boolean;
  onFollow?: (at: boolean) => void;
  /** Takes the keys where nothing else has them: the list is what its screen is about. */
  takesFocus?: boolean;
  onMove?: (to: number) => void;
  onKey?: (event: KeyboardEvent) => void;
  row: (item: Accessor<T>, index: Accessor<number>) => JSX.Element;
}) {
  let scroller: HTMLDivElement | undefined;
  let probe: HTMLDivElement | undefined;
  let unit = rem();
  const [slots, setSlots] = createSignal<readonly Slot[]>([]);
  const [total, setTotal] = createSignal(0);

  const options = (): VirtualizerOptions<HTMLDivElement, Element> => ({
    count: props.items.length,
    getScrollElement: () => scroller ?? null,
    estimateSize: () => props.rowHeight * unit,
    getItemKey: (index) => {
      const item = props.items[index];
      return props.keyOf && item !== undefined ? props.keyOf(item) : index;
    },
    overscan: 3,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: show,
  });
  // eslint-disable-next-line solid/reactivity -- the effects below hand on what changes
  const virtual = new Virtualizer(options());

  /** Gives each visible item a slot by its place modulo their number, so that scrolling by a row changes one slot. */
  function show() {
    const items = virtual.getVirtualItems();
    if (items.length > slots().length) {
      const more = Array.from({ length: items.length - slots().length }, () => {
        const [at, set] = createSignal<At | undefined>(undefined, {
          equals: (a, b) => a?.index === b?.index && a?.start === b?.start,
        });
        return { at, set };
      });
      setSlots((known) => [...known, ...more]);
    }
    const free = new Set(slots());
    for (const { index, start } of items) {
      const slot = slots()[index % slots().length];
      slot?.set({ index, start });
      if (slot) free.delete(slot);
    }
    for (const slot of free) slot.set(undefined);
    setTotal(virtual.getTotalSize());
  }

  function update() {
    virtual.setOptions(options());
    virtual._willUpdate();
    show();
  }

  function toLast() {
    const last = props.items.length - 1;
    if (last >= 0) virtual.scrollToIndex(last, { align: "end" });
  }

  onMount(() => {
    onCleanup(virtual._didMount());
    update();
    if (props.follow) queueMicrotask(toLast);
    if (props.takesFocus && document.activeElement === document.body) scroller?.focus({ preventScroll: true });
    // A larger window font makes every row higher.
    const zoomed = new ResizeObserver(() => {
      if (rem() === unit) return;
      unit = rem();
      virtual.measure();
    });
    if (probe) zoomed.observe(probe);
    onCleanup(() => zoomed.disconnect());
  });

  createEffect(
    on(
      () => [props.items, props.items.length] as const,
      () => {
        update();
        // The list is as high as its rows once this effect is over.
        if (props.follow) queueMicrotask(toLast);
      },
      { defer: true },
    ),
  );
  createEffect(
    on(
      () => props.grows,
      () => virtual.measure(),
      { defer: true },
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
    if (!scroller || !props.onFollow) return;
    const rest = total() - scroller.scrollTop - (virtual.scrollRect?.height ?? 0);
    const atEnd = rest < 24;
    if (atEnd !== props.follow) props.onFollow(atEnd);
  }

  function key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return; // these belong to the screen
    const last = props.items.length - 1;
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / (props.rowHeight * unit)) - 1);
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
      <div ref={probe} class="absolute h-px w-4 invisible" role="presentation" />
      <div class="relative w-full" role="presentation" style={{ height: `${total()}px` }}>
        <For each={slots()}>
          {(slot) => (
            <Row slot={slot} items={props.items} grows={props.grows} measure={virtual.measureElement} row={props.row} />
          )}
        </For>
      </div>
    </div>
  );
}

function Row<T>(props: {
  slot: Slot;
  items: readonly T[];
  grows: ((item: T) => boolean) | undefined;
  measure: (element: HTMLElement) => void;
  row: (item: Accessor<T>, index: Accessor<number>) => JSX.Element;
}) {
  const at = createMemo<At>((known) => props.slot.at() ?? known, { index: 0, start: 0 });
  const shown = createMemo(() => (props.slot.at() ? props.items[at().index] : undefined));
  // A row that goes away still has its last item until it is gone.
  const item = createMemo<T | undefined>((known) => shown() ?? known);
  const [element, setElement] = createSignal<HTMLElement>();
  createEffect(() => {
    const [here, one, { index }] = [element(), shown(), at()];
    if (here && one !== undefined && index >= 0 && props.grows?.(one)) props.measure(here);
  });
  return (
    <Show when={shown() !== undefined}>
      <div
        ref={setElement}
        role="presentation"
        data-index={at().index}
        class="absolute inset-x-0 top-0"
        style={{ transform: `translateY(${at().start}px)` }}
      >
        {props.row(
          () => item() as T,
          () => at().index,
        )}
      </div>
    </Show>
  );
}
