import { createEffect, For, on, Show } from "solid-js";
import type { ExportFile, ExportResult } from "~/bridge/types";
import { useApp } from "~/state/app";
import { highlight } from "~/parts/highlight";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Check } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";

/** Which files are written where. Nothing is replaced without a word, and what is replaced is kept. */
export function ExportDialog() {
  const app = useApp();
  const { exporting } = app;
  const open = () => app.overlay() === "export";
  createEffect(on(open, (now) => now && void exporting.open(app.run.info.id)));
  const close = () => app.setOverlay("");
  const current = () => exporting.files().find((file) => file.path === exporting.shown());
  const isDocument = () => exporting.shown() === "universalbuild.json";
  const main = () => {
    if (exporting.finished()) close();
    else if (exporting.paths().length > 0) void exporting.write(exporting.replacing().length > 0);
  };
  // It opens with what it shows, so that the focus starts in the first field.
  const ready = () => exporting.files().length > 0 || exporting.fault() !== undefined;
  return (
    <Dialog
      open={open() && ready()}
      wide
      onMain={main}
      title="Export"
      description={
        exporting.dir() === ""
          ? `Files are written to ${app.run.info.path}.`
          : `Files are written to ${exporting.dir()}.`
      }
      onClose={close}
      footer={
        <>
          <Button
            look="ghost"
            icon="copy"
            onClick={() => void app.copy(current()?.content ?? "", exporting.shown())}
            disabled={!current()}
          >
            Copy this file
          </Button>
          <Show
            when={exporting.dir() === ""}
            fallback={
              <Button look="ghost" onClick={exporting.toProject}>
                To the project
              </Button>
            }
          >
            <Button look="ghost" icon="folder-open" onClick={() => void exporting.pick()}>
              Another folder
            </Button>
          </Show>
          <span class="flex-1" />
          <Show when={!exporting.finished()}>
            <Button keys={["Esc"]} onClick={close}>
              Cancel
            </Button>
          </Show>
          <Button
            look="primary"
            busy={exporting.busy()}
            disabled={!exporting.finished() && exporting.paths().length === 0}
            onClick={main}
          >
            {exporting.finished()
              ? "Close"
              : exporting.replacing().length > 0
                ? `Replace ${exporting.replacing().length}, keep backups`
                : "Write"}
          </Button>
        </>
      }
    >
      <Show when={exporting.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Credentials files={exporting.files()} />
      <Show when={exporting.files().length > 0}>
        <div class="grid h-[26rem] grid-cols-[22rem_minmax(0,1fr)]">
          <ul class="overflow-auto border-r border-line">
            <For each={exporting.files()}>
              {(file) => (
                <li
                  class="flex min-h-9 items-center gap-2.5 border-b border-line px-3.5"
                  classList={{ "bg-selection": exporting.shown() === file.path }}
                >
                  <Check
                    hidden
                    label={`Write ${file.path}`}
                    checked={exporting.chosen[file.path] === true}
                    onChange={(on) => exporting.choose(file.path, on)}
                  />
                  <button type="button" class="min-w-0 flex-1 py-1 text-left" onClick={() => exporting.show(file.path)}>
                    <span class="cut block code text-strong">{file.path}</span>
                    <What file={file} result={exporting.resultOf(file.path)} elsewhere={exporting.dir() !== ""} />
                  </button>
                </li>
              )}
            </For>
          </ul>
          <div class="flex min-h-0 min-w-0 flex-col">
            <Show when={isDocument() && app.result.services().length > 1}>
              <div class="flex items-center gap-2 border-b border-line px-3.5 py-1.5 text-label">
                The services as
                <Segmented
                  label="The services as"
                  value={exporting.merged() ? "one" : "list"}
                  onPick={(id) => void exporting.merge(id === "one")}
                  options={[
                    { id: "list", label: "List of documents" },
                    { id: "one", label: "One document" },
                  ]}
                />
              </div>
            </Show>
            <div
              class="selectable min-h-0 flex-1 overflow-auto bg-sunken py-2 code"
              tabIndex={0}
              role="group"
              aria-label={exporting.shown()}
            >
              <For each={(current()?.content ?? "").split("\n")}>
                {(line) => (
                  <div class="min-h-[1.1875rem] w-max px-3.5 whitespace-pre">
                    <For each={highlight(line, kindOf(exporting.shown()))}>
                      {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
                    </For>
                  </div>
                )}
              </For>
            </div>
          </div>
        </div>
      </Show>
    </Dialog>
  );
}

/** How many of a list are told; the rest is a number. */
const told = 8;

/** Which credentials come into an image, and which stay out of it. */
function Credentials(props: { files: ExportFile[] }) {
  const inside = () => props.files.flatMap((file) => file.inside);
  const outside = () => props.files.flatMap((file) => file.outside);
  return (
    <Show when={inside().length + outside().length > 0}>
      <ul class="selectable max-h-32 overflow-auto border-b border-line px-3.5 py-2 text-label">
        <For each={inside().slice(0, told)}>
          {(line) => (
            <li class="flex items-baseline gap-1.5 text-warning">
              <Icon name="alert" size="xs" />
              {line}
            </li>
          )}
        </For>
        <Show when={inside().length > told}>
          <li class="text-warning">and {inside().length - told} more</li>
        </Show>
        <Show when={outside().length > 0}>
          <li class="text-muted">
            Left out of the image: {outside().slice(0, told).join(", ")}
            {outside().length > told ? ` and ${outside().length - told} more` : ""}
          </li>
        </Show>
      </ul>
    </Show>
  );
}

function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith("dockerfile")) return "dockerfile";
  return name.startsWith(".env") ? "env" : name.slice(name.lastIndexOf(".") + 1);
}

/** What will happen to a file, or what did. */
function What(props: { file: ExportFile; result: ExportResult | undefined; elsewhere: boolean }) {
  const before = () => {
    if (props.elsewhere) return ["text-muted", "is not replaced where it exists"];
    if (props.file.same) return ["text-muted", "is there, with this content"];
    return props.file.exists ? ["text-warning", "replaces yours, a backup is kept"] : ["text-success", "new"];
  };
  const words: Record<ExportResult["state"], string> = {
    written: "written",
    kept: "left as it is",
    same: "was the same already",
    failed: "not written",
  };
  return (
    <Show when={props.result} fallback={<span class={`block text-label ${before()[0]}`}>{before()[1]}</span>}>
      {(result) => (
        <span
          class={`flex items-center gap-1 text-label ${result().state === "failed" ? "text-danger" : result().state === "kept" ? "text-warning" : "text-success"}`}
        >
          <Icon
            name={
              result().state === "failed" ? "circle-x" : result().state === "kept" ? "circle-slash" : "circle-check"
            }
            size="xs"
          />
          {words[result().state]}
          {result().backup ? `, yours is ${result().backup}` : ""} {result().message}
        </span>
      )}
    </Show>
  );
}
