import { createResource, Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import { useApp } from "~/state/app";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Check } from "~/ui/Input";
import { Metrics } from "./Metrics";
import { Group, Row } from "./Rows";

function RecordedAnswers() {
  const { settings, change } = useApp().settings;
  return (
    <Group title="Answers of models">
      <Row
        title="Use recorded answers"
        says="A model's answers from earlier runs of a folder are reused: nothing is sent, it costs nothing, and the same project gets the same answers. Only what is not recorded is asked. When off, everything is asked again."
        standard="off"
        changed={settings.recorded_answers}
        onReset={() => void change({ recorded_answers: false })}
      >
        <Check
          label="Use recorded answers"
          hidden
          checked={settings.recorded_answers}
          onChange={(recorded_answers) => void change({ recorded_answers })}
        />
      </Row>
    </Group>
  );
}

export function Diagnostics() {
  return (
    <>
      <RecordedAnswers />
      <Report />
    </>
  );
}

function Report() {
  const app = useApp();
  const [data] = createResource(() => app.api.diagnostics());
  async function copy() {
    const text = await app.api.privateReport().catch((thrown: unknown) => {
      app.toasts.show({ tone: "warn", title: "The report was not made", detail: rejected(thrown).message });
      return "";
    });
    if (text !== "") await app.copy(text, "Report");
  }
  return (
    <Show when={!data.error} fallback={<ErrorCard fault={rejected(data.error)} />}>
      <Show when={data()} fallback={<Skeleton rows={8} />}>
        {(known) => (
          <>
            <Group title="Version">
              <Row title="aipack" says={`${known().version}. The report holds no names, paths and secrets.`}>
                <Button small icon="copy" onClick={() => void copy()}>
                  Copy report
                </Button>
              </Row>
            </Group>
            <Metrics known={known()} />
            <Group title="Log">
              <Show
                when={known().log.length > 0}
                fallback={<p class="px-2.5 py-2 text-muted">No errors since the start.</p>}
              >
                <pre class="selectable max-h-80 overflow-auto bg-sunken p-2.5 log whitespace-pre-wrap" tabIndex={0}>
                  {known().log.join("\n")}
                </pre>
              </Show>
            </Group>
          </>
        )}
      </Show>
    </Show>
  );
}
