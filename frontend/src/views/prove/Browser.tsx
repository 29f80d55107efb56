import { For, Show } from "solid-js";
import type { Page, Report } from "~/bridge/report";
import { counted, duration } from "~/state/shared/format";
import { Empty } from "~/parts/Messages";

/** What the user's own browser saw of the service. */
export function Browser(props: { report: Report | null }) {
  const why = () => props.report?.checks?.find((check) => check.name === "browser")?.reason;
  return (
    <Show
      when={props.report?.page}
      fallback={
        <Empty icon="circle-slash" title="Not opened in a browser">
          {why() ?? "The page appears here when the service is healthy and answers with HTML."}
        </Empty>
      }
    >
      {(page) => (
        <div class="selectable min-h-0 flex-1 overflow-auto p-3" tabIndex={0} role="group" aria-label="Browser">
          <p class="pb-2">
            <strong class="font-semibold text-strong">{page().title || page().url}</strong>{" "}
            <span class="text-muted">{timing(page())}</span>
          </p>
          <Show when={page().screenshot}>
            {(shot) => (
              <img
                class="w-full max-w-[44rem] rounded-control border border-line"
                src={`data:image/jpeg;base64,${shot()}`}
                alt={`The page ${page().title || page().url} as the browser shows it`}
              />
            )}
          </Show>
          <Problems title="Errors in the console" lines={(page().errors ?? []).map((one) => one.text)} />
          <Problems
            title="Failed requests"
            lines={(page().failed ?? []).map((one) => `${one.status ?? one.error ?? ""} ${one.url}`)}
          />
          <Problems title="Other hosts (not reachable)" lines={page().outside ?? []} />
          <p class="pt-3 text-label text-muted">
            {page().browser}, {page().url}
          </p>
        </div>
      )}
    </Show>
  );
}

function timing(page: Page): string {
  const parts = [counted(page.requests, "request")];
  if (page.paint_ms > 0) parts.push(`first paint after ${duration(page.paint_ms)}`);
  parts.push(page.load_ms > 0 ? `loaded in ${duration(page.load_ms)}` : "did not finish loading");
  return parts.join(", ");
}

function Problems(props: { title: string; lines: readonly string[] }) {
  return (
    <Show when={props.lines.length > 0}>
      <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">{props.title}</h3>
      <ul class="max-w-[44rem] border-t border-line">
        <For each={props.lines}>
          {(line) => <li class="border-b border-line py-1 code break-all whitespace-pre-wrap">{line}</li>}
        </For>
      </ul>
    </Show>
  );
}
