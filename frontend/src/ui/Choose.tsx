import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show, type JSX } from "solid-js";
import { Icon } from "./Icon";
import { Menu } from "./Overlay";

export interface Option {
  id: string;
  label: JSX.Element;
  /** For those who do not see the label. */
  name?: string;
}

/** Moves the choice with the arrows; Home and End jump, nothing wraps. */
function move(event: KeyboardEvent, options: readonly Option[], current: string, pick: (id: string) => void) {
  const at = options.findIndex((one) => one.id === current);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: options.length - 1,
  };
  const to = steps[event.key];
  const next = to === undefined ? undefined : options[to];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  pick(next.id);
  const list = event.currentTarget as HTMLElement;
  queueMicrotask(() => list.querySelectorAll<HTMLElement>("[role]")[to]?.focus());
}

/** Two to four views of the same data. */
export function Segmented(props: { label: string; options: Option[]; value: string; onPick: (id: string) => void }) {
  // Labels may be components: they are made once here, not again in a handler, where they would have no owner.
  const options = createMemo(() => props.options);
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      class="inline-flex shrink-0 gap-px rounded-control bg-active p-0.5"
      onKeyDown={(event) => move(event, options(), props.value, props.onPick)}
    >
      <For each={options()}>
        {(option) => (
          <button
            type="button"
            role="radio"
            aria-checked={props.value === option.id}
            aria-label={option.name}
            tabIndex={props.value === option.id ? 0 : -1}
            class="segment flex h-5.5 items-center gap-1.5 rounded-mark px-2.25 text-label font-medium whitespace-nowrap"
            classList={{
              "bg-raised text-strong shadow-raised": props.value === option.id,
              "text-muted hover:text-strong": props.value !== option.id,
            }}
            onClick={() => props.onPick(option.id)}
          >
            {option.label}
          </button>
        )}
      </For>
    </div>
  );
}

/** Tabs with an underline; one stop in the order of focus. Those that do not fit are in a menu behind the others. */
export function Tabs(props: {
  label: string;
  options: Option[];
  value: string;
  onPick: (id: string) => void;
  controls?: string;
}) {
  let list: HTMLDivElement | undefined;
  const options = createMemo(() => props.options);
  const [hidden, setHidden] = createSignal(0);

  const tabs = () => [...(list?.children ?? [])] as HTMLElement[];
  function measure() {
    if (!list) return;
    const { left, right } = list.getBoundingClientRect();
    const cut = tabs().filter((tab) => {
      const box = tab.getBoundingClientRect();
      return box.left < left - 1 || box.right > right + 1;
    });
    setHidden(cut.length);
  }
  const reveal = () =>
    tabs()
      .find((tab) => tab.getAttribute("aria-selected") === "true")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });

  onMount(() => {
    const resized = new ResizeObserver(() => {
      reveal();
      measure();
    });
    createEffect(
      on(options, () => {
        resized.disconnect();
        for (const element of [list, ...tabs()]) if (element) resized.observe(element);
      }),
    );
    createEffect(on([() => props.value, hidden], reveal, { defer: true }));
    onCleanup(() => resized.disconnect());
  });

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={props.label}
        class="flex min-w-0 items-stretch gap-0.5 self-stretch overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
        onKeyDown={(event) => move(event, options(), props.value, props.onPick)}
        onScroll={measure}
      >
        <For each={options()}>
          {(option) => (
            <button
              type="button"
              role="tab"
              aria-selected={props.value === option.id}
              aria-label={option.name}
              aria-controls={props.controls}
              tabIndex={props.value === option.id ? 0 : -1}
              class="inset-focus relative flex shrink-0 items-center gap-1.5 px-2.25 text-label font-medium whitespace-nowrap"
              classList={{
                "text-strong": props.value === option.id,
                "text-muted hover:text-strong": props.value !== option.id,
              }}
              onClick={() => props.onPick(option.id)}
            >
              {option.label}
              <Show when={props.value === option.id}>
                <span class="absolute inset-x-1.75 bottom-0 h-0.5 rounded-full bg-accent" />
              </Show>
            </button>
          )}
        </For>
      </div>
      <Show when={hidden() > 0}>
        <Menu
          label={`${props.label}: all ${options().length}`}
          triggerClass="flex h-6 shrink-0 items-center gap-1 self-center rounded-control px-1.5 text-label font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-strong"
          trigger={
            <>
              {hidden()} more <Icon name="chevron-down" size="xs" />
            </>
          }
          items={options().map((option) => ({
            label: option.name ?? option.id,
            icon: option.id === props.value ? ("circle-check" as const) : undefined,
            run: () => props.onPick(option.id),
          }))}
        />
      </Show>
    </>
  );
}
