import { createEffect, Match, on, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { findingWords } from "~/state/code/finding";
import { bytes } from "~/state/shared/format";
import { DownloadRow } from "~/parts/DownloadRow";
import { Bar } from "~/ui/Bar";
import { Button } from "~/ui/Button";

/** How far the answer to a question in words is, and what can be done about it. */
export function FindingState() {
  const app = useApp();
  const { code, downloads } = app;
  const found = () => code.finding.found();
  const is = (state: string) => found()?.state === state;
  const lacks = () => is("words") && found()?.error?.code === "MODEL_NOT_FOUND";
  const row = () => downloads.rows.find(({ id }) => id === found()?.model.id);
  // The model has come: the same is asked of it.
  createEffect(
    on(
      () => lacks() && row()?.state === "done",
      (here, before) => here && before === false && code.again(),
    ),
  );
  return (
    <Show when={found()}>
      {(answer) => (
        <div class="shrink-0 border-b border-line px-3 py-1.5">
          <div class="flex min-h-6 items-center gap-2">
            <p class="min-w-0 flex-1 text-label text-muted tabular-nums" role="status">
              {findingWords(answer())}
            </p>
            <Switch>
              <Match when={code.finding.busy()}>
                <Button small keys={["Esc"]} onClick={() => code.finding.stop()}>
                  Stop
                </Button>
              </Match>
              <Match when={is("stopped")}>
                <Button small onClick={() => code.again()}>
                  Continue
                </Button>
              </Match>
              <Match when={is("failed")}>
                <Button small onClick={() => code.again()}>
                  Try again
                </Button>
              </Match>
            </Switch>
          </div>
          <Show when={is("reading") && answer().of > 0}>
            <Bar part={answer().done / answer().of} tone="accent" class="w-full" />
          </Show>
          <Show when={answer().error}>
            {(fault) => (
              <div class="pt-0.5 text-label">
                <p class="selectable break-words first-letter:uppercase" classList={{ "text-danger": is("failed") }}>
                  {fault().message.replace(/\.?$/, ".")}
                </p>
                <p class="text-muted">{fault().hint}</p>
              </div>
            )}
          </Show>
          <Show when={answer().warning}>
            <p class="pt-0.5 text-label text-warning">{answer().warning}.</p>
          </Show>
          <Show when={lacks()}>
            <Show
              when={row()?.state !== "done" && row()}
              fallback={
                <div class="flex flex-wrap gap-1.5 py-1">
                  <Button small icon="download" onClick={() => void downloads.download(answer().model.id)}>
                    Download it ({bytes(answer().model.bytes)})
                  </Button>
                  <Button small look="ghost" onClick={() => app.openSettings("models")}>
                    Models
                  </Button>
                </div>
              }
            >
              {(one) => <DownloadRow row={one()} />}
            </Show>
            <Show when={downloads.fault()}>
              {(fault) => (
                <p class="text-label text-danger" role="alert">
                  {fault().message}
                </p>
              )}
            </Show>
          </Show>
        </div>
      )}
    </Show>
  );
}
