import { createEffect, ErrorBoundary, lazy, Match, on, onCleanup, onMount, Show, Suspense, Switch } from "solid-js";
import { api } from "~/bridge/api";
import { events } from "~/bridge/events";
import { AppProvider, createApp } from "~/state/app";
import { globalCommands } from "~/state/globalCommands";
import { Analysis } from "~/views/analysis/Analysis";
import { CrashScreen } from "~/views/frame/CrashScreen";
import { OpenDialogs } from "~/views/frame/OpenDialogs";
import { DropOverlay } from "~/views/frame/DropOverlay";
import { QuitDialog } from "~/views/frame/QuitDialog";
import { Palette } from "~/views/frame/Palette";
import { DamagedHistory } from "~/views/frame/DamagedHistory";
import { Rail } from "~/views/frame/Rail";
import { Shortcuts } from "~/views/frame/Shortcuts";
import { StatusBar } from "~/views/frame/StatusBar";
import { ToastRegion } from "~/views/frame/ToastRegion";
import { TopBar } from "~/views/frame/TopBar";
import { ErrorCard } from "~/parts/Messages";
import { Home } from "~/views/home/Home";
import { Result } from "~/views/result/Result";
import { Button } from "~/ui/Button";
import { measureRoom, wide } from "~/ui/viewport";
import { Tooltips } from "~/ui/Tooltip";

const Agent = lazy(() => import("~/views/agent/Agent"));
const CodeMap = lazy(() => import("~/views/code/CodeMap"));
const Prove = lazy(() => import("~/views/prove/Prove"));
const Fleet = lazy(() => import("~/views/fleet/Fleet"));
const History = lazy(() => import("~/views/history/History"));
const FindingsDialog = lazy(() => import("~/views/prove/FindingsDialog"));
const Onboarding = lazy(() => import("~/views/onboarding/Onboarding"));
const Settings = lazy(() => import("~/views/settings/Settings"));

/** Panes that F6 goes through, in the order of reading. */
function nextPane(back: boolean) {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const to = panes[(at + (back ? -1 : 1) + panes.length) % panes.length];
  (to?.querySelector<HTMLElement>("[tabindex='0'],button,input,select,textarea") ?? to)?.focus();
}

export function App() {
  const app = createApp(api, events);
  app.commands.offer(globalCommands(app));

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (event.key === "F6") {
      event.preventDefault();
      nextPane(event.shiftKey);
      return;
    }
    if (document.querySelector("[data-modal]")) return;
    if (app.commands.press(event)) event.preventDefault();
  }

  // Once the zoom is applied: what is measured is the new font.
  createEffect(
    on(
      () => app.settings.settings.zoom,
      () => queueMicrotask(measureRoom),
    ),
  );

  onMount(() => {
    window.addEventListener("keydown", press);
    window.addEventListener("resize", measureRoom);
    window.runtime?.OnFileDrop?.((_x, _y, paths) => void app.opening.openSeveral(paths), false);
    onCleanup(() => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("resize", measureRoom);
      window.runtime?.OnFileDropOff?.();
    });
    void app.begin();
  });

  const labels = () => wide() && !app.narrow();
  return (
    <AppProvider value={app}>
      <div
        class="grid h-full"
        style={{
          grid: `"rail top" var(--h-topbar) "rail main" minmax(0, 1fr) "status status" var(--h-statusbar) / ${labels() ? "var(--w-rail)" : "var(--w-rail-narrow)"} minmax(0, 1fr)`,
        }}
      >
        <TopBar />
        <main
          class="relative flex min-h-0 min-w-0 flex-col overflow-clip bg-surface [grid-area:main]"
          id="screen"
          tabIndex={-1}
        >
          <DamagedHistory />
          <Show when={app.fault()}>
            {(fault) => (
              <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)}>
                <Button small onClick={app.clearFault}>
                  Close
                </Button>
              </ErrorCard>
            )}
          </Show>
          <ErrorBoundary fallback={(error, reset) => <CrashScreen error={error as unknown} onRetry={reset} />}>
            <Suspense>
              <Switch fallback={<Home />}>
                <Match when={app.navigation.screen() === "analysis"}>
                  <Analysis />
                </Match>
                <Match when={app.navigation.screen() === "result"}>
                  <Result />
                </Match>
                <Match when={app.navigation.screen() === "prove"}>
                  <Prove />
                </Match>
                <Match when={app.navigation.screen() === "agent"}>
                  <Agent />
                </Match>
                <Match when={app.navigation.screen() === "code"}>
                  <CodeMap />
                </Match>
                <Match when={app.navigation.screen() === "history"}>
                  <History />
                </Match>
                <Match when={app.navigation.screen() === "fleet"}>
                  <Fleet />
                </Match>
                <Match when={app.navigation.screen() === "settings"}>
                  <Settings />
                </Match>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </main>
        <StatusBar />
        <Rail labels={labels()} />
      </div>
      <Show when={app.onboarding.open()}>
        <Suspense>
          <Onboarding />
        </Suspense>
      </Show>
      <DropOverlay />
      <OpenDialogs />
      <QuitDialog />
      <Show when={app.overlay() === "findings"}>
        <Suspense>
          <FindingsDialog />
        </Suspense>
      </Show>
      <Palette />
      <Shortcuts />
      <ToastRegion />
      <Tooltips />
    </AppProvider>
  );
}
