import { createSignal, type JSX } from "solid-js";
import { scale, wide } from "./viewport";

const least = 200;

/** Sizes outlive the window: one key per divider. */
function kept(name: string): number | undefined {
  const size = Number(localStorage.getItem(`aipack.split.${name}`));
  return size >= least ? size : undefined;
}

/**
 * A pane of a size the user sets beside one that takes the rest. Arrows move the divider by 8 px, Enter or a double
 * click brings the initial size back.
 */
export function Split(props: {
  name: string;
  label: string;
  initial: number;
  narrow: number;
  vertical?: boolean;
  /** The sized pane is the second one. */
  last?: boolean;
  first: JSX.Element;
  second: JSX.Element;
}) {
  // eslint-disable-next-line solid/reactivity -- the name of a divider never changes
  const [chosen, setChosen] = createSignal(kept(props.name));
  const size = () => chosen() ?? (wide() ? props.initial : props.narrow);
  const [dragging, setDragging] = createSignal(false);
  let frame: HTMLDivElement | undefined;

  const room = () => ((props.vertical ? frame?.clientHeight : frame?.clientWidth) ?? 1200) / scale();
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
      resize(before + (sign * ((props.vertical ? next.clientY : next.clientX) - from)) / scale());
    const handle = event.currentTarget;
    setDragging(true);
    handle.addEventListener("pointermove", moved);
    // However the drag ends: the capture is lost with it.
    handle.addEventListener(
      "lostpointercapture",
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
  /** Where there is no room for both, the panes keep their minimum and the frame scrolls. */
  const look = (which: "first" | "second") => {
    if (fixed(which)) return "max-h-full max-w-full shrink tight:shrink-0";
    return `flex-1 ${props.vertical ? "tight:min-h-40" : "tight:min-w-72"}`;
  };
  const fixed = (which: "first" | "second") => (which === "second") === (props.last === true);
  return (
    <div
      ref={frame}
      class={`flex min-h-0 min-w-0 flex-1 ${props.vertical ? "flex-col tight:overflow-y-auto" : "tight:overflow-x-auto"}`}
    >
      <div class={`flex min-h-0 min-w-0 flex-col ${look("first")}`} style={fixed("first") ? style() : {}}>
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
      <div class={`flex min-h-0 min-w-0 flex-col ${look("second")}`} style={fixed("second") ? style() : {}}>
        {props.second}
      </div>
    </div>
  );
}
