import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Row } from "./Rows";

interface Of {
  provider: string;
  model: string;
}

/** What a model was found to be worth, or how far its measurement is. */
function Said(props: Of & { untold: string }) {
  const { measurements } = useApp();
  const worth = () => measurements.worth(props.provider, props.model);
  const tone = () => worth()?.tone;
  return (
    <Show
      when={measurements.running(props.provider, props.model)}
      fallback={
        <span class="inline-flex items-start gap-1.5" title={worth()?.details.join("\n")}>
          <Show when={tone() === "ok" || tone() === "warn"}>
            <Icon
              name={tone() === "ok" ? "circle-check" : "alert"}
              class={`mt-0.75 ${tone() === "ok" ? "text-success" : "text-warning"}`}
            />
          </Show>
          <span>{worth()?.words ?? props.untold}</span>
        </span>
      }
    >
      <span role="status" class="tabular-nums">
        {measurements.progress(props.provider, props.model)}
      </span>
    </Show>
  );
}

function Act(props: Of & { link?: boolean }) {
  const { measurements } = useApp();
  return (
    <Show
      when={measurements.running(props.provider, props.model)}
      fallback={
        <Button
          look={props.link ? "link" : "secondary"}
          disabled={measurements.busy()}
          title={measurements.busy() ? "another model is being measured" : "on small projects that come with aipack"}
          busy={measurements.asking(props.provider, props.model)}
          onClick={() => void measurements.measure(props.provider, props.model)}
        >
          {measurements.worth(props.provider, props.model) ? "Measure again" : "Measure"}
        </Button>
      }
    >
      {(run) => (
        <Button
          look={props.link ? "link" : "secondary"}
          disabled={run().canceling}
          onClick={() => void measurements.cancel(props.provider, props.model)}
        >
          Cancel
        </Button>
      )}
    </Show>
  );
}

/** What will be sent where, before anything is; and what went wrong. */
function Before(props: Of) {
  const { measurements } = useApp();
  return (
    <>
      <Show when={measurements.plan(props.provider, props.model)}>
        {(plan) => (
          <div class="flex items-center gap-3 px-2.5 py-2 whitespace-normal" role="group" aria-label="Before measuring">
            <p class="min-w-0 flex-1">
              {plan().sends} <strong class="font-medium text-strong">{plan().costs}</strong>
            </p>
            <Button look="primary" onClick={() => void measurements.agree(props.provider, props.model)}>
              Send and measure
            </Button>
            <Button look="ghost" onClick={() => measurements.refuse()}>
              Not now
            </Button>
          </div>
        )}
      </Show>
      <Show when={measurements.fault(props.provider, props.model)}>{(fault) => <ErrorCard fault={fault()} />}</Show>
    </>
  );
}

/** A provider's model. */
export function QualityRow(props: Of) {
  return (
    <>
      <Row
        title="Quality"
        says={
          <Said
            {...props}
            untold="not measured: what it gets right and wrong in ten small projects that come with aipack"
          />
        }
      >
        <Act {...props} />
      </Row>
      <Before {...props} />
    </>
  );
}

/** A model file, below its name. */
export function QualityLine(props: Of) {
  return (
    <div class="max-w-[32rem] pt-0.5 whitespace-normal">
      <div class="flex items-center gap-2 text-label text-muted">
        <Said {...props} untold="not measured" />
        <Act {...props} link />
      </div>
      <Before {...props} />
    </div>
  );
}
