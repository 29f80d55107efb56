import { createSignal, For, onMount, Show } from "solid-js";
import type { ModelFile } from "~/bridge/types";
import { useApp } from "~/state/app";
import { answerTime, fullMemory, modelFacts, suitable } from "~/state/models/facts";
import { bytes, memory } from "~/state/shared/format";
import { DownloadRow } from "~/parts/DownloadRow";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Bar } from "~/ui/Bar";
import { Button, IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { cell, Group, Table } from "./Rows";
import { QualityLine } from "./ModelQuality";

const fits: Record<string, [string, "ok" | "warn" | "danger"]> = {
  good: ["fits", "ok"],
  slow: ["slow", "warn"],
  tight: ["tight", "warn"],
  no: ["does not fit", "danger"],
};

const present: Record<string, string> = { ready: "On disk", missing: "The file is gone", damaged: "Damaged" };

const tall = `${cell} py-1`;

/** The models that can run here: fit, size, and what is on the disk. */
export function ModelFiles() {
  const app = useApp();
  const { downloads } = app;
  onMount(() => void downloads.loadFiles());
  return (
    <>
      <Show when={downloads.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show
        when={downloads.files()}
        fallback={
          <Show when={!downloads.fault()}>
            <Skeleton rows={8} />
          </Show>
        }
      >
        {(files) => (
          <>
            <p class="max-w-[60rem] pb-3 pl-2.5 text-muted">
              {files().models.find((one) => one.recommended)?.name} fits best: {files().why}. There is room for{" "}
              {bytes(files().disk_free)} in <span class="selectable code">{files().folder}</span>.
            </p>
            <Table titles={["Model", "Size", "Needs", "Fit", ""]}>
              <For each={suitable(files().models)}>
                {(one) => (
                  <tr>
                    <td class={tall}>
                      <span class="font-medium text-strong">{one.name}</span>{" "}
                      <span class="text-muted">{one.quantisation}</span>{" "}
                      <Show when={one.recommended}>
                        <Chip tone="accent">recommended</Chip>
                      </Show>
                      <Show when={one.non_commercial}>
                        <Chip tone="warn">not for commercial use</Chip>
                      </Show>
                      <Show when={one.own}>
                        <Chip tone="outline">{one.in_place ? "yours, in place" : "yours"}</Chip>
                      </Show>
                      <p class="text-label text-muted">
                        {[
                          modelFacts(one),
                          one.state === "ready" ? "" : app.measurements.worth("embedded", one.id)?.words,
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </p>
                      <Show when={one.state === "ready"}>
                        <QualityLine provider="embedded" model={one.id} />
                      </Show>
                    </td>
                    <td class={`${tall} tabular-nums`}>{bytes(one.bytes)}</td>
                    <td class={`${tall} tabular-nums`} title={fullMemory(one)}>
                      {memory(one.need)}
                    </td>
                    <td class={tall} title={one.fit_text}>
                      <Fit one={one} usable={files().memory_usable} />
                      <p class="text-label text-muted">{answerTime(one)}</p>
                    </td>
                    <td class={`${tall} text-right`}>
                      <Actions one={one} />
                    </td>
                  </tr>
                )}
              </For>
            </Table>
            <Another />
            <div class="flex gap-2 pb-4">
              <Button icon="download" onClick={() => void downloads.importFile(false)}>
                Import a GGUF file
              </Button>
              <Button look="ghost" onClick={() => void downloads.importFile(true)}>
                Use a file in place
              </Button>
              <Button look="ghost" icon="folder-open" onClick={() => void downloads.openFolder()}>
                Open folder
              </Button>
            </div>
          </>
        )}
      </Show>
      <Show when={downloads.rows.length > 0}>
        <Group title="Downloads">
          <For each={downloads.rows}>{(row) => <DownloadRow row={row} />}</For>
        </Group>
      </Show>
    </>
  );
}

/** Any file of the hub, or of the mirror that HF_ENDPOINT names. */
function Another() {
  const { downloads } = useApp();
  const [name, setName] = createSignal("");
  async function fetch(event: Event) {
    event.preventDefault();
    if (await downloads.download(name())) setName("");
  }
  return (
    <form class="flex items-center gap-2 pb-3" onSubmit={(event) => void fetch(event)}>
      <Input
        mono
        class="w-96"
        aria-label="Another model from Hugging Face"
        placeholder="OWNER/REPOSITORY/FILE.gguf"
        value={name()}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name().trim() === ""}>
        Download
      </Button>
    </form>
  );
}

function Fit(props: { one: ModelFile; usable: number }) {
  const words = () => fits[props.one.fit]?.[0] ?? "";
  const tone = () => fits[props.one.fit]?.[1] ?? "ok";
  return (
    <span class="flex items-center gap-2">
      <Bar part={props.one.need / Math.max(1, props.usable)} tone={tone()} class="w-16" />
      <span class={tone() === "ok" ? "text-success" : tone() === "warn" ? "text-warning" : "text-danger"}>
        {words()}
      </span>
    </span>
  );
}

function Actions(props: { one: ModelFile }) {
  const app = useApp();
  const { downloads } = app;
  const [sure, setSure] = createSignal(false);
  const row = () => downloads.rows.find((one) => one.id === props.one.id && one.state !== "done");
  return (
    <Show
      when={present[props.one.state]}
      fallback={
        <Show
          when={!row()}
          fallback={<span class="text-muted tabular-nums">{bytes(row()?.done ?? 0)} downloaded</span>}
        >
          <Button small disabled={props.one.fit === "no"} onClick={() => void downloads.download(props.one.id)}>
            {props.one.state === "part" ? "Resume" : "Download"}
          </Button>
          <Show when={props.one.state === "part"}>
            <IconButton
              icon="trash"
              label={`Delete the partial download of ${props.one.name}`}
              onClick={() => void downloads.remove(props.one.id)}
            />
          </Show>
        </Show>
      }
    >
      <span class="inline-flex items-center gap-1">
        <span class={`flex items-center gap-1.5 pr-1 ${props.one.state === "ready" ? "text-success" : "text-warning"}`}>
          <Icon name={props.one.state === "ready" ? "circle-check" : "alert"} />
          {downloads.checks[props.one.id] || present[props.one.state]}
        </span>
        <Show when={props.one.state !== "missing"}>
          <IconButton icon="shield" label="Check the file" onClick={() => void downloads.check(props.one.id)} />
        </Show>
        <Show
          when={sure()}
          fallback={<IconButton icon="trash" label={`Delete ${props.one.name}`} onClick={() => setSure(true)} />}
        >
          <Button small look="danger" onClick={() => (setSure(false), void downloads.remove(props.one.id))}>
            {props.one.in_place ? "Forget" : "Delete"} {bytes(props.one.bytes)}
          </Button>
        </Show>
      </span>
    </Show>
  );
}
