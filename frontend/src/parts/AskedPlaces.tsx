import { For } from "solid-js";
import type { BuilderInfo } from "~/bridge/types";

/** Where a builder or an engine was looked for in vain, and what was wrong there. */
export function AskedPlaces(props: { places: readonly BuilderInfo[] }) {
  return (
    <ul class="mx-5 border-t border-line text-label">
      <For each={props.places}>
        {(one) => (
          <li class="flex gap-3 border-b border-line py-1.5">
            <span class="w-72 shrink-0 code break-all text-strong">{one.address}</span>
            <span class="w-48 shrink-0 text-muted">{one.why}</span>
            <span class="text-muted">{one.problem}</span>
          </li>
        )}
      </For>
    </ul>
  );
}
