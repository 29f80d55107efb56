import { createEffect, createSignal, For, lazy, on, Show, Suspense } from "solid-js";
import type { ExportFile, ExportOutcome, ExportResult } from "~/bridge/types";
import { useApp } from "~/state/app";
import { listed, type Standing } from "~/state/export/fileSet";
import type { TextKind } from "~/parts/editor";
import { highlight } from "~/parts/highlight";
import { ErrorCard } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Check } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";
import { CommitPart } from "./CommitPart";

const Compared = lazy(() => import("~/parts/Compared"));

/** Which files are written where. Nothing is replaced without a word, and what is replaced is kept. */
export function ExportDialog() {
  const app = useApp();
  const { exporting, keeping } = app;
  const open = () => app.overlay() === "export" || app.overlay() === "keep";
  createEffect(
    on(open, (now) => {
      if (!now) return;
      keeping.open(app.run.info.id, app.overlay() === "keep");
      void exporting.open(app.run.info.id);
    }),
  );
  const close = () => app.setOverlay("");
  const current = () => exporting.files().find((file) => file.path === exporting.shown());
  const isDocument = () => exporting.shown() === "universalbuild.json";
  /** Whether a commit is still to come; another folder than the project's is the user's own matter. */
  const commits = () => keeping.wanted() && exporting.dir() === "" && keeping.made() === undefined;
  const busy = () => exporting.busy() || keeping.busy() !== "";
  const main = async () => {
    if (busy()) return;
    if (commits()) {
      if (!keeping.can()) return;
      if (exporting.paths().length > 0) await exporting.write();
      if (exporting.finished() && exporting.writtenPaths().length > 0) await keeping.make(exporting.writtenPaths());
    } else if (exporting.finished()) close();
    else if (exporting.paths().length > 0) await exporting.write();
  };
  const mainWords = () => {
    const replaced = exporting.replacing().length;
    if (commits()) {
      if (exporting.finished()) return "Commit";
      return replaced > 0 ? `Replace ${replaced}, keep backups, and commit` : "Write and commit";
    }
    if (exporting.finished()) return "Close";
    return replaced > 0 ? `Replace ${replaced}, keep backups` : "Write";
  };
  // It opens with what it shows, so that the focus starts in the first field.
  const ready = () => exporting.files().length > 0 || exporting.fault() !== undefined;
  return (
    <Dialog
      open={open() && ready()}
      wide
      onMain={() => void main()}
      title={app.overlay() === "keep" ? "Keep this build" : "Export"}
      description={
        exporting.dir() === ""
          ? `Files are written to ${app.run.info.path}.${keeping.wanted() && !keeping.push() ? " Nothing is pushed." : ""}`
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
          <Show when={!exporting.finished() || commits()}>
            <Button keys={["Esc"]} onClick={close}>
              {exporting.finished() ? "Close" : "Cancel"}
            </Button>
          </Show>
          <Button
            look="primary"
            busy={busy()}
            disabled={commits() ? !keeping.can() : !exporting.finished() && exporting.paths().length === 0}
            onClick={() => void main()}
          >
            {mainWords()}
          </Button>
        </>
      }
    >
      <Show when={exporting.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Credentials files={exporting.files()} />
      <Show when={exporting.files().length > 0}>
        <Show when={exporting.own().length > 0 && exporting.results().length === 0}>
          <p class="flex items-baseline gap-1.5 border-b border-line px-3.5 py-2 text-label text-warning">
            <Icon name="alert" size="xs" />
            {whatStays(exporting.own())}
          </p>
        </Show>
        <div
          class="grid grid-cols-[22rem_minmax(0,1fr)]"
          classList={{ "h-[26rem]": !keeping.wanted(), "h-[17rem]": keeping.wanted() }}
        >
          <div class="flex min-h-0 flex-col border-r border-line">
            <div class="flex min-h-9 items-center gap-2.5 border-b border-line px-3.5">
              <Check
                label="All files"
                checked={exporting.all() === "all"}
                some={exporting.all() === "some"}
                onChange={exporting.chooseAll}
              />
              <span
                role="status"
                class="min-w-0 flex-1 truncate text-right text-label text-muted"
                title={exporting.together()}
              >
                {exporting.together()}
              </span>
            </div>
            <ul class="min-h-0 flex-1 overflow-auto">
              <For each={exporting.files()}>
                {(file) => (
                  <li
                    class="flex min-h-9 items-center gap-2.5 border-b border-line px-3.5"
                    classList={{ "bg-selection": exporting.shown() === file.path }}
                  >
                    <Check
                      hidden
                      label={`Write ${file.path}`}
                      checked={exporting.chosen(file.path)}
                      onChange={(on) => exporting.choose(file.path, on)}
                    />
                    <button
                      type="button"
                      class="min-w-0 flex-1 py-1 text-left"
                      onClick={() => exporting.show(file.path)}
                    >
                      <span class="cut block code text-strong">{file.path}</span>
                      <What standing={exporting.standing(file)} result={exporting.resultOf(file.path)} />
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </div>
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
            <Show when={current()}>{(file) => <Shown file={file()} />}</Show>
          </div>
        </div>
        <Show when={exporting.dir() === ""}>
          <CommitPart />
        </Show>
        <Next steps={exporting.outcome()?.steps ?? []} />
      </Show>
    </Dialog>
  );
}

/** How many of a list are named; the rest is a number. */
const mostListed = 8;

/** Which credentials come into an image, and which stay out of it. */
function Credentials(props: { files: ExportFile[] }) {
  const inside = () => props.files.flatMap((file) => file.inside);
  const outside = () => props.files.flatMap((file) => file.outside);
  return (
    <Show when={inside().length + outside().length > 0}>
      <ul class="selectable max-h-32 overflow-auto border-b border-line px-3.5 py-2 text-label">
        <For each={inside().slice(0, mostListed)}>
          {(line) => (
            <li class="flex items-baseline gap-1.5 text-warning">
              <Icon name="alert" size="xs" />
              {line}
            </li>
          )}
        </For>
        <Show when={inside().length > mostListed}>
          <li class="text-warning">and {inside().length - mostListed} more</li>
        </Show>
        <Show when={outside().length > 0}>
          <li class="text-muted">
            Not copied into the image: {outside().slice(0, mostListed).join(", ")}
            {outside().length > mostListed ? ` and ${outside().length - mostListed} more` : ""}
          </li>
        </Show>
      </ul>
    </Show>
  );
}

/** Which files of the project's own keep ours from being ticked. */
function whatStays(own: ExportFile[]): string {
  const paths = [...new Set(own.map((file) => file.theirs_path || file.path))];
  const [verb, them] = paths.length === 1 ? ["stays", "it"] : ["stay", "them"];
  return `Your ${listed(paths)} ${verb} as before, and what belongs with ours is not ticked. Compare ${them}, then tick what you want.`;
}

function comparedAs(path: string): TextKind {
  const kind = kindOf(path);
  return kind === "dockerfile" || kind === "json" || kind === "yaml" ? kind : "plain";
}

function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith("dockerfile")) return "dockerfile";
  return name.startsWith(".env") ? "env" : name.slice(name.lastIndexOf(".") + 1);
}

/** A file as it would be written, or beside the project's own. */
function Shown(props: { file: ExportFile }) {
  const [alone, setAlone] = createSignal(false);
  const compared = () => props.file.theirs !== "" && !alone();
  return (
    <>
      <Show when={props.file.theirs !== ""}>
        <div class="flex items-center gap-2 border-b border-line px-3.5 py-1.5 text-label">
          <span class="min-w-0 flex-1 truncate text-muted">
            {compared() ? `Left: your ${props.file.theirs_path}. Right: ${props.file.path} by aipack.` : ""}
          </span>
          <Segmented
            label="What is shown"
            value={compared() ? "both" : "one"}
            onPick={(id) => setAlone(id === "one")}
            options={[
              { id: "both", label: "Compare with yours" },
              { id: "one", label: "Ours only" },
            ]}
          />
        </div>
      </Show>
      <Show when={compared()} fallback={<Content path={props.file.path} text={props.file.content} />}>
        {/* Its own boundary: one further out would take the dialog away while the editor loads. */}
        <Suspense fallback={<div class="flex-1 bg-sunken" />}>
          <Compared left={props.file.theirs} right={props.file.content} kind={comparedAs(props.file.path)} />
        </Suspense>
      </Show>
    </>
  );
}

function Content(props: { path: string; text: string }) {
  return (
    <div
      class="selectable min-h-0 flex-1 overflow-auto bg-sunken py-2 code"
      tabIndex={0}
      role="group"
      aria-label={props.path}
    >
      <For each={props.text.split("\n")}>
        {(line) => (
          <div class="min-h-[1.1875rem] w-max px-3.5 whitespace-pre">
            <For each={highlight(line, kindOf(props.path))}>
              {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
            </For>
          </div>
        )}
      </For>
    </div>
  );
}

/** What builds and starts what was written. */
function Next(props: { steps: ExportOutcome["steps"] }) {
  const app = useApp();
  return (
    <Show when={props.steps.length > 0}>
      <ol class="max-h-36 overflow-auto border-t border-line px-3.5 py-2 text-label" aria-label="What to do next">
        <For each={props.steps}>
          {(step) => (
            <li class="flex min-h-7 items-center gap-2">
              <Show when={step.command !== ""}>
                <code class="selectable min-w-0 truncate code text-strong" title={step.command}>
                  {step.command}
                </code>
                <IconButton
                  icon="copy"
                  label={`Copy ${step.command}`}
                  onClick={() => void app.copy(step.command, "Command")}
                />
              </Show>
              <span class="min-w-0 flex-1 text-muted">
                {step.command === ""
                  ? step.note
                  : [`in ${step.folder}`, step.note].filter((part) => part !== "").join("; ")}
              </span>
            </li>
          )}
        </For>
      </ol>
    </Show>
  );
}

const tones = { muted: "text-muted", warning: "text-warning", success: "text-success" };

const outcomes = {
  written: { words: "written", tone: "text-success", icon: "circle-check" },
  kept: { words: "left as it is", tone: "text-warning", icon: "circle-slash" },
  same: { words: "was already the same", tone: "text-success", icon: "circle-check" },
  failed: { words: "not written", tone: "text-danger", icon: "circle-x" },
} as const;

/** What will happen to a file, or what did. */
function What(props: { standing: Standing; result: ExportResult | undefined }) {
  return (
    <Show
      when={props.result}
      fallback={<span class={`block text-label ${tones[props.standing.tone]}`}>{props.standing.text}</span>}
    >
      {(result) => (
        <span class={`flex items-center gap-1 text-label ${outcomes[result().state].tone}`}>
          <Icon name={outcomes[result().state].icon} size="xs" />
          {outcomes[result().state].words}
          {result().backup ? `, yours is ${result().backup}` : ""}
          {result().message ? `: ${result().message}` : ""}
        </span>
      )}
    </Show>
  );
}
