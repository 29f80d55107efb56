import { createEffect, createSignal, For, on, Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { Finding } from "~/bridge/types";
import { useApp } from "~/state/app";
import { afterPaint } from "~/state/shared/async";
import { counted, moment } from "~/state/shared/format";
import { FilePane } from "~/parts/FilePane";
import { ErrorCard } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";

/** What should not go out: credentials, packages with known vulnerabilities; the worst first. */
export default function FindingsDialog() {
  const app = useApp();
  const { findings } = app;
  const open = () => app.overlay() === "findings";
  const [place, setPlace] = createSignal<{ path: string; line: number }>();
  createEffect(
    on(open, (now) => {
      setPlace(undefined);
      if (now) void findings.show(app.run.info.id);
    }),
  );
  let list: HTMLUListElement | undefined;
  // What had the focus is gone with its row: outside of the dialog Esc would close nothing.
  createEffect(
    on(
      () => [findings.report(), findings.ignoring()],
      () =>
        afterPaint(() => {
          const dialog = list?.closest("[role=dialog]");
          if (!dialog || dialog.contains(document.activeElement)) return;
          [...dialog.querySelectorAll<HTMLElement>("footer button")].at(-1)?.focus();
        }),
    ),
  );
  const close = () => app.setOverlay("");
  const says = () => {
    const at = findings.audited();
    if (at === undefined) return "Nobody has searched this project yet. Nothing of it is run, and no network is asked.";
    const n = findings.open().length;
    return `Searched ${moment(at)}: ${n === 0 ? "nothing found that is open" : counted(n, "finding")}.`;
  };
  async function copy() {
    const text = await findings.sarif().catch((thrown: unknown) => {
      app.toasts.show({ tone: "warn", title: "The report was not made", detail: rejected(thrown).message });
      return "";
    });
    if (text !== "") await app.copy(text, "SARIF report");
  }
  return (
    <Dialog
      open={open()}
      wide
      title="Findings"
      description={says()}
      onClose={close}
      onMain={() => void findings.ignore()}
      footer={
        <>
          <Button look="ghost" icon="copy" disabled={findings.audited() === undefined} onClick={() => void copy()}>
            Copy as SARIF
          </Button>
          <Button
            disabled={findings.busy() !== ""}
            busy={findings.busy() === "fetch"}
            onClick={() => void findings.fetch()}
          >
            Fetch known vulnerabilities from osv.dev
          </Button>
          <Show
            when={findings.busy() === ""}
            fallback={
              <Button icon="stop" onClick={() => void findings.stop()}>
                Stop
              </Button>
            }
          >
            <Button look="primary" onClick={() => void findings.search()}>
              {findings.audited() === undefined ? "Search" : "Search again"}
            </Button>
          </Show>
        </>
      }
    >
      <Show when={findings.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show when={findings.busy() !== ""}>
        <p role="status" class="px-4.5 py-2 text-label text-muted">
          {findings.busy() === "fetch" ? "The list of known vulnerabilities is on its way" : "The project is searched"}{" "}
          …
        </p>
      </Show>
      <ul ref={list} aria-label="Findings">
        <For each={findings.report()?.findings ?? []}>{(finding) => <Row finding={finding} onPlace={setPlace} />}</For>
      </ul>
      <Show when={place()}>
        {(at) => (
          <div class="flex h-64 flex-col border-t border-line">
            <FilePane run={app.run.info.id} place={at()} load={app.api.file} />
          </div>
        )}
      </Show>
      <Show when={findings.audited() !== undefined}>
        <ul aria-label="What was looked at" class="selectable grid gap-1 px-4.5 py-2.5 text-label">
          <For each={findings.report()?.looks ?? []}>
            {(look) => (
              <li
                class="flex items-baseline gap-1.5"
                classList={{ "text-muted": look.looked, "text-warning": !look.looked }}
              >
                <Icon name={look.looked ? "circle-check" : "circle-slash"} size="xs" />
                <span>
                  <span class="text-strong">{look.name}</span>: {look.looked ? "" : "not looked at, "}
                  {look.said}
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Dialog>
  );
}

const tones = { critical: "text-danger", high: "text-danger", medium: "text-warning", low: "text-muted" } as const;

function Row(props: { finding: Finding; onPlace: (place: { path: string; line: number }) => void }) {
  const app = useApp();
  const { findings } = app;
  const one = () => props.finding;
  const at = () => [one().path, one().line].filter(Boolean).join(":");
  const words = () => `${one().message}${at() === "" ? "" : ` (${at()})`}`;
  const leave = () => app.setOverlay("");
  return (
    <li class="grid gap-1 border-b border-line px-4.5 py-2">
      <div class="flex items-center gap-2">
        <span class={`w-16 shrink-0 text-label font-semibold ${one().ignored ? "text-muted" : tones[one().severity]}`}>
          {one().severity}
        </span>
        <span
          class="selectable min-w-0 flex-1 break-words"
          classList={{ "text-strong": !one().ignored, "text-muted": one().ignored !== undefined }}
        >
          {one().message}
        </span>
        <IconButton
          icon="message"
          label={`Ask about ${at()}`}
          onClick={() => {
            leave();
            app.askAbout(`What does this finding mean here, and what helps: ${words()}?`);
          }}
        />
        <Show when={one().commit === undefined && one().ignored === undefined}>
          <Button
            small
            icon="wrench"
            onClick={() => {
              leave();
              app.askAbout(`Mend this finding: ${words()}. ${one().fix}`, true);
            }}
          >
            Mend this
          </Button>
        </Show>
        <Show
          when={one().ignored}
          fallback={
            <Button small disabled={findings.busy() !== ""} onClick={() => findings.ask(one().id)}>
              Ignore …
            </Button>
          }
        >
          <Button small onClick={() => void findings.heed(one())}>
            Count it again
          </Button>
        </Show>
      </div>
      <div class="flex flex-wrap items-baseline gap-x-2 pl-18 text-label text-muted">
        <Show
          when={one().commit === undefined && one().path}
          fallback={
            <span class="selectable code">
              {at()} {one().commit === undefined ? "" : `in ${one().commit?.slice(0, 12)}`}
            </span>
          }
        >
          {(path) => (
            <Button look="link" small onClick={() => props.onPlace({ path: path(), line: one().line ?? 0 })}>
              {at()}
            </Button>
          )}
        </Show>
        <Show when={one().evidence}>{(text) => <code class="selectable min-w-0 code break-all">{text()}</code>}</Show>
      </div>
      <p class="selectable pl-18 text-label text-muted">
        {one().ignored ? `Ignored until ${one().ignored?.until.slice(0, 10)}: ${one().ignored?.reason}` : one().fix}
      </p>
      <Show when={findings.ignoring() === one().id}>
        <div class="flex items-center gap-2 pl-18">
          <Input
            small
            class="min-w-0 flex-1"
            aria-label="Why it may stand"
            placeholder="Why it may stand"
            value={findings.reason()}
            ref={(field) => queueMicrotask(() => field.focus())}
            onInput={(event) => findings.setReason(event.currentTarget.value)}
          />
          <Input
            small
            mono
            class="w-56"
            aria-label="Until which day"
            placeholder="2027-03-31; else 90 days"
            value={findings.until()}
            onInput={(event) => findings.setUntil(event.currentTarget.value)}
          />
          <Button
            small
            look="primary"
            disabled={findings.reason().trim() === ""}
            onClick={() => void findings.ignore()}
          >
            Ignore
          </Button>
          <Button small onClick={findings.cancel}>
            Cancel
          </Button>
        </div>
      </Show>
    </li>
  );
}
