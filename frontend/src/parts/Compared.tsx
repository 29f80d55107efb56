import { MergeView } from "@codemirror/merge";
import { createEffect, onCleanup } from "solid-js";
import { basics, readOnly, type TextKind } from "./editor";

/** Two texts side by side, with what they differ in. Loaded only where texts are compared: it brings the editor. */
export default function Compared(props: { left: string; right: string; kind: TextKind }) {
  let place: HTMLDivElement | undefined;
  createEffect(() => {
    if (!place) return;
    const view = new MergeView({
      parent: place,
      a: { doc: props.left, extensions: [basics(props.kind, "Left side"), readOnly] },
      b: { doc: props.right, extensions: [basics(props.kind, "Right side"), readOnly] },
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: true,
    });
    onCleanup(() => view.destroy());
  });
  return <div ref={place} class="min-h-0 flex-1 overflow-auto bg-sunken select-text" />;
}
