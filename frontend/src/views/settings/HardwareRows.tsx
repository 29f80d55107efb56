import { For, onMount, Show } from "solid-js";
import type { Hardware } from "~/bridge/types";
import { useApp } from "~/state/app";
import { bytes, counted, memory as size } from "~/state/shared/format";
import { SearchedPlaces } from "~/parts/SearchedPlaces";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Bar } from "~/ui/Bar";
import { Chip } from "~/ui/Chip";
import { Group, Row } from "./Rows";

/** What this computer has for inference, what was chosen, and why. */
export function HardwareRows() {
  const app = useApp();
  const { downloads } = app;
  onMount(() => void downloads.loadHardware());
  return (
    <Show
      when={downloads.hardware()}
      fallback={
        <Show when={downloads.fault()} fallback={<Skeleton rows={8} />}>
          {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
        </Show>
      }
    >
      {(known) => <Known known={known()} />}
    </Show>
  );
}

function Known(props: { known: Hardware }) {
  const cpu = () => props.known.cpu;
  const memory = () => props.known.memory;
  const part = () => 1 - memory().available / Math.max(1, memory().total);
  return (
    <>
      <Group title="This computer">
        <Row
          title="Processor"
          says={`${counted(cpu().physical_cores, "core")}, ${counted(cpu().threads, "thread")}${cpu().limit > 0 ? `, ${cpu().limit} allowed here` : ""}`}
        >
          <span class="text-strong">{cpu().model || props.known.arch}</span>
        </Row>
        <Row title="Memory" says={memory().limit > 0 ? `${size(memory().limit)} allowed here` : ""}>
          <span class="flex items-center gap-3 text-strong tabular-nums">
            <Bar part={part()} class="w-32" />
            {size(memory().available)} of {size(memory().total)} free
          </span>
        </Row>
        <For
          each={props.known.cards}
          fallback={<Row title="Graphics" says={props.known.cards_unknown || "none found"} children="" />}
        >
          {(card) => (
            <Row
              title={card.kind === "accelerator" ? "Accelerator" : "Graphics"}
              says={card.driver || "without a driver"}
            >
              <span class="text-strong">{card.name}</span>
            </Row>
          )}
        </For>
        <Row title="Disk" says={props.known.disk.path}>
          <span class="text-strong tabular-nums">{bytes(props.known.disk.free)} free</span>
        </Row>
      </Group>
      <Group title="Inference">
        <Row title="Engine" says={counted(props.known.inference_threads, "thread")}>
          <span class="text-strong">{props.known.engine || "none"}</span>
        </Row>
        <Show when={props.known.engine_problem}>
          {(fault) => <ErrorCard title="Models cannot run on this computer yet" fault={fault()} warning />}
        </Show>
        <SearchedPlaces places={props.known.looked} class="px-3.5 py-2" />
        <For each={props.known.devices}>
          {(device) => (
            <Row title={device.name} says={device.why || device.description}>
              <span class="flex items-center gap-2 text-strong tabular-nums">
                <Show when={device.total > 0}>
                  {size(device.free)} of {size(device.total)}
                </Show>
                <Show when={device.chosen}>
                  <Chip tone="ok" icon="circle-check">
                    chosen
                  </Chip>
                </Show>
              </span>
            </Row>
          )}
        </For>
      </Group>
      <ul class="max-w-[60rem] px-2.5 text-label text-muted">
        <For each={props.known.why}>{(line) => <li class="py-0.5">{line}</li>}</For>
      </ul>
    </>
  );
}
