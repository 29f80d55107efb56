import { createSignal, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { isTyping } from "~/state/frame/keys";
import { Skeleton } from "~/parts/Messages";
import { DropZone } from "./DropZone";
import { Introduction } from "./Introduction";
import { Recents } from "./Recents";
import { RunningList } from "./RunningList";

/** Start or continue in one action. */
export function Home() {
  const app = useApp();
  const [pasting, setPasting] = createSignal(false);
  app.commands.offer([
    {
      id: "home.paste",
      title: "Paste path",
      group: "Project",
      keys: "Mod+V",
      quiet: true,
      // In a field the key pastes into it.
      when: () => !isTyping(document.activeElement),
      run: () => setPasting(true),
    },
    {
      id: "home.main",
      title: "Browse",
      group: "Project",
      keys: "Mod+Enter",
      quiet: true,
      run: () => void app.opening.pick(),
    },
  ]);
  // Folders come and go while another screen is shown.
  onMount(() => void app.history.loadRecents());
  const some = () => app.history.recents.length > 0;
  return (
    <div data-pane class="flex min-h-0 flex-1 flex-col">
      <h1 class="sr-only">Home</h1>
      <div class="min-h-0 flex-1 overflow-auto px-5 pt-4 pb-6">
        <div class={some() ? "" : "mx-auto max-w-[58.75rem] pt-3"}>
          <DropZone strip={some()} pasting={pasting()} onPasting={setPasting} />
          <RunningList />
          <Show when={app.history.recentsLoaded()} fallback={<Skeleton rows={4} />}>
            <Show when={some()} fallback={<Introduction />}>
              <Recents />
            </Show>
          </Show>
        </div>
      </div>
    </div>
  );
}
