/** A thin bar: how much of something. The number stands beside it, so the bar itself says nothing aloud. */
export function Bar(props: { part: number; tone?: "accent" | "ok" | "warn" | "danger" | "muted"; class?: string }) {
  const fill = () =>
    ({ accent: "bg-accent-fill", ok: "bg-success", warn: "bg-series-3", danger: "bg-danger", muted: "bg-series-5" })[
      props.tone ?? "accent"
    ];
  return (
    <span class={`block h-1 overflow-hidden rounded-full bg-active ${props.class ?? "w-10"}`} aria-hidden="true">
      <span
        class={`block h-full transition-[width] duration-(--d-slow) ${fill()}`}
        style={{ width: `${Math.round(Math.max(0, Math.min(1, props.part)) * 100)}%` }}
      />
    </span>
  );
}
