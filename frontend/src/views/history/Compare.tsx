import { createMemo, createSignal, For, Show } from "solid-js";
import type { Cause, FieldDiff, ServiceDiff } from "~/bridge/types";
import { useApp } from "~/state/app";
import { partWords, sameFields, valueWords } from "~/state/plan/fields";
import { counted, moment, serviceName } from "~/state/shared/format";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { Empty } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";

/** Two runs field by field; the last column says what changed the value. */
export function Compare(props: { diff: ServiceDiff[] }) {
  const app = useApp();
  const pair = createMemo(() =>
    app.history
      .chosen()
      .flatMap((id) => app.history.runs.find((run) => run.id === id) ?? [])
      .sort((a, b) => a.started_at - b.started_at),
  );
  const title = (at: number) => {
    const run = pair()[at];
    if (!run) return "";
    const [a, b] = pair().map((one) => `${one.name}, ${moment(one.started_at)}`);
    // Two of one name and minute are told apart by what is left: their seconds.
    return `${run.name}, ${moment(run.started_at, a === b)}`;
  };
  const fields = () => props.diff.reduce((n, service) => n + service.fields.length, 0);
  const others = () => props.diff.filter((service) => service.state === "added" || service.state === "removed").length;
  async function restore(service: string, field: FieldDiff) {
    const later = pair()[1];
    const taken = later && (await app.history.takeOver(later.id, service, field));
    if (!taken) return;
    app.toasts.show({
      tone: "ok",
      title: `Restored: ${partWords(field.restores)}`,
      detail: `The run of ${moment(later.started_at)} has the value of the earlier one.`,
      action: { label: "Undo", run: () => void app.history.untake(taken) },
    });
  }
  app.commands.offer([
    {
      id: "history.close",
      title: "Close the comparison",
      group: "View",
      keys: "Escape",
      always: true,
      quiet: true,
      run: app.history.closeDiff,
    },
  ]);
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Comparison">
      <div class={`${paneHead} h-10`}>
        <PaneTitle title="Compare" detail={title(0)} />
        <Icon name="arrow-right" class="text-muted" />
        <span class="cut text-label text-muted">{title(1)}</span>
        <Chip tone="accent">
          {fields() + others() === 0 ? "no difference" : counted(fields() + others(), "difference")}
        </Chip>
        <span class="flex-1" />
        <IconButton icon="x" label="Close the comparison" keys={["Esc"]} onClick={app.history.closeDiff} />
      </div>
      <Show
        when={fields() + others() > 0}
        fallback={
          <Empty icon="circle-check" title="Both found the same">
            {counted(props.diff.length, "service")} with the same fields.
          </Empty>
        }
      >
        <div class="min-h-0 flex-1 overflow-auto" tabIndex={0} role="group" aria-label="Differences">
          <table class="w-full table-fixed border-collapse">
            <thead class="sticky top-0 bg-sunken text-mark text-muted">
              <tr class="h-6.5">
                <th scope="col" class={`${cell} w-52 font-medium`}>
                  Field
                </th>
                <th scope="col" class={`${cell} font-medium`}>
                  {title(0)}
                </th>
                <th scope="col" class={`${cell} font-medium`}>
                  {title(1)}
                </th>
                <th scope="col" class={`${cell} w-64 font-medium`}>
                  What changed it
                </th>
                <th scope="col" class={`${cell} w-24`}>
                  <span class="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <For each={props.diff}>
              {(service) => (
                <tbody>
                  <Show when={props.diff.length > 1 && (service.state === "changed" || service.state === "same")}>
                    <tr class="h-7 bg-sunken">
                      <th scope="rowgroup" colSpan={5} class={`${cell} font-medium text-strong`}>
                        {serviceName(service.service, pair()[0]?.name ?? "")}
                      </th>
                    </tr>
                  </Show>
                  <Show when={service.state === "added" || service.state === "removed"}>
                    <tr class="h-7">
                      <td class={`${cell} cut text-strong`}>{serviceName(service.service, "The service")}</td>
                      <td class={cell}>{service.state === "removed" ? <Value text="there" old /> : "none"}</td>
                      <td class={cell}>{service.state === "added" ? <Value text="there" /> : "none"}</td>
                      <td class={cell} />
                      <td class={cell} />
                    </tr>
                  </Show>
                  <For each={service.fields}>
                    {(field) => <FieldRow field={field} onRestore={() => void restore(service.service, field)} />}
                  </For>
                  <Show when={service.state === "changed" || service.state === "same"}>
                    <tr class="h-7">
                      <td colSpan={5} class={`${cell} text-muted`}>
                        {counted(sameFields(service.fields), "field")} the same
                      </td>
                    </tr>
                  </Show>
                </tbody>
              )}
            </For>
          </table>
        </div>
      </Show>
    </section>
  );
}

const cell = "border-b border-line px-3 text-left";

/** One field on one line; a click shows all of it. */
function FieldRow(props: { field: FieldDiff; onRestore: () => void }) {
  const [open, setOpen] = createSignal(false);
  const line = () => (open() ? `${cell} py-1 align-top` : `${cell} cut`);
  const cause = () =>
    props.field.evidence_b.rule || props.field.evidence_b.source ? props.field.evidence_b : props.field.evidence_a;
  return (
    <tr class="group h-7 hover:bg-hover" onClick={() => setOpen(!open())}>
      <td class={line()} title={props.field.field}>
        <button type="button" class="text-strong" aria-expanded={open()}>
          {partWords(props.field.field)}
        </button>
      </td>
      <td class={line()}>
        <Value text={words(props.field.a)} old />
      </td>
      <td class={line()}>
        <Value text={words(props.field.b)} />
      </td>
      <td class={line()}>
        <Because cause={cause()} />
      </td>
      <td class={`${cell} text-right`}>
        <span class="invisible group-focus-within:visible group-hover:visible">
          <Button
            small
            title={
              props.field.restores === props.field.field
                ? "Copies the earlier run's value to the later run"
                : "Copies the earlier run's whole list to the later run"
            }
            onClick={(event: MouseEvent) => {
              event.stopPropagation();
              props.onRestore();
            }}
          >
            Restore
          </Button>
        </span>
      </td>
    </tr>
  );
}

function words(json: string): string {
  if (json === "") return "none";
  try {
    return valueWords(JSON.parse(json));
  } catch {
    return json;
  }
}

function Value(props: { text: string; old?: boolean }) {
  return (
    <Show when={props.text !== "none"} fallback={<span class="text-muted">none</span>}>
      <span
        class={`selectable inline rounded-mark box-decoration-clone px-1 code break-all text-strong ${props.old ? "bg-diff-del" : "bg-diff-add"}`}
        title={props.text}
      >
        <span class="sr-only">{props.old ? "before:" : "after:"}</span>
        {props.text}
      </span>
    </Show>
  );
}

function Because(props: { cause: Cause }) {
  return (
    <Show when={props.cause.source !== "user"} fallback={<span class="text-label text-accent">you</span>}>
      <span class="text-label text-evidence" title={`${props.cause.rule}\n${props.cause.excerpt}`}>
        {props.cause.path || props.cause.rule}
        {props.cause.line > 0 ? `:${props.cause.line}` : ""}
      </span>
    </Show>
  );
}
