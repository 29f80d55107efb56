import { createSignal, For, Show, type JSX } from "solid-js";
import type { Fault } from "~/bridge/types";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";

/** Words for a person in place of a code. */
const titles: Record<string, string> = {
  FILE_NOT_FOUND: "The folder or file is not there",
  INVALID_PATH: "This path cannot be used",
  PATH_TRAVERSAL: "This path leaves the project",
  PERMISSION_DENIED: "aipack has no permission to read or write there",
  TIMEOUT: "It took too long",
  CANCELED: "Stopped",
  DOCUMENT_INVALID: "The document is not valid",
  SYNTAX_ERROR: "This is not valid JSON",
  ENGINE_ABSENT: "No builder was found",
  BUILD_FAILED: "The build failed",
  INTERNAL: "Something inside aipack failed",
};

/** One card for every error: what happened, why, what to do; the details can be copied. */
export function ErrorCard(props: {
  fault: Fault;
  title?: string;
  warning?: boolean;
  onReport?: (text: string) => void;
  children?: JSX.Element;
}) {
  const [open, setOpen] = createSignal(false);
  const title = () => props.title ?? titles[props.fault.code] ?? "This did not work";
  const report = () => `${title()}\n${props.fault.message}\n${props.fault.hint}\ncode: ${props.fault.code}`;
  return (
    <section
      role="alert"
      class={`m-3 max-w-[44rem] rounded-card border bg-raised px-3.5 py-3 ${props.warning ? "border-warning-line" : "border-danger-line"}`}
    >
      <div class="flex items-start gap-2.5">
        <Icon
          name={props.warning ? "alert" : "circle-x"}
          size="m"
          class={`mt-0.5 ${props.warning ? "text-warning" : "text-danger"}`}
        />
        <div class="min-w-0 flex-1">
          <h3 class="text-title font-semibold text-strong">{title()}</h3>
          <p class="selectable break-words">{props.fault.message}</p>
          <Show when={props.fault.hint}>
            <p class="text-muted">{props.fault.hint}</p>
          </Show>
          <div class="mt-2.5 flex flex-wrap items-center gap-2">
            {props.children}
            <Show when={props.onReport}>
              {(copy) => (
                <Button look="ghost" small icon="copy" onClick={() => copy()(report())}>
                  Copy report
                </Button>
              )}
            </Show>
            <Button look="ghost" small aria-expanded={open()} onClick={() => setOpen(!open())}>
              Details
            </Button>
          </div>
          <Show when={open()}>
            <pre class="selectable mt-2 overflow-auto rounded-control bg-sunken px-3 py-2 code whitespace-pre-wrap">
              {report()}
            </pre>
          </Show>
        </div>
      </div>
    </section>
  );
}

/** What is not here, what was looked for, what to do. */
export function Empty(props: { icon: IconName; title: string; children?: JSX.Element; actions?: JSX.Element }) {
  return (
    <div class="flex max-w-[40rem] flex-col items-start gap-1.5 p-5">
      <Icon name={props.icon} size="m" class="text-muted" />
      <h3 class="text-title font-semibold text-strong">{props.title}</h3>
      <Show when={props.children}>
        <p class="text-body">{props.children}</p>
      </Show>
      <Show when={props.actions}>
        <div class="mt-1.5 flex flex-wrap gap-2">{props.actions}</div>
      </Show>
    </div>
  );
}

const bands = {
  ok: "border-success-line bg-success-soft [&>svg]:text-success",
  warn: "border-warning-line bg-warning-soft [&>svg]:text-warning",
  danger: "border-danger-line bg-danger-soft [&>svg]:text-danger",
  info: "border-info-line bg-info-soft [&>svg]:text-info",
  plain: "border-line bg-sunken [&>svg]:text-muted",
};

/** The state of a whole screen. */
export function Band(props: {
  tone: keyof typeof bands;
  icon: IconName;
  children: JSX.Element;
  actions?: JSX.Element;
}) {
  return (
    <div role="status" class={`flex min-h-10 shrink-0 items-center gap-2.5 border-b px-4 py-1.5 ${bands[props.tone]}`}>
      <Icon name={props.icon} size="m" />
      <div class="min-w-0 flex-1">{props.children}</div>
      {props.actions}
    </div>
  );
}

/** Bars where rows will be. */
export function Skeleton(props: { rows: number }) {
  return (
    <div class="flex flex-col gap-3 p-4" role="status" aria-label="Loading">
      <For each={Array.from({ length: props.rows }, (_, i) => 30 + ((i * 37) % 50))}>
        {(width) => <span class="block h-2.5 rounded-mark bg-active" style={{ width: `${width}%` }} />}
      </For>
    </div>
  );
}
