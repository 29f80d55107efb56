import { For } from "solid-js";
import { useApp } from "~/state/app";
import { joinWords } from "~/state/exec";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Button } from "~/ui/Button";

/** What is known of the service that is chosen on the canvas. */
export function Inspect(props: { onForm: () => void }) {
  const app = useApp();
  const doc = () => app.result.doc();
  const facts = () => [
    ["Image", doc()?.runtime.base_image ?? ""],
    ["Command", joinWords(doc()?.runtime.command ?? []) || "the image's own"],
    [
      "Ports",
      doc()
        ?.runtime.ports.map((one) => `${one.port}/${one.protocol}`)
        .join(", ") || "none",
    ],
    ["Starts after", (doc()?.metadata.depends_on ?? []).join(", ") || "nothing"],
    ["From outside", (doc()?.metadata.backing_services ?? []).join(", ") || "nothing"],
  ];
  return (
    <>
      <div class={`${paneHead} h-10`}>
        <PaneTitle title={doc()?.metadata.project_name ?? ""} detail={app.result.current()} />
      </div>
      <dl class="min-h-0 flex-1 overflow-auto p-3">
        <For each={facts()}>
          {([title, text]) => (
            <div class="flex gap-3 py-0.75">
              <dt class="w-20 shrink-0 text-label text-muted">{title}</dt>
              <dd class="selectable min-w-0 code break-words text-strong">{text}</dd>
            </div>
          )}
        </For>
      </dl>
      <div class="flex gap-2 border-t border-line p-3">
        <Button onClick={() => props.onForm()}>Open in form</Button>
        <Button
          look="ghost"
          disabled={app.result.invalid() !== ""}
          title={app.result.invalid()}
          onClick={() => app.navigation.go("prove")}
        >
          Prove
        </Button>
      </div>
    </>
  );
}
