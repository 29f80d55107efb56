import { createSignal, For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { fileTitles, partWords } from "~/state/code/format";
import { Button } from "~/ui/Button";
import { Dialog, Menu } from "~/ui/Overlay";
import { Icon } from "~/ui/Icon";

const budgets = [4_000, 8_000, 16_000, 32_000];

/** What a model would be shown of what is chosen: code near it, signatures further off, the outline of the rest. */
export function ContextPart() {
  const app = useApp();
  const { code } = app;
  const [open, setOpen] = createSignal(false);
  const titles = () => fileTitles(code.context()?.parts.map((part) => part.path) ?? []);
  const words = (n: number) => `${(n / 1000).toLocaleString("en")}k`;
  return (
    <Show when={code.context()}>
      {(context) => (
        <section class="border-t border-line pb-2 text-label" aria-label="Context for a model">
          <h3 class="flex min-h-8 items-center gap-1 px-3">
            <span class="cut flex-1 font-semibold text-strong">Context for a model</span>
            <span class="whitespace-nowrap text-muted tabular-nums">{context().tokens.toLocaleString("en")} of</span>
            <Menu
              label={`At most ${words(code.tokens())} tokens`}
              triggerClass="flex h-6 items-center gap-0.5 rounded-control px-1 text-muted tabular-nums hover:bg-hover"
              trigger={
                <>
                  {words(code.tokens())} <Icon name="chevron-down" size="xs" />
                </>
              }
              items={budgets.map((tokens) => ({
                label: `${words(tokens)} tokens`,
                icon: tokens === code.tokens() ? ("circle-check" as const) : undefined,
                run: () => code.setTokens(tokens),
              }))}
            />
          </h3>
          <table class="w-full table-fixed border-collapse tabular-nums">
            <thead class="sr-only">
              <tr>
                <th scope="col">File</th>
                <th scope="col">Part</th>
                <th scope="col">Tokens</th>
              </tr>
            </thead>
            <tbody>
              <For each={context().parts.slice(0, 12)}>
                {(part, i) => (
                  <tr class="h-7 border-t border-line">
                    <td class="cut w-1/2 pl-3 text-strong" title={part.path}>
                      {titles()[i()] || "Outline"}
                    </td>
                    <td class="cut px-2 text-muted" title={part.names.join(", ")}>
                      {partWords(part)}
                    </td>
                    <td class="w-14 pr-3 text-right text-strong">{part.tokens.toLocaleString("en")}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
          <Show when={context().parts.length > 12}>
            <p class="border-t border-line px-3 pt-1 text-muted">and {context().parts.length - 12} more files</p>
          </Show>
          <div class="border-t border-line px-2 pt-1.5">
            <Button look="ghost" small icon="eye" onClick={() => setOpen(true)}>
              Read it
            </Button>
          </div>
          <Dialog
            open={open()}
            title="Context for a model"
            description={`${context().tokens.toLocaleString("en")} tokens, estimated; nothing is sent from here`}
            wide
            onClose={() => setOpen(false)}
            footer={
              <Button icon="copy" onClick={() => void app.copy(context().text, "Context")}>
                Copy
              </Button>
            }
          >
            <pre class="selectable px-4.5 py-3 code whitespace-pre-wrap" tabIndex={0}>
              {context().text}
            </pre>
          </Dialog>
        </section>
      )}
    </Show>
  );
}
