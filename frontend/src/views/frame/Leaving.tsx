import { For, Show } from "solid-js";
import { ErrorCard } from "~/parts/Messages";
import { useApp } from "~/state/app";
import { endWords } from "~/state/frame/leaving";
import { underWayWords } from "~/state/frame/underWay";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Dialog } from "~/ui/Overlay";

/** Asks before the window closes on something that is under way. */
export function Leaving() {
  const { leaving } = useApp();
  return (
    <Show when={leaving.ends().length > 0}>
      <Dialog
        open
        title="Quit aipack?"
        description="This is still under way, and ends with the window."
        onClose={leaving.stay}
        footer={
          <>
            <Button look="danger" onClick={() => void leaving.quit()}>
              Stop and quit
            </Button>
            <Button look="primary" onClick={leaving.stay}>
              Keep open
            </Button>
          </>
        }
      >
        <Show when={leaving.fault()}>{(fault) => <ErrorCard fault={fault()} />}</Show>
        <ul class="py-1.5">
          <For each={leaving.ends()}>
            {(one) => (
              <li class="flex items-baseline gap-2.5 px-4.5 py-1.5">
                <Icon name={one.ready ? "play" : "loader"} class="self-center" />
                <span class="font-medium text-strong">{underWayWords(one)}</span>
                <span class="flex-1 text-muted">{endWords(one)}</span>
              </li>
            )}
          </For>
        </ul>
      </Dialog>
    </Show>
  );
}
