import { For, onMount, Show, type JSX } from "solid-js";
import { useApp } from "~/state/app";
import type { Way } from "~/state/models/onboarding";
import { answerTime, suitable } from "~/state/models/facts";
import { bytes, memory } from "~/state/shared/format";
import { Chip } from "~/ui/Chip";
import { SearchedPlaces } from "~/parts/SearchedPlaces";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";

/** Step 1: on this computer, through Ollama, in the cloud, or not at all. */
export function Choose() {
  const app = useApp();
  const { onboarding } = app;
  onMount(() => void app.downloads.loadFiles());
  return (
    <>
      <h1 class="text-hero font-semibold text-strong">Choose how aipack thinks</h1>
      <p class="max-w-140 pt-1 pb-5 text-muted">
        Rules read most projects without a model. A model answers what rules leave open.
      </p>
      <fieldset class="flex min-w-0 flex-col gap-2">
        <legend class="sr-only">How aipack thinks</legend>
        <For each={onboarding.info()?.options ?? []}>
          {(one) => (
            <Option
              id={one.id as Way}
              title={one.title}
              detail={one.detail}
              chip={
                <>
                  <For each={one.key_names}>
                    {(name) => (
                      <Chip tone="info" mono>
                        {name} found
                      </Chip>
                    )}
                  </For>
                  <Show when={one.ready}>
                    <Chip tone="ok" icon="circle-check">
                      Ready
                    </Chip>
                  </Show>
                </>
              }
            >
              <Show when={one.id === "embedded" && onboarding.way() === "embedded"}>
                <SearchedPlaces places={one.looked} class="px-3.5 pb-2.5 pl-10" />
                <Files />
              </Show>
              <Show when={one.id === "ollama" && one.models.length > 0}>
                <p class="cut border-t border-line px-3.5 py-2 pl-10 code text-muted">{one.models.join("  ")}</p>
              </Show>
            </Option>
          )}
        </For>
      </fieldset>
      <Show when={onboarding.info()?.rule}>
        {(rule) => (
          <p class="flex items-start gap-2 pt-4 text-label text-muted">
            <Icon name="info" class="mt-0.5" /> {rule()}
          </p>
        )}
      </Show>
    </>
  );
}

function Option(props: { id: Way; title: string; detail: string; chip: JSX.Element; children: JSX.Element }) {
  const app = useApp();
  const chosen = () => app.onboarding.way() === props.id;
  return (
    <div
      class="overflow-hidden rounded-card border bg-raised"
      classList={{ "border-accent-fill ring-1 ring-accent-fill": chosen(), "border-line": !chosen() }}
    >
      <label class="flex min-h-11 items-center gap-2.5 px-3.5 py-2.5">
        <input
          type="radio"
          name="way"
          class="size-4 shrink-0 accent-(--c-accent-fill)"
          checked={chosen()}
          onChange={() => app.onboarding.setWay(props.id)}
        />
        <span class="w-30 shrink-0 font-medium text-strong">{props.title}</span>
        <span class="flex-1 text-muted">{props.detail}</span>
        <span class="flex shrink-0 gap-1.5">{props.chip}</span>
      </label>
      {props.children}
    </div>
  );
}

function Files() {
  const app = useApp();
  const { onboarding, downloads } = app;
  const cell = "h-8 border-t border-line px-2.5 whitespace-nowrap";
  const chosen = (id: string) => onboarding.wanted() === "" && onboarding.model() === id;
  const fitting = () =>
    suitable(downloads.files()?.models ?? []).filter(
      (one) => one.fit !== "no" && (one.offered || one.state === "ready"),
    );
  const more = () => (downloads.files()?.models.length ?? 0) - fitting().length;
  return (
    <table class="w-full border-collapse">
      <tbody>
        <For
          each={fitting()}
          fallback={
            <tr>
              <td class={`${cell} pl-10 text-muted`}>
                {downloads.files() ? "No listed model fits into this computer's memory." : "Checking this computer"}
              </td>
            </tr>
          }
        >
          {(one) => (
            <tr classList={{ "bg-selection": chosen(one.id) }}>
              <td class={`${cell} pl-10`}>
                <label class="flex items-center gap-2.5">
                  <input
                    type="radio"
                    name="model"
                    class="size-4 shrink-0 accent-(--c-accent-fill)"
                    checked={chosen(one.id)}
                    onChange={() => {
                      onboarding.setWanted("");
                      onboarding.setModel(one.id);
                    }}
                  />
                  <span class="font-medium text-strong">{one.name}</span>
                  <Show when={one.recommended}>
                    <Chip tone="accent">recommended</Chip>
                  </Show>
                  <Show when={one.non_commercial}>
                    <Chip tone="warn">not for commercial use</Chip>
                  </Show>
                </label>
              </td>
              <td class={`${cell} text-right tabular-nums`}>{one.state === "ready" ? "on disk" : bytes(one.bytes)}</td>
              <td class={`${cell} text-label text-muted`} title={one.fit_text}>
                {[`needs ${memory(one.need)}`, answerTime(one)].filter(Boolean).join(" · ")}
              </td>
            </tr>
          )}
        </For>
        <tr classList={{ "bg-selection": onboarding.wanted() !== "" }}>
          <td class={`${cell} pl-10`} colSpan={3}>
            <label class="flex items-center gap-2.5">
              <span class="text-muted">Another file from Hugging Face</span>
              <Input
                small
                mono
                class="w-80 min-w-0"
                placeholder="OWNER/REPOSITORY/FILE.gguf"
                value={onboarding.wanted()}
                onInput={(event) => onboarding.setWanted(event.currentTarget.value)}
              />
              <Show when={more() > 0}>
                <span class="text-label text-muted">{more()} more in Settings, Models</span>
              </Show>
            </label>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
