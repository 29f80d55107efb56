import { createMemo, For } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { Caps } from "~/ui/Caps";
import { Dialog } from "~/ui/Overlay";

/** Every key that does something right now, from the same registry that runs them. */
export function Shortcuts() {
  const app = useApp();
  const groups = createMemo(() => {
    const known = new Map<string, { title: string; keys: string }[]>();
    for (const command of app.commands.all()) {
      if (command.keys === undefined) continue;
      const list = known.get(command.group) ?? [];
      const same = list.some((one) => one.title === command.title && one.keys === command.keys);
      if (!same) list.push({ title: command.title, keys: command.keys }); // two panes may offer it
      known.set(command.group, list);
    }
    return [...known];
  });
  return (
    <Dialog
      open={app.overlay() === "shortcuts"}
      title="Keyboard shortcuts"
      description="Single letters work outside text fields. F6 goes from pane to pane."
      wide
      onClose={() => app.setOverlay("")}
    >
      <div class="columns-2 gap-8 px-4.5 py-3">
        <For each={groups()}>
          {([group, list]) => (
            <section class="mb-4 break-inside-avoid">
              <h3 class="pb-1 text-mark font-semibold text-muted">{group}</h3>
              <For each={list}>
                {(one) => (
                  <p class="flex h-7 items-center border-b border-line">
                    <span class="flex-1 text-strong">{one.title}</span>
                    <Caps keys={caps(one.keys)} />
                  </p>
                )}
              </For>
            </section>
          )}
        </For>
      </div>
    </Dialog>
  );
}
