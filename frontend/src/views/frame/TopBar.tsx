import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { journey, type StageState } from "~/state/journey";
import { Caps } from "~/ui/Caps";
import { Icon, type IconName } from "~/ui/Icon";
import { Menu } from "~/ui/Overlay";
import { ModelChip } from "./ModelChip";

const icons: Record<StageState, [IconName, string, string]> = {
  todo: ["circle", "text-disabled", "not done"],
  running: ["loader", "", "running"],
  ok: ["circle-check", "text-success", "done"],
  warn: ["alert", "text-warning", "with problems"],
  failed: ["circle-x", "text-danger", "failed"],
  stale: ["history", "text-warning", "out of date"],
};

/** Which project, how far it is on its way, and the palette. */
export function TopBar() {
  const app = useApp();
  return (
    <header
      data-pane
      class="flex min-w-0 items-center gap-2.5 border-b border-line bg-canvas pr-2.5 pl-2 [grid-area:top]"
    >
      <a href="#screen" class="sr-only focus:not-sr-only focus:px-2">
        Skip to the screen
      </a>
      <Show when={app.run.info.id} fallback={<span class="flex-1" />}>
        <Menu
          label={`Project ${app.project()}: switch`}
          triggerClass="flex h-7 max-w-64 items-center gap-1.5 rounded-control px-2 font-semibold text-strong hover:bg-hover"
          trigger={
            <>
              <span class="cut">{app.project()}</span>
              <Icon name="chevrons-up-down" size="xs" class="text-muted" />
            </>
          }
          items={[
            ...app.history.recents.slice(0, 8).map((run) => ({
              label: run.name,
              detail: run.id === app.run.info.id ? "open" : "",
              run: () => void app.openRun(run.id),
            })),
            {
              label: "Open folder",
              icon: "folder-open" as const,
              keys: caps("Mod+O"),
              run: () => void app.opening.pick(),
            },
          ]}
        />
        <ol class="mx-auto flex min-w-0 items-center" aria-label="Path">
          <For each={journey(app)}>
            {(stage, i) => (
              <li class="flex items-center" aria-current={stage.here ? "step" : undefined}>
                <Show when={i() > 0}>
                  <span class="mx-1 h-px w-2 bg-line-strong wide:w-3.5" aria-hidden="true" />
                </Show>
                <button
                  type="button"
                  class="flex h-6.5 items-center gap-1.25 rounded-control px-1.5 text-label font-medium whitespace-nowrap hover:bg-hover"
                  classList={{
                    "text-strong": stage.here,
                    "text-muted": !stage.here,
                  }}
                  onClick={() => {
                    app.navigation.go(stage.screen);
                    if (stage.title === "Keep" && app.result.services().length > 0) app.setOverlay("keep");
                  }}
                >
                  <Icon name={icons[stage.state][0]} class={icons[stage.state][1]} />
                  <span class="tight:sr-only">{stage.title}</span>
                  <span class="sr-only">{icons[stage.state][2]}</span>
                </button>
              </li>
            )}
          </For>
        </ol>
      </Show>
      <ModelChip />
      <button
        type="button"
        class="flex h-7 shrink-0 items-center gap-2 rounded-control border border-line-strong bg-surface pr-1.5 pl-2 text-label text-muted hover:bg-raised wide:w-49"
        aria-label="Command palette"
        aria-keyshortcuts="Control+K"
        onClick={() => app.setOverlay("palette")}
      >
        <Icon name="search" />
        <span class="hidden flex-1 text-left wide:block">Go to, run, find</span>
        <Caps keys={caps("Mod+K")} />
      </button>
    </header>
  );
}
