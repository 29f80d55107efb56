import { createSignal, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Phase } from "~/state/run/opening";
import { phaseOf } from "~/state/shared/format";
import { Button, IconButton } from "~/ui/Button";
import { Input } from "~/ui/Input";

/** Asks for a hint before the folder is analysed again: whole, or from one of its phases on. */
export function RetryField(props: { from: Phase | undefined; onDone: () => void }) {
  const app = useApp();
  const [hint, setHint] = createSignal("");
  const asks = () => app.models.ready() && app.settings.settings.mode !== "static";
  const remark = () => {
    if (!asks()) return "Rules do not read hints: a hint needs a model.";
    return props.from ? "Earlier answers are kept; this phase and those after it ask again." : "";
  };
  function go() {
    const id = app.run.info.id;
    if (props.from) void app.opening.retry(id, props.from, hint());
    else void app.opening.analyse(app.run.info.path, hint());
    props.onDone();
  }
  return (
    <form
      class="flex min-w-0 flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2"
      aria-label={props.from ? "Retry" : "Analyse again with a hint"}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <Show when={props.from}>
        {(from) => <strong class="text-strong">Retry from {phaseOf(from().phase, from().service)}</strong>}
      </Show>
      <span class="w-96 max-w-full">
        <Input
          ref={(element) => queueMicrotask(() => element.focus())}
          aria-label="Hint"
          placeholder={app.models.ready() ? "the start command is in the Makefile" : "needs a model"}
          value={hint()}
          onInput={(event) => setHint(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            props.onDone();
          }}
        />
      </span>
      <Button type="submit" look="primary" disabled={!props.from && hint().trim() === ""}>
        {props.from ? "Retry" : "Analyse"}
      </Button>
      <IconButton icon="x" label="Cancel" onClick={() => props.onDone()} />
      <Show when={remark()}>
        <span class={`text-label ${asks() ? "text-muted" : "text-warning"}`} role="status">
          {remark()}
        </span>
      </Show>
    </form>
  );
}
