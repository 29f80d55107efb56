/** The head of an edge. */
export function Arrow(props: { id: string; class: string }) {
  return (
    <marker id={props.id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="m0 0.5 7.5 3.5-7.5 3.5z" class={props.class} stroke="none" />
    </marker>
  );
}

const line = "h-0 w-5 border-t-2 border-line-control";

/** What the lines and boxes of the canvas mean. */
export function Legend() {
  return (
    <ul
      class="flex shrink-0 flex-wrap items-center gap-x-4 border-t border-line px-3 py-1 text-label text-muted"
      aria-label="Legend"
    >
      <li class="flex items-center gap-1.5">
        <span class={line} aria-hidden="true" /> talks to; the label is the variable that leads there
      </li>
      <li class="flex items-center gap-1.5">
        <span class={`${line} border-dashed`} aria-hidden="true" /> starts after
      </li>
      <li class="flex items-center gap-1.5">
        <span class="size-3 rounded-mark border border-dashed border-line-control" aria-hidden="true" /> data service
      </li>
    </ul>
  );
}
