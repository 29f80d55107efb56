import { createMemo, For, Match, onMount, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { DownloadRow } from "~/parts/DownloadRow";
import { ProviderDetail } from "~/views/settings/ProviderDetail";
import { Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

function Head(props: { title: string; says: string }) {
  return (
    <>
      <h1 class="text-hero font-semibold text-strong">{props.title}</h1>
      <p class="max-w-140 pt-1 pb-5 text-muted">{props.says}</p>
    </>
  );
}

/** Step 2: the download goes on by itself; a key is tested; Ollama is asked. */
export function Prepare() {
  const app = useApp();
  const { onboarding, downloads, models } = app;
  onMount(() => void models.load());
  const row = () => downloads.rows.find((one) => one.id === onboarding.model());
  const file = () => downloads.files()?.models.find((one) => one.id === onboarding.model());
  onMount(() => void downloads.loadFiles());
  const shown = createMemo(() =>
    models.providers.filter((one) => (onboarding.way() === "ollama" ? one.provider === "ollama" : one.cloud)),
  );
  return (
    <Switch>
      <Match when={onboarding.way() === "embedded"}>
        <Head
          title="Get the model ready"
          says="You can go on working. The download belongs to the program, survives a restart and resumes where it stopped."
        />
        <Show
          when={row()}
          fallback={
            <Show
              when={file()?.state === "ready"}
              fallback={
                <p class="flex items-center gap-2.5">
                  <Icon name="circle-slash" class="text-muted" /> The model is not on this computer.
                  <Button small onClick={() => void downloads.download(onboarding.model())}>
                    Download
                  </Button>
                </p>
              }
            >
              <p class="flex items-center gap-2 text-success">
                <Icon name="circle-check" /> {file()?.name} is on this computer.
              </p>
            </Show>
          }
        >
          {(known) => (
            <div class="rounded-card border border-line bg-raised py-1.5">
              <DownloadRow row={known()} />
            </div>
          )}
        </Show>
      </Match>
      <Match when={true}>
        <Head
          title={onboarding.way() === "ollama" ? "Ask Ollama" : "Add a key"}
          says={
            onboarding.way() === "ollama"
              ? "Test asks the model itself whether it can call tools."
              : "Excerpts of your code leave this computer, without the secrets in them. The key is kept in the system's keychain."
          }
        />
        <Show when={models.loaded()} fallback={<Skeleton rows={8} />}>
          <For each={shown()}>{(one) => <ProviderDetail one={one} />}</For>
        </Show>
      </Match>
    </Switch>
  );
}

/** Step 3: what can prove a build; needed for nothing else. */
export function Engine() {
  const app = useApp();
  const builder = () => app.onboarding.info()?.builder ?? undefined;
  return (
    <>
      <Head
        title="Container engine"
        says="Only to prove a build. Reading a project and writing its Dockerfile work without it."
      />
      <Show
        when={builder()?.ok}
        fallback={
          <p class="flex items-start gap-2">
            <Icon name="circle-slash" class="mt-0.75 text-muted" />
            <span>
              <strong class="text-strong">None was found.</strong> Start Docker or Podman, or run buildkitd, whenever
              you want a proof. {builder()?.problem}
            </span>
          </p>
        }
      >
        <p class="flex items-center gap-2">
          <Icon name="circle-check" class="text-success" />
          <strong class="text-strong">BuildKit {builder()?.version}</strong>
          <span class="code text-muted">{builder()?.address}</span>
        </p>
      </Show>
    </>
  );
}
