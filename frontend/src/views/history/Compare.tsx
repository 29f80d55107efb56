import { createMemo, For, Show } from "solid-js";
import type { Cause, ServiceDiff } from "~/bridge/types";
import { useApp } from "~/state/app";
import { fieldWords, valueWords } from "~/state/fields";
import { counted, moment, serviceName } from "~/state/words";
import { paneHead, PaneTitle } from "~/parts/Facts";
import { Empty } from "~/parts/Messages";
import { IconButton } from "~/ui/Button";
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
  const cell = "border-b border-line px-3 py-1 text-left align-top";
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
        <IconButton icon="x" label="Close the comparison" onClick={app.history.closeDiff} />
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
              <tr>
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
              </tr>
            </thead>
            <tbody>
              <For each={props.diff.filter((service) => service.state !== "same")}>
                {(service) => (
                  <For
                    each={service.fields}
                    fallback={
                      <tr>
                        <td class={`${cell} text-strong`}>{serviceName(service.service, "the service")}</td>
                        <td class={cell}>{service.state === "removed" ? <Value text="there" old /> : "none"}</td>
                        <td class={cell}>{service.state === "added" ? <Value text="there" /> : "none"}</td>
                        <td class={cell} />
                      </tr>
                    }
                  >
                    {(field) => (
                      <tr>
                        <td class={cell}>
                          <span class="text-muted">{serviceName(service.service, pair()[0]?.name ?? "")}</span>{" "}
                          <span class="text-strong">{fieldWords(field.field)}</span>
                          <span class="block cut font-mono text-mark text-muted">{field.field}</span>
                        </td>
                        <td class={cell}>
                          <Value text={words(field.a)} old />
                        </td>
                        <td class={cell}>
                          <Value text={words(field.b)} />
                        </td>
                        <td class={cell}>
                          <Because
                            cause={
                              field.evidence_b.rule || field.evidence_b.source ? field.evidence_b : field.evidence_a
                            }
                          />
                        </td>
                      </tr>
                    )}
                  </For>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
    </section>
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
      >
        <span class="sr-only">{props.old ? "before:" : "after:"}</span>
        {props.text}
      </span>
    </Show>
  );
}

function Because(props: { cause: Cause }) {
  return (
    <span class="block text-label text-muted" title={props.cause.excerpt}>
      <Show when={props.cause.source !== "user"} fallback={<span class="text-accent">you</span>}>
        <span class="block cut text-evidence">
          {props.cause.path}
          {props.cause.line > 0 ? `:${props.cause.line}` : ""}
        </span>
        <span class="block cut font-mono text-mark">{props.cause.rule}</span>
      </Show>
    </span>
  );
}
