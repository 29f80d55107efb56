import { createMemo, Show } from "solid-js";
import { useApp } from "~/state/app";
import type { ToolCache } from "~/state/run/context";
import { money, tokens } from "~/state/models/models";
import { bytes, counted, duration, phaseWords } from "~/state/shared/format";
import { Bar } from "~/ui/Bar";
import { Icon } from "~/ui/Icon";
import { Jobs } from "./Jobs";

const cell = "flex h-5 items-center gap-1.25 rounded-mark px-1.75 whitespace-nowrap";

/** What goes on, at the bottom; a click leads to it. */
export function StatusBar() {
  const app = useApp();
  const problems = createMemo(() =>
    app.result.services().reduce((n, path) => {
      const warnings = app.result.documentOf(path)?.warnings?.length ?? 0;
      return n + (app.result.states[path]?.problems.length ?? 0) + warnings;
    }, 0),
  );
  const engine = () => app.proof.builders()?.find((one) => one.ok);
  return (
    <footer
      data-pane
      class="flex min-w-0 items-center gap-0.5 overflow-hidden border-t border-line bg-canvas px-2 text-mark text-muted [grid-area:status]"
    >
      <Meters />
      <Show when={app.run.info.state !== "" && app.run.info.state !== "running"}>
        <span class={`${cell} tabular-nums`}>
          Analysis <b class="font-medium text-body">{duration(app.run.info.durationMs)}</b>
        </span>
      </Show>
      <span class="min-w-0 flex-1" aria-live="polite">
        <Show when={app.run.course.course.phase}>
          {(phase) => <span class="sr-only">Phase {phaseWords(phase())}</span>}
        </Show>
      </span>
      <Jobs />
      <Show when={app.proof.builders()}>
        <button type="button" class={`${cell} hover:bg-hover`} onClick={() => app.navigation.go("prove")}>
          <Icon name={engine() ? "circle-check" : "circle-slash"} size="xs" class={engine() ? "text-success" : ""} />
          <b class="font-medium text-body">{engine() ? `BuildKit ${engine()?.version ?? ""}` : "No builder"}</b>
        </button>
      </Show>
      <button type="button" class={`${cell} hover:bg-hover`} onClick={() => app.navigation.go("result")}>
        <Icon name="alert" size="xs" class={problems() > 0 ? "text-warning" : ""} />
        <b class="font-medium text-body">{counted(problems(), "problem")}</b>
      </button>
    </footer>
  );
}

const cacheTitle = (cache: ToolCache) =>
  `The cache answered ${cache.hits} of ${counted(cache.hits + cache.misses, "tool call")}; it holds ${counted(cache.entries, "result")}, ${bytes(cache.bytes)}`;

/** What the shown run asked of models, and what the last question took of the context. */
function Meters() {
  const app = useApp();
  const cost = () => app.models.cost();
  const asked = () => (cost()?.calls ?? 0) > 0;
  const context = app.context.now;
  return (
    <Show
      when={asked() && cost()}
      fallback={
        <span class={cell}>
          <Icon name="shield" size="xs" />
          <b class="font-medium text-body">Analysed by rules only</b>
        </span>
      }
    >
      {(known) => (
        <button
          type="button"
          class={`${cell} tabular-nums hover:bg-hover`}
          title={`${counted(known().calls, "call")}, ${tokens(known().cached_tokens)} tokens from the provider's cache`}
          onClick={() => {
            app.navigation.go("analysis");
            app.setPrompts(true);
          }}
        >
          <Icon name="cpu" size="xs" />
          <Show when={context()}>
            {(now) => (
              <>
                Context{" "}
                <Bar
                  part={now().used / Math.max(1, now().window)}
                  tone={now().used > now().window * 0.8 ? "warn" : "accent"}
                  class="w-11"
                />
                <b class="font-medium text-body">
                  {now().estimated ? "about " : ""}
                  {tokens(now().used)} of {tokens(now().window)}
                </b>
              </>
            )}
          </Show>
          Tokens
          <b class="font-medium text-body">
            {tokens(known().prompt_tokens)} in, {tokens(known().completion_tokens)} out
          </b>
          Cost <b class="font-medium text-body">{money(known())}</b>
          <Show when={app.context.cache()}>
            {(cache) => (
              <span class="flex items-center gap-1.25 tight:hidden" title={cacheTitle(cache())}>
                Cache{" "}
                <b class="font-medium text-body">
                  {cache().hits} of {cache().hits + cache().misses}
                </b>
              </span>
            )}
          </Show>
        </button>
      )}
    </Show>
  );
}
