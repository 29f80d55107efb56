import { onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { Empty, ErrorCard } from "~/parts/Messages";
import { AskedPlaces } from "~/parts/AskedPlaces";
import { Button } from "~/ui/Button";
import { VirtualList } from "~/ui/VirtualList";

/** The service, kept running in the user's engine until it is stopped. */
export function Preview(props: { service: string }) {
  const app = useApp();
  const { preview } = app;
  const start = () => void preview.start(app.run.info.id, props.service);
  onMount(() => void preview.look());
  const here = () => preview.kept.state !== "" && preview.kept.service === props.service;
  return (
    <div class="flex min-h-0 flex-1 flex-col">
      <Show when={preview.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} title="It could not be run" onReport={(text) => void app.api.report(text)} />
        )}
      </Show>
      <Show
        when={here() && preview.kept.state !== "starting"}
        fallback={
          <Show when={preview.kept.state === "starting" || preview.engine()?.name !== ""} fallback={<NoEngine />}>
            <Empty
              icon="container"
              title={preview.kept.state === "starting" ? "Building and starting" : "Not running"}
              actions={
                <Show
                  when={preview.kept.state === "starting"}
                  fallback={
                    <Button look="primary" onClick={start}>
                      Keep it running
                    </Button>
                  }
                >
                  <Button icon="stop" onClick={() => void preview.stop()}>
                    Stop
                  </Button>
                </Show>
              }
            >
              The service is started in {preview.engine()?.name ?? "Docker or Podman"} with its ports on 127.0.0.1,
              until you stop it or close aipack. Then everything made for it is removed.
            </Empty>
          </Show>
        }
      >
        <div class="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-3">
          <span class="font-medium text-strong">
            {preview.kept.state === "ended" ? "It has exited" : "Running in"} {preview.kept.engine}
          </span>
          <span class="selectable cut flex-1 code text-muted">{preview.kept.pages.join("  ")}</span>
          <Show when={preview.kept.state === "running" && preview.kept.pages.length > 0}>
            <Button small icon="external-link" onClick={() => preview.open()}>
              Open in browser
            </Button>
          </Show>
          <Button small icon="stop" disabled={preview.kept.state === "stopping"} onClick={() => void preview.stop()}>
            {preview.kept.state === "ended" ? "Remove" : "Stop"}
          </Button>
        </div>
        <VirtualList
          label="Output of the service"
          role="log"
          class="bg-sunken py-1.5"
          items={preview.lines()}
          rowHeight={1.125}
          current={-1}
          follow
          onFollow={() => undefined}
          onMove={() => undefined}
          row={(line) => <div class="selectable min-h-4.5 px-3 log whitespace-pre">{line()}</div>}
        />
      </Show>
    </div>
  );
}

/** Where nothing runs containers: said before the service is built for it. */
function NoEngine() {
  const { preview } = useApp();
  return (
    <div class="max-w-[60rem]">
      <Empty
        icon="circle-slash"
        title="No container engine was found"
        actions={
          <Button look="primary" icon="reset" onClick={() => void preview.look()}>
            Look again
          </Button>
        }
      >
        A preview runs in Docker or Podman: start Docker, Colima, Rancher Desktop or Podman's service, and look again.
        Proofs need a builder only, and work without it.
      </Empty>
      <AskedPlaces places={preview.engine()?.silent ?? []} />
    </div>
  );
}
