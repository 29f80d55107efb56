import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { joinWords } from "~/state/shared/commandLine";
import type { Link, Reason } from "~/state/plan/graph";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Button } from "~/ui/Button";
import { proveNow } from "./commands";

/** What is known of the service that is chosen on the canvas. */
export function Inspect(props: { links: Link[]; isPicked: (link: Link) => boolean; onForm: () => void }) {
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
  ];
  const shared = {
    isPicked: (link: Link) => props.isPicked(link),
    /** A file is shown beside the form. */
    onPlace(reason: Reason) {
      app.setPlace({ path: reason.path, line: reason.line });
      props.onForm();
    },
  };
  return (
    <>
      <div class={`${paneHead} h-10`}>
        <PaneTitle title={doc()?.metadata.project_name ?? ""} detail={app.result.current()} />
      </div>
      <div class="min-h-0 flex-1 overflow-auto p-3">
        <dl>
          <For each={facts()}>
            {([title, text]) => (
              <div class="flex gap-3 py-0.75">
                <dt class="w-20 shrink-0 text-label text-muted">{title}</dt>
                <dd class="selectable min-w-0 code break-words text-strong">{text}</dd>
              </div>
            )}
          </For>
        </dl>
        <Links title="Talks to" links={props.links.filter((one) => one.talks)} {...shared} />
        <Links title="Starts after" links={props.links.filter((one) => !one.talks)} {...shared} />
      </div>
      <div class="flex gap-2 border-t border-line p-3">
        <Button onClick={() => props.onForm()}>Open in form</Button>
        <Button
          look="ghost"
          disabled={app.result.invalid() !== ""}
          title={app.result.invalid()}
          onClick={() => proveNow(app)}
        >
          Prove
        </Button>
      </div>
    </>
  );
}

/** What a service needs, with the lines that say so. */
function Links(props: {
  title: string;
  links: Link[];
  isPicked: (link: Link) => boolean;
  onPlace: (reason: Reason) => void;
}) {
  return (
    <Show when={props.links.length > 0}>
      <section>
        <h3 class="pt-3 pb-1 text-mark font-semibold text-muted">{props.title}</h3>
        <For each={props.links}>
          {(link) => (
            <div
              class="-mx-3 px-3 py-1"
              classList={{ "bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]": props.isPicked(link) }}
            >
              <p class="font-medium text-strong">{link.title}</p>
              <For each={link.reasons} fallback={<p class="text-label text-muted">no file says how it is reached</p>}>
                {(reason) => (
                  <p class="text-label">
                    <Show when={reason.variable}>
                      <span class="code text-strong">{reason.variable}</span>{" "}
                    </Show>
                    <Show when={reason.path}>
                      <button
                        type="button"
                        class="max-w-full text-left break-all text-accent hover:underline"
                        title={reason.excerpt}
                        onClick={() => props.onPlace(reason)}
                      >
                        {reason.path} line {reason.line}
                      </button>
                    </Show>
                  </p>
                )}
              </For>
            </div>
          )}
        </For>
      </section>
    </Show>
  );
}
