import { For, Show } from "solid-js";

/** Where something was looked for in vain: folded, because few want to know. */
export function SearchedPlaces(props: { places: string[]; class?: string }) {
  return (
    <Show when={props.places.length > 0}>
      <details class={`text-label text-muted ${props.class ?? ""}`}>
        <summary>Where aipack looked</summary>
        <ul class="selectable pt-1 pl-4 code break-all">
          <For each={props.places}>{(place) => <li>{place}</li>}</For>
        </ul>
      </details>
    </Show>
  );
}
