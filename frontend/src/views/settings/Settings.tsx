import { For, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { sections } from "~/state/settings/rows";
import { clock } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { Data } from "./Data";
import { Diagnostics } from "./Diagnostics";
import { General } from "./General";
import { HardwareRows } from "./HardwareRows";
import { Ignored } from "./Ignored";
import { Learning } from "./Learning";
import { Limits } from "./Limits";
import { ModelFiles } from "./ModelFiles";
import { Providers } from "./Providers";
import { Search } from "./Search";
import { ShortcutList } from "./ShortcutList";
import { ToolServers } from "./ToolServers";

const icons: Record<(typeof sections)[number]["id"], IconName> = {
  general: "sliders",
  providers: "plug",
  models: "cpu",
  hardware: "activity",
  ignored: "eye-off",
  limits: "gauge",
  tools: "link",
  learning: "history",
  data: "database",
  diagnostics: "wrench",
  shortcuts: "keyboard",
};

/** Applies at once; the default stands beside each changed value, and the last change can be undone. */
export default function Settings() {
  const app = useApp();
  const { section, setSection } = app;
  const current = () => sections.find((one) => one.id === section()) ?? sections[0];
  const move = (by: number) => {
    const at = sections.findIndex((one) => one.id === section());
    const next = sections[at + by];
    if (!next) return;
    setSection(next.id);
    queueMicrotask(() => document.querySelector<HTMLElement>(`[data-section="${next.id}"]`)?.focus());
  };
  function key(event: KeyboardEvent) {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
  }
  return (
    <div class="flex min-h-0 flex-1">
      <nav
        data-pane
        aria-label="Sections"
        class="flex w-51 shrink-0 flex-col overflow-y-auto tight:w-42 gap-px border-r border-line p-2"
      >
        <Search />
        <div class="flex flex-col gap-px" role="presentation" onKeyDown={key}>
          <For each={sections}>
            {(one) => (
              <button
                type="button"
                data-section={one.id}
                aria-current={section() === one.id ? "page" : undefined}
                tabIndex={section() === one.id ? 0 : -1}
                class="relative flex h-7.25 items-center gap-2.25 rounded-control px-2"
                classList={{
                  "bg-active font-medium text-strong": section() === one.id,
                  "text-body hover:bg-hover": section() !== one.id,
                }}
                onClick={() => setSection(one.id)}
              >
                <Icon name={icons[one.id]} class="text-muted" />
                {one.title}
              </button>
            )}
          </For>
        </div>
        <span class="flex-1" />
        <p class="px-2 text-label text-muted">aipack {app.info()?.version}</p>
      </nav>
      <section data-pane class="flex min-h-0 min-w-0 flex-1 flex-col">
        <header class={screenHead}>
          <h1 class="text-screen font-semibold text-strong">{current().title}</h1>
          <span class="text-muted">{current().says}</span>
          <span class="flex-1" />
          <Show when={app.settings.savedAt() > 0}>
            <span class="flex items-center gap-1.5 text-label text-muted" role="status">
              <Icon name="circle-check" class="text-success" /> Saved {clock(app.settings.savedAt())}
            </span>
          </Show>
          <Button look="ghost" icon="undo" disabled={!app.settings.canUndo()} onClick={() => void app.settings.undo()}>
            Undo
          </Button>
        </header>
        <div
          class="inset-focus min-h-0 flex-1 overflow-auto p-4"
          tabIndex={0}
          role="group"
          aria-label={current().title}
        >
          <Show when={app.settings.fault()}>
            {(fault) => (
              <ErrorCard
                fault={fault()}
                title="The settings were not saved"
                onReport={(text) => void app.api.report(text)}
              />
            )}
          </Show>
          <Switch>
            <Match when={section() === "general"}>
              <General />
            </Match>
            <Match when={section() === "providers"}>
              <Providers />
            </Match>
            <Match when={section() === "models"}>
              <ModelFiles />
            </Match>
            <Match when={section() === "hardware"}>
              <HardwareRows />
            </Match>
            <Match when={section() === "ignored"}>
              <Ignored />
            </Match>
            <Match when={section() === "limits"}>
              <Limits />
            </Match>
            <Match when={section() === "tools"}>
              <ToolServers />
            </Match>
            <Match when={section() === "learning"}>
              <Learning />
            </Match>
            <Match when={section() === "data"}>
              <Data />
            </Match>
            <Match when={section() === "diagnostics"}>
              <Diagnostics />
            </Match>
            <Match when={section() === "shortcuts"}>
              <ShortcutList />
            </Match>
          </Switch>
        </div>
      </section>
    </div>
  );
}
