import { For, Show } from "solid-js";
import type { Report, Store } from "~/bridge/report";
import { useApp } from "~/state/app";
import { dataServiceState, dataServiceWords, type DataService } from "~/state/proof/dataServices";
import { capitalised, serviceName } from "~/state/shared/format";
import { StageMark } from "./Stages";

/** What stood beside the service while it was proved, and what ran once before its start. */
export function OtherServices(props: { report: Report }) {
  const app = useApp();
  const name = (service: string) => serviceName(service, app.project());
  const lane = (store: Store): DataService => ({
    store,
    askedBy: store.asked ? [{ service: props.report.service, upon: store.asked_by }] : [],
    notBy: store.asked || !props.report.start ? [] : [props.report.service],
    early: false,
  });
  /** It waits for them after its build: before, nothing is known of them. */
  const services = () => (props.report.start || props.report.release ? (props.report.services ?? []) : []);
  return (
    <>
      <Show when={(props.report.stores ?? []).length + services().length > 0}>
        <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">Other services</h3>
        <ul class="max-w-[44rem] border-t border-line">
          <For each={props.report.stores ?? []}>
            {(store) => (
              <li class="flex min-h-7 items-start gap-2 border-b border-line py-1">
                <span class="mt-0.5">
                  <StageMark state={dataServiceState(lane(store), false)} />
                </span>
                <span class="w-32 shrink-0 font-medium break-words text-strong">{store.name}</span>
                <span class="min-w-0 break-words text-muted">
                  {dataServiceWords(lane(store), false, name)}
                  <Show when={store.image}>
                    {(image) => (
                      <>
                        {"; "}
                        <span class="code">{image()}</span>
                        {store.stand_in ? ", a stand-in" : ""}
                      </>
                    )}
                  </Show>
                </span>
              </li>
            )}
          </For>
          <For each={services()}>
            {(service) => (
              <li class="flex min-h-7 items-start gap-2 border-b border-line py-1">
                <span class="mt-0.5">
                  <StageMark state={service.healthy ? "ok" : "warn"} />
                </span>
                <span class="w-32 shrink-0 font-medium break-words text-strong">{service.id}</span>
                <span class="min-w-0 break-words text-muted">{capitalised(service.words)}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.report.release}>
        {(release) => (
          <>
            <h3 class="pt-4 pb-1.5 text-mark font-semibold text-muted">Release command</h3>
            <p class="flex max-w-[44rem] items-start gap-2 border-y border-line py-1">
              <span class="mt-0.5">
                <StageMark state={release().exit_code === 0 ? "ok" : "failed"} />
              </span>
              <span class="min-w-0 flex-1 code break-words text-strong">{release().command}</span>
              <span class="shrink-0 text-muted tabular-nums">{release().words}</span>
            </p>
          </>
        )}
      </Show>
    </>
  );
}
