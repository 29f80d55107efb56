import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { languageWords } from "~/state/shared/format";
import { Dot } from "~/parts/Facts";
import { Icon, type IconName } from "~/ui/Icon";

const steps: [IconName, string, string][] = [
  ["folder-search", "Reads the folder", "Manifests, lock files, code. Nothing is written to it."],
  ["list-checks", "Writes a build plan", "Every field links to the lines that decided it."],
  ["container", "Proves it", "Builds, starts and probes the container in a sandbox."],
  ["archive", "Keeps the result", "Dockerfile, .dockerignore and compose.yaml, when you export."],
];

/** For the first time: samples to try, and what will happen. */
export function Introduction() {
  const app = useApp();
  return (
    <div class="mt-6 grid grid-cols-2 gap-9">
      <section>
        <h2 class="pb-1.5 font-semibold text-strong">Or start from a sample</h2>
        <ul class="border-t border-line">
          <For
            each={app.samples()}
            fallback={<li class="border-b border-line py-2 text-muted">No samples in this version.</li>}
          >
            {(sample) => (
              <li class="border-b border-line">
                <button
                  type="button"
                  class="inset-focus flex h-8 w-full items-center gap-2 px-2.5 text-left hover:bg-selection"
                  onClick={() => void app.opening.sample(sample.name)}
                >
                  <Dot language={sample.language} />
                  <span class="font-medium text-strong">{sample.title}</span>
                  <span class="flex-1 text-muted">{languageWords(sample.language)}</span>
                  <Icon name="arrow-right" class="text-muted" />
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={app.samples().length > 0}>
          <p class="pt-2 text-label text-muted">Samples are copied to a folder of their own and work offline.</p>
        </Show>
      </section>
      <section>
        <h2 class="pb-1.5 font-semibold text-strong">What happens when you drop a folder</h2>
        <dl class="border-t border-line">
          <For each={steps}>
            {([icon, title, text]) => (
              <div class="flex min-h-8 items-baseline gap-2 border-b border-line py-1.5">
                <Icon name={icon} size="m" class="translate-y-0.75 text-muted" />
                <dt class="w-34 shrink-0 pl-0.5 font-medium text-strong">{title}</dt>
                <dd class="text-label text-muted">{text}</dd>
              </div>
            )}
          </For>
        </dl>
      </section>
    </div>
  );
}
