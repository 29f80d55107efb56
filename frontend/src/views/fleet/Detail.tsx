import { For, Show, type JSX } from "solid-js";
import { shortName, type Fleet } from "~/state/fleet/fleet";
import { counted, duration, languageWords, moment } from "~/state/shared/format";
import { visible } from "~/state/shared/visible";
import { Confidence, Dot, Fact, paneHead } from "~/parts/Facts";
import { Button, IconButton } from "~/ui/Button";
import type { FleetActions } from "./actions";
import { causeFact } from "./Line";

/** All that is known of one repository. */
export function Detail(props: { fleet: Fleet; does: FleetActions }) {
  return (
    <Show when={props.fleet.opened()}>
      {(one) => (
        <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Detail">
          <div class={`${paneHead} h-10`}>
            <h2 class="cut flex-1 text-label font-semibold text-strong" title={visible(one().repository)}>
              {visible(shortName(one().repository))}
            </h2>
            <Show when={one().folder}>
              <Button small icon="folder-open" onClick={() => props.does.open(one())}>
                Open
              </Button>
            </Show>
            <Button small icon="redo" disabled={props.fleet.busy()} onClick={() => void props.does.again(one())}>
              Try again
            </Button>
            <IconButton icon="x" label="Close the detail" keys={["Esc"]} onClick={props.fleet.close} />
          </div>
          <div
            class="inset-focus min-h-0 flex-1 overflow-auto p-3"
            tabIndex={0}
            role="group"
            aria-label="What came of it"
          >
            <p>
              <Fact fact={causeFact(one())} />
            </p>
            <Show when={one().said}>
              <p class="selectable mt-1 break-words text-body">{visible(one().said)}</p>
            </Show>
            <ul aria-label="Services" class="mt-3 grid gap-2">
              <For each={one().services}>
                {(service) => (
                  <li class="rounded-control border border-line px-2.5 py-2">
                    <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <Dot language={service.language} />
                      <span class="selectable font-medium text-strong">{visible(service.name)}</span>
                      <span class="text-muted">
                        {visible(
                          [languageWords(service.language), service.kind, service.verdict].filter(Boolean).join(", "),
                        )}
                      </span>
                      <Show when={service.confidence > 0}>
                        <Confidence value={service.confidence} />
                      </Show>
                    </div>
                    <Show when={service.said}>
                      <p class="selectable mt-1 text-label break-words text-muted">{visible(service.said)}</p>
                    </Show>
                  </li>
                )}
              </For>
            </ul>
            <dl class="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
              <Part name="Repository">{visible(one().repository)}</Part>
              <Show when={one().ref}>
                <Part name="Reference">{visible(one().ref)}</Part>
              </Show>
              <Part name="Commit">
                {one().commit.startsWith("tree:") ? "the folder as it lay there" : one().commit || "unavailable"}
              </Part>
              <Part name="Wanted">{one().want}</Part>
              <Part name="Tries">
                {counted(one().tries, "try").replace("trys", "tries")}
                {one().losses > 0 ? `, ${counted(one().losses, "worker")} lost over it` : ""}
              </Part>
              <Part name="Worker">{visible(one().worker)}</Part>
              <Part name="Time">
                {duration(one().seconds * 1000)}, {duration(one().cpu_seconds * 1000)} of a processor
              </Part>
              <Part name="Found">{moment(one().done_at)}</Part>
              <Part name="aipack">{one().version}</Part>
            </dl>
          </div>
        </section>
      )}
    </Show>
  );
}

function Part(props: { name: string; children: JSX.Element }) {
  return (
    <>
      <dt class="text-muted">{props.name}</dt>
      <dd class="selectable break-words text-strong">{props.children}</dd>
    </>
  );
}
