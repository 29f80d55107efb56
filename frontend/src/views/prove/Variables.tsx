import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Dialog } from "~/ui/Overlay";
import { AddVariable } from "./AddVariable";
import { VariableRow } from "./VariableRow";

/** What a service is started with when it is proved or previewed. */
export function Variables(props: { name: string; can: boolean; again: boolean; onProve: () => void }) {
  const app = useApp();
  const { variables, result } = app;
  const prove = () => {
    variables.close();
    props.onProve();
  };
  return (
    <Dialog
      open={variables.editing() !== undefined}
      title={`Variables for ${props.name}`}
      description="It is started with these when it is proved or previewed. They stay on this computer, with the project, and are never written to an exported file."
      onClose={() => variables.close()}
      footer={
        <>
          <Button onClick={() => variables.close()}>Close</Button>
          <Button look="primary" disabled={!props.can} onClick={prove}>
            {props.again ? "Prove again" : "Prove"}
          </Button>
        </>
      }
    >
      <Show when={variables.editing() !== undefined}>
        <AddVariable name={variables.editing() ?? ""} service={result.current()} />
      </Show>
      <Show when={variables.fault()}>
        {(fault) => (
          <ErrorCard fault={fault()} title="It was not saved" onReport={(text) => void app.api.report(text)} />
        )}
      </Show>
      <Show
        when={variables.list().length > 0}
        fallback={<p class="px-4.5 py-3 text-muted">No variables yet: it is started with the image's own only.</p>}
      >
        <ul aria-label="Variables">
          <For each={variables.list()}>{(one) => <VariableRow one={one} />}</For>
        </ul>
      </Show>
    </Dialog>
  );
}
