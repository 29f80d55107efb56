import { createSignal, Show } from "solid-js";
import { dataServiceState, dataServiceWords, type DataService } from "~/state/proof/dataServices";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { StageMark } from "./Stages";

/** How many of its last lines are shown. */
const last = 12;

/** A data service beside the services: what it is, how it stands, and what it said where it failed. */
export function DataServiceRow(props: { lane: DataService; running: boolean; name: (service: string) => string }) {
  const [open, setOpen] = createSignal(false);
  const store = () => props.lane.store;
  const lines = () => (store().log ?? []).slice(-last);
  return (
    <li class="px-2 py-1">
      <div class="flex min-h-6 items-center gap-3">
        <span class="flex w-36 shrink-0 items-center gap-2 font-semibold text-strong">
          <Icon name="database" class="text-muted" />
          <span class="cut">{store().name}</span>
        </span>
        <span class="flex min-w-0 flex-1 items-center gap-1.5">
          <StageMark state={dataServiceState(props.lane, props.running)} />
          <span class="min-w-0 break-words text-strong tabular-nums">
            {dataServiceWords(props.lane, props.running, props.name)}
          </span>
        </span>
        <Show when={lines().length > 0}>
          <Button small look="ghost" aria-expanded={open()} onClick={() => setOpen(!open())}>
            Output
          </Button>
        </Show>
        <span class="shrink-0 text-label text-muted">
          <span class="code">{store().image}</span>
          {store().stand_in ? ", a stand-in" : ""}
        </span>
      </div>
      <Show when={open()}>
        <pre
          class="selectable mt-1 mb-1.5 ml-39 max-h-40 overflow-auto rounded-control border border-line bg-sunken px-3 py-1.5 code whitespace-pre-wrap"
          tabIndex={0}
          aria-label={`Last output of ${store().name}`}
        >
          {lines().join("\n")}
        </pre>
      </Show>
    </li>
  );
}
