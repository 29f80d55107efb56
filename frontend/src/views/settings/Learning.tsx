import { createSignal, For, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { lessonWords } from "~/state/settings/learning";
import { visible } from "~/state/shared/visible";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Check } from "~/ui/Input";
import { Dialog } from "~/ui/Overlay";
import { Group, Row } from "./Rows";

/** What repairs have taught: shown, switched off, handed on and forgotten. */
export function Learning() {
  const app = useApp();
  const { learning } = app;
  const [clearing, setClearing] = createSignal(false);
  onMount(() => void learning.load());

  async function copyRule(id: string) {
    const text = await learning.rule(id);
    if (text) await app.copy(text, "Suggestion to the maintainers");
  }
  async function exportAll() {
    const file = await learning.exportAll();
    if (file) app.toasts.show({ tone: "ok", title: "The lessons are exported", detail: file });
  }
  async function importMore() {
    const said = await learning.importMore();
    if (said) app.toasts.show({ tone: "ok", title: "The lessons are imported", detail: said });
  }
  return (
    <>
      <Show when={learning.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} title="That was not done" warning onReport={(text) => void app.api.report(text)} />
        )}
      </Show>
      <Show when={learning.shelf()} fallback={<Skeleton rows={4} />}>
        {(shelf) => (
          <>
            <Group title="What is learned and used">
              <Row
                title="Learn from repairs"
                says="an edit that a proof has shown to help is tried first where the same failure comes again"
              >
                <Check
                  label="Learn from repairs"
                  hidden
                  checked={shelf().on}
                  onChange={(on) => void learning.turn("", on)}
                />
              </Row>
              <For each={shelf().categories}>
                {(one) => (
                  <Row title={titles[one.name] ?? one.name} says={says[one.name] ?? ""}>
                    <Check
                      label={titles[one.name] ?? one.name}
                      hidden
                      disabled={!shelf().on}
                      checked={one.on}
                      onChange={(on) => void learning.turn(one.name, on)}
                    />
                  </Row>
                )}
              </For>
            </Group>
            <Group title="Lessons">
              <ul aria-label="Lessons" class="[&>*+*]:border-t [&>*+*]:border-line">
                <For
                  each={shelf().lessons}
                  fallback={
                    <li class="px-2.5 py-2 text-muted">
                      Nothing was learned yet. A repair teaches something where a model, or a guess, helps that no rule
                      knows.
                    </li>
                  }
                >
                  {(one) => (
                    <li class="grid gap-0.5 px-2.5 py-2">
                      <div class="flex min-w-0 items-center gap-2">
                        <span class="selectable min-w-0 flex-1 code break-words text-strong">{visible(one.words)}</span>
                        <Show when={one.rule}>
                          <Button small icon="copy" onClick={() => void copyRule(one.id)}>
                            Suggest as a rule
                          </Button>
                        </Show>
                        <IconButton
                          icon="trash"
                          label={`Forget: ${one.words}`}
                          onClick={() => void learning.forget(one.id)}
                        />
                      </div>
                      <p class="selectable text-label break-words text-muted">{visible(one.signature)}</p>
                      <p class="text-label text-muted">
                        {one.language}, {one.category}, {lessonWords(one)}
                        {one.source === "import" ? ", imported" : ""}
                      </p>
                    </li>
                  )}
                </For>
              </ul>
              <Row title="Hand on" says="lessons hold no paths, no files and no credentials; nothing is sent anywhere">
                <span class="flex items-center gap-2">
                  <Button small icon="download" onClick={() => void exportAll()}>
                    Export …
                  </Button>
                  <Button small icon="folder-input" onClick={() => void importMore()}>
                    Import …
                  </Button>
                  <Button small look="danger" disabled={shelf().lessons.length === 0} onClick={() => setClearing(true)}>
                    Forget all …
                  </Button>
                </span>
              </Row>
            </Group>
          </>
        )}
      </Show>
      <Dialog
        open={clearing()}
        title="Forget all lessons?"
        description="What was learned on this computer is deleted for good."
        onClose={() => setClearing(false)}
        footer={
          <>
            <Button
              look="danger"
              onClick={() => {
                setClearing(false);
                void learning.clear();
              }}
            >
              Forget all
            </Button>
            <Button look="primary" onClick={() => setClearing(false)}>
              Keep
            </Button>
          </>
        }
      >
        <p class="px-4.5 py-3 text-muted">Export them first if you may want them back.</p>
      </Dialog>
    </>
  );
}

const titles: Record<string, string> = {
  "base image": "Base images",
  "system package": "System packages",
  command: "Commands",
  variable: "Variables",
};
const says: Record<string, string> = {
  "base image": "another version of the image that was taken",
  "system package": "what Debian has to install beside",
  command: "what installs, compiles and bundles",
  variable: "what the build or the program is told, never a secret",
};
