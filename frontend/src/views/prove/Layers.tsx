import { For, Show } from "solid-js";
import type { Image } from "~/bridge/report";
import { bytes } from "~/state/shared/format";
import { Empty } from "~/parts/Messages";
import { Bar } from "~/ui/Bar";

/** What the image is made of. */
export function Layers(props: { image: Image | undefined }) {
  return (
    <Show
      when={props.image}
      fallback={
        <Empty icon="box" title="No image yet">
          The layers appear when the build is done.
        </Empty>
      }
    >
      {(image) => {
        const layers = () => image().layers ?? [];
        const largest = () => Math.max(1, ...layers().map((layer) => layer.size_bytes));
        return (
          <div class="min-h-0 flex-1 overflow-auto p-3" tabIndex={0} role="group" aria-label="Layers">
            <p class="pb-2">
              <Show when={image().size_bytes > 0} fallback="The sizes were not measured: the proof ended too early.">
                <strong class="font-semibold text-strong">{bytes(image().size_bytes)}</strong>{" "}
                <span class="text-muted">in {layers().reduce((sum, layer) => sum + (layer.count ?? 1), 0)} layers</span>
              </Show>
            </p>
            <ol class="border-t border-line">
              <For each={layers()}>
                {(layer, i) => (
                  <li class="flex min-h-7 items-center gap-3 border-b border-line py-1">
                    <span class="w-6 text-right text-label text-muted tabular-nums">{i() + 1}</span>
                    <span class="cut flex-1 code text-strong" title={layer.command}>
                      {layer.command}
                    </span>
                    <Show when={(layer.count ?? 1) > 1}>
                      <span class="text-label whitespace-nowrap text-muted">{layer.count} layers</span>
                    </Show>
                    <span class="w-14 text-right text-label whitespace-nowrap text-muted tabular-nums">
                      {layer.line ? `line ${layer.line}` : ""}
                    </span>
                    <Bar part={layer.size_bytes / largest()} class="w-24" />
                    <span class="w-20 text-right text-label tabular-nums">
                      {image().size_bytes > 0 ? bytes(layer.size_bytes) : ""}
                    </span>
                  </li>
                )}
              </For>
            </ol>
          </div>
        );
      }}
    </Show>
  );
}
