import { createSignal, onCleanup, type JSX } from "solid-js";

const least = 200;

/** Sizes outlive the window: one key per divider. */
function kept(name: string): number | undefined {
  const size = Number(localStorage.getItem(`aipack.split.${name}`));
  return size >= least ? size : undefined;
}

/**
 * A pane of a size the user sets beside one that takes the rest. Arrows move the divider by 8 px, Enter or a double
 * click brings the usual size back.
 */
export function Split(props: {
  name: string;
  label: string;
  usual: number;
  narrow: number;
  vertical?: boolean;
  /** The sized pane is the second one. */
  last?: boolean;
  first: JSX.Element;
  second: JSX.Element;
}) {
  const wide = matchMedia("(min-width: 1200px)");
  const [isWide, setWide] = createSignal(wide.matches);
  const turned = () => setWide(wide.matches);
  wide.addEventListener("change", turned);
  onCleanup(() => wide.removeEventListener("change", turned));
  // eslint-disable-next-line solid/reactivity -- the name of a divider never changes
  const [chosen, setChosen] = createSignal(kept(props.name));
  const size = () => chosen() ?? (isWide() ? props.usual : props.narrow);
  const [dragging, setDragging] = createSignal(false);
  let frame: HTMLDivElement | undefined;

  const room = () => (props.vertical ? frame?.clientHeight : frame?.clientWidth) ?? 1200;
  function resize(to: number) {
    const next = Math.round(Math.max(props.vertical ? 96 : least, Math.min(room() - least, to)));
    setChosen(next);
    localStorage.setItem(`aipack.split.${props.name}`, String(next));
  }

  function back() {
    setChosen(undefined);
    localStorage.removeItem(`aipack.split.${props.name}`);
  }

  function drag(event: PointerEvent & { currentTarget: HTMLElement }) {
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = props.vertical ? event.clientY : event.clientX;
    const before = size();
    const sign = props.last ? -1 : 1;
    const moved = (next: PointerEvent) =>
      resize(before + sign * ((props.vertical ? next.clientY : next.clientX) - from));
    const handle = event.currentTarget;
    setDragging(true);
    handle.addEventListener("pointermove", moved);
    handle.addEventListener(
      "pointerup",
      () => {
        setDragging(false);
        handle.removeEventListener("pointermove", moved);
      },
      { once: true },
    );
  }

  function key(event: KeyboardEvent) {
    const sign = props.last ? -1 : 1;
    const by: Record<string, number> = {
      ArrowLeft: -8 * sign,
      ArrowUp: -8 * sign,
      ArrowRight: 8 * sign,
      ArrowDown: 8 * sign,
      Home: -10_000 * sign,
      End: 10_000 * sign,
    };
    const step = by[event.key];
    if (step !== undefined) resize(size() + step);
    else if (event.key === "Enter") back();
    else return;
    event.preventDefault();
  }

  const style = () => (props.vertical ? { height: `${size() / 16}rem` } : { width: `${size() / 16}rem` });
  const fixed = (which: "first" | "second") => (which === "second") === (props.last === true);
  return (
    <div ref={frame} class={`flex min-h-0 min-w-0 flex-1 ${props.vertical ? "flex-col" : ""}`}>
      <div
        class={`flex min-h-0 min-w-0 flex-col ${fixed("first") ? "max-h-full max-w-full shrink" : "flex-1"}`}
        style={fixed("first") ? style() : {}}
      >
        {props.first}
      </div>
      <div
        role="separator"
        aria-label={props.label}
        aria-orientation={props.vertical ? "horizontal" : "vertical"}
        aria-valuenow={size()}
        aria-valuemin={least}
        tabIndex={0}
        class={`relative z-(--z-split) shrink-0 ${dragging() ? "bg-accent" : "bg-line hover:bg-line-strong"} ${
          props.vertical
            ? "h-px cursor-row-resize before:absolute before:inset-x-0 before:-top-[3px] before:h-[7px]"
            : "w-px cursor-col-resize before:absolute before:inset-y-0 before:-left-[3px] before:w-[7px]"
        }`}
        onPointerDown={drag}
        onDblClick={back}
        onKeyDown={key}
      />
      <div
        class={`flex min-h-0 min-w-0 flex-col ${fixed("second") ? "max-h-full max-w-full shrink" : "flex-1"}`}
        style={fixed("second") ? style() : {}}
      >
        {props.second}
      </div>
    </div>
  );
}
