import { createMemo, For, Show } from "solid-js";
import type { Check, Report } from "~/bridge/report";
import { protocolWords } from "~/state/proof/probe";
import { joinWords } from "~/state/shared/commandLine";
import { checkWords } from "~/state/proof/stages";
import { bytes, counted, duration } from "~/state/shared/format";
import { Icon, type IconName } from "~/ui/Icon";
import { Findings } from "./Findings";
import { ConfidenceBars } from "./ConfidenceBars";
import { Requests } from "./Requests";
import { OtherServices } from "./OtherServices";

/** One page: what was proven, on what, and what was not looked at. */
export function ReportPane(props: { report: Report; can: boolean; onMend: () => void }) {
  const facts = createMemo(() => {
    const { image, start, probe } = props.report;
    const ended = typeof start?.exit_code === "number";
    return [
      ["Command", joinWords(start?.command ?? image?.command ?? [])],
      ["User", start?.user ?? image?.user ?? ""],
      ["Listens on", (start?.listening ?? []).join(", ")],
      ["Memory", start?.peak_bytes ? bytes(start.peak_bytes) : ""],
      ["Size", image?.size_bytes ? bytes(image.size_bytes) : ""],
      ["Working directory", image?.workdir ?? ""],
      ["Healthy after", probe?.healthy ? duration(probe.after_ms) : ""],
      ["Protocol", probe ? protocolWords(probe) : ""],
      ["Exit code", ended ? String(start.exit_code) : ""],
      ["Stopped in", start && !ended ? duration(start.stopped_ms) : ""],
      ...(image?.bases ?? []).map((base) => [
        base.stand_in ? "Base image (stand-in)" : "Base image",
        `${base.name} ${base.digest.slice(0, 19)}`,
      ]),
    ].filter(([, text]) => text !== "");
  });
  /** Loud ones stand beside the verdict. */
  const quiet = () => (props.report.warnings ?? []).filter((one) => !one.loud);
  return (
    <div class="selectable min-h-0 flex-1 overflow-auto p-3" tabIndex={0} role="group" aria-label="Report">
      <dl class="max-w-[44rem]">
        <For each={facts()}>
          {([title, text]) => (
            <div class="flex gap-4 border-b border-line py-1">
              <dt class="w-36 shrink-0 text-label text-muted">{title}</dt>
              <dd class="min-w-0 code break-words text-strong">{text}</dd>
            </div>
          )}
        </For>
      </dl>
      <OtherServices report={props.report} />
      <Show when={props.report.probe}>{(probe) => <Requests probe={probe()} />}</Show>
      <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">What was checked</h3>
      <ul class="max-w-[44rem] border-t border-line">
        <For each={props.report.checks ?? []}>
          {(check) => (
            <li class="flex min-h-7 items-center gap-2 border-b border-line py-1">
              <Icon {...checkIcon(check.state)} />
              <span class="w-32 shrink-0 font-medium text-strong">{checkWords(check.name)}</span>
              <span class="text-muted">{checkResult(check)}</span>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.report.confidence}>{(confidence) => <ConfidenceBars confidence={confidence()} />}</Show>
      <Show when={quiet().length > 0}>
        <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">Warnings</h3>
        <ul class="max-w-[44rem] border-t border-line">
          <For each={quiet()}>
            {(one) => (
              <li class="border-b border-line py-1">
                {one.message} <span class="text-muted">{one.line ? `Dockerfile line ${one.line}` : ""}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.report.probe?.excerpt}>
        {(text) => (
          <>
            <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">Response</h3>
            <pre class="max-w-[44rem] overflow-auto rounded-control border border-line bg-sunken p-2.5 code whitespace-pre-wrap">
              {text()}
            </pre>
          </>
        )}
      </Show>
      <Findings report={props.report} can={props.can} onMend={props.onMend} />
    </div>
  );
}

function checkResult(check: Check): string {
  if (check.state === "passed") return check.reason || "passed";
  if (check.state !== "failed") return `not checked${check.reason ? `: ${check.reason}` : ""}`;
  return check.reason || counted(check.findings?.length ?? 0, "finding");
}

function checkIcon(state: string): { name: IconName; class: string } {
  if (state === "passed") return { name: "circle-check", class: "text-success" };
  return state === "failed" ? { name: "alert", class: "text-warning" } : { name: "circle-slash", class: "text-muted" };
}
