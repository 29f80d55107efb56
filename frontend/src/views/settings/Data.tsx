import { createSignal, onMount, Show } from "solid-js";
import { useApp } from "~/state/app";
import { historyLimits } from "~/state/settings/limits";
import { bytes, counted } from "~/state/shared/format";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Dialog } from "~/ui/Overlay";
import { LimitRows } from "./Limits";
import { Group, Row } from "./Rows";

/** What is kept on this computer, how much of it, and how to copy or delete it. */
export function Data() {
  const app = useApp();
  const { storage } = app;
  const [asking, setAsking] = createSignal(false);
  onMount(() => void storage.load());

  async function backUp() {
    const file = await storage.backUp();
    if (file) app.toasts.show({ tone: "ok", title: "Backup written", detail: file });
  }
  async function clear() {
    setAsking(false);
    const n = await storage.clear();
    if (n === undefined) return;
    app.toasts.show({ tone: "ok", title: "The history is cleared", detail: `${counted(n, "run")} deleted for good.` });
    void app.history.load();
    void app.history.loadRecents();
  }

  return (
    <>
      <Show when={storage.fault()}>
        {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
      </Show>
      <Show when={storage.state()} fallback={<Skeleton rows={4} />}>
        {(known) => (
          <>
            <Group title="On this computer; nothing is sent anywhere">
              <Row title="Folder" says={<span class="selectable break-all">{known().folder}</span>}>
                <Button small icon="external-link" onClick={() => void app.api.openDataFolder()}>
                  Open
                </Button>
              </Row>
              <Row
                title="History"
                says={
                  known().kept
                    ? "Runs with their events, documents, edits and proofs, and your settings"
                    : "Kept in memory only: nothing is saved when this window closes"
                }
              >
                <span class="tabular-nums">
                  {counted(known().runs, "run")}, {bytes(known().bytes)}
                </span>
              </Row>
              <Row title="Backup" says="A copy of the history and the settings in one file; keys are not in it">
                <Button small icon="download" aria-label="Backup" busy={storage.busy()} onClick={() => void backUp()}>
                  Back up
                </Button>
              </Row>
              <Row
                title="Clear history"
                says="Deletes every run for good, and the variables kept for the projects; settings, pins and keys stay"
              >
                <Button
                  small
                  look="danger"
                  icon="trash"
                  aria-label="Clear history"
                  disabled={known().runs === 0}
                  onClick={() => setAsking(true)}
                >
                  Clear
                </Button>
              </Row>
            </Group>
            <Group title="How much to keep">
              <LimitRows limits={historyLimits} />
            </Group>
            <Dialog
              open={asking()}
              title={`Delete ${counted(known().runs, "run")} for good?`}
              description="Their events, documents, edits and proofs are deleted too. This cannot be undone; back up first to keep a copy."
              onClose={() => setAsking(false)}
              footer={
                <>
                  <Button onClick={() => void backUp()}>Back up first</Button>
                  <Button look="danger" onClick={() => void clear()}>
                    Delete for good
                  </Button>
                  <Button look="primary" onClick={() => setAsking(false)}>
                    Keep
                  </Button>
                </>
              }
            >
              <p class="px-4.5 py-3 text-muted">A run that is still running is kept.</p>
            </Dialog>
          </>
        )}
      </Show>
    </>
  );
}
