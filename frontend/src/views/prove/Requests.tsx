import { For, Show } from "solid-js";
import type { Probe } from "~/bridge/report";
import { answersOf, secondCheckWords, type Tone } from "~/state/proof/probe";
import { Icon, type IconName } from "~/ui/Icon";

const marks: Record<Tone, [icon: IconName, look: string, word: string]> = {
  ok: ["circle-check", "text-success", ""],
  doubt: ["circle-alert", "text-warning", ", inconclusive"],
  bad: ["circle-x", "text-danger", ", failed"],
};

/** What was asked from outside the container, at both looks. */
export function Requests(props: { probe: Probe }) {
  return (
    <Show when={(props.probe.asked ?? []).length > 0}>
      <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">Requests</h3>
      {/* WebKit draws a table's own upper line above its hidden head's one cell alone. */}
      <div class="max-w-[44rem] border-t border-line">
        <table class="w-full">
          <thead class="sr-only">
            <tr>
              <th>Request</th>
              <th>First check</th>
              <th>Recheck</th>
            </tr>
          </thead>
          <tbody>
            <For each={answersOf(props.probe)}>
              {(answer) => (
                <tr class="border-b border-line align-top">
                  <th scope="row" class="w-52 py-1 pr-4 text-left code font-normal break-words text-strong">
                    {answer.what}
                    <Show when={answer.unplanned}>
                      {(at) => (
                        <>
                          {" at "}
                          {at()}
                          <span class="block font-sans text-label text-muted">not in the plan</span>
                        </>
                      )}
                    </Show>
                  </th>
                  <td class="py-1 pr-4">
                    <Look tone={answer.tone} said={answer.said} />
                  </td>
                  <td class="py-1">
                    <Show when={answer.again}>
                      {(again) => (
                        <Look
                          tone={again().tone}
                          said={`${again().same ? "the same" : again().said}, ${secondCheckWords(props.probe)}`}
                        />
                      )}
                    </Show>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </Show>
  );
}

function Look(props: { tone: Tone; said: string }) {
  return (
    <span class="flex items-start gap-1.5">
      <Icon name={marks[props.tone][0]} class={`mt-0.75 ${marks[props.tone][1]}`} />
      <span class="min-w-0 break-words">
        {props.said}
        <span class="sr-only">{marks[props.tone][2]}</span>
      </span>
    </span>
  );
}
