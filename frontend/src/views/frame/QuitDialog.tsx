import { For, Show } from "solid-js";
import { ErrorCard } from "~/parts/Messages";
import { useApp } from "~/state/app";
import { endWords } from "~/state/frame/quit";
import { activityWords } from "~/state/frame/activity";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Dialog } from "~/ui/Overlay";

/** Asks before the window closes on something that is under way. */
export function QuitDialog() {
  const { quit } = useApp();
  return (
    <Show when={quit.ends().length > 0}>
      <Dialog
        open
        title="Quit aipack?"
        description="This is still running and stops when the window closes."
        onClose={quit.stay}
        footer={
          <>
            <Button look="danger" onClick={() => void quit.quit()}>
              Stop and quit
            </Button>
            <Button look="primary" onClick={quit.stay}>
              Keep open
            </Button>
          </>
        }
      >
        <Show when={quit.fault()}>{(fault) => <ErrorCard fault={fault()} />}</Show>
        <ul class="py-1.5">
          <For each={quit.ends()}>
            {(one) => (
              <li class="flex items-baseline gap-2.5 px-4.5 py-1.5">
                <Icon name={one.ready ? "play" : "loader"} class="self-center" />
                <span class="font-medium text-strong">{activityWords(one)}</span>
                <span class="flex-1 text-muted">{endWords(one)}</span>
              </li>
            )}
          </For>
        </ul>
      </Dialog>
    </Show>
  );
}
