import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Box } from "~/state/plan/graph";
import { decided } from "~/state/proof/verdict";
import { Ball } from "~/parts/Evidence";
import { Dot } from "~/parts/Facts";
import { VerdictMark } from "~/parts/Verdict";
import { Icon } from "~/ui/Icon";

/** A service, or something that services need from outside. */
export function CanvasNode(props: { box: Box }) {
  const app = useApp();
  const doc = () => app.result.documentOf(props.box.id);
  const verdict = () => app.verdict.of(props.box.id);
  const here = () => app.result.current() === props.box.id;
  const place = () => ({
    left: `${props.box.x}px`,
    top: `${props.box.y}px`,
    width: `${props.box.width}px`,
    height: `${props.box.height}px`,
  });
  return (
    <Show
      when={!props.box.outside}
      fallback={
        <div
          class="absolute rounded-card border border-dashed border-line-control bg-surface px-3 py-2"
          style={place()}
        >
          <p class="flex items-center gap-2 font-medium text-strong">
            <Icon name="database" class="text-muted" /> {props.box.title}
          </p>
          <p class="text-label text-muted">data service</p>
        </div>
      }
    >
      <button
        type="button"
        aria-pressed={here()}
        class="absolute rounded-card border bg-raised px-3 py-2 text-left align-top shadow-raised"
        classList={{ "border-2 border-accent": here(), "border-line-strong": !here() }}
        style={place()}
        onClick={() => app.result.setCurrent(props.box.id)}
      >
        <span class="flex items-center gap-2 pb-1">
          <Dot language={props.box.language} />
          <span class="cut flex-1 font-semibold text-strong">{props.box.title}</span>
          <span class="text-label text-muted">{doc()?.metadata.framework}</span>
          <Show
            when={decided(verdict()) ? verdict() : undefined}
            fallback={
              <span class="text-evidence">
                <Ball confidence={doc()?.metadata.confidence ?? 0} />
              </span>
            }
          >
            {(one) => <VerdictMark verdict={one().state} loud={one().loud} />}
          </Show>
        </span>
        <Line title="Folder" text={props.box.id} />
        <Line
          title="Port"
          text={
            doc()
              ?.runtime.ports.map((one) => one.port)
              .join(", ") || "none"
          }
        />
        <Line
          title="Health"
          text={doc()?.runtime.healthcheck?.path ?? (doc()?.runtime.healthcheck ? "command" : "none")}
        />
      </button>
    </Show>
  );
}

function Line(props: { title: string; text: string }) {
  return (
    <span class="flex gap-2 text-label">
      <span class="w-12 shrink-0 text-muted">{props.title}</span>
      <span class="cut font-mono text-strong">{props.text}</span>
    </span>
  );
}
