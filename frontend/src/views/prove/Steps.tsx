import { createEffect, createSignal, For } from "solid-js";
import type { Step } from "~/bridge/report";
import type { ProofState } from "~/state/proof/proof";
import { createClock } from "~/state/shared/clock";
import { duration, elapsed } from "~/state/shared/format";
import { highlight } from "~/parts/highlight";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<Step["state"], [IconName, string]> = {
  waiting: ["circle-dashed", "text-muted"],
  running: ["loader", ""],
  done: ["circle-check", "text-success"],
  cached: ["archive", "text-success"],
  failed: ["circle-x", "text-danger"],
};

/** The steps of the build in their order. */
export function Steps(props: { state: ProofState }) {
  const steps = () => props.state.steps.filter(Boolean);
  const detail = () => {
    const ok = steps().filter((step) => step.state === "done" || step.state === "cached").length;
    const bad = steps().filter((step) => step.state === "failed").length;
    return `${ok} ok${bad ? `, ${bad} failed` : ""}`;
  };
  /** When each running step was first seen to run: the builder tells of its length at the end. */
  const [seen, setSeen] = createSignal<Record<number, number>>({});
  const runs = () => steps().some((step) => step.state === "running");
  const now = createClock(runs);
  createEffect(() => {
    const at = Date.now();
    const running = steps().flatMap((step, i) => (step.state === "running" ? [i] : []));
    setSeen((known) => Object.fromEntries(running.map((i) => [i, known[i] ?? at])));
  });
  const since = (i: number) => seen()[i] ?? now();
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Steps">
      <div class={`${paneHead} h-10`}>
        <PaneTitle title="Steps" detail={detail()} />
      </div>
      <ol class="min-h-0 flex-1 overflow-auto p-1.5" tabIndex={0} aria-label="Steps of the build">
        <For each={steps()}>
          {(step, i) => (
            <li
              class="flex min-h-6.5 items-center gap-2 rounded-mark px-1.5"
              classList={{ "bg-danger-soft": step.state === "failed", "bg-accent-soft": step.state === "running" }}
              title={step.error || step.name}
            >
              <Icon name={icons[step.state][0]} class={icons[step.state][1]} />
              <span class="w-5 shrink-0 text-right text-label text-muted tabular-nums">{i() + 1}</span>
              <span class="cut flex-1 code">
                <For each={highlight(step.name.replace(/^\[[^\]]*\] /, ""), "dockerfile")}>
                  {(token) => <span class={token.kind ? `syn-${token.kind}` : "text-strong"}>{token.text}</span>}
                </For>
              </span>
              <span class="text-label whitespace-nowrap text-muted tabular-nums">
                {step.state === "cached"
                  ? "cached"
                  : step.state === "waiting"
                    ? ""
                    : step.state === "running"
                      ? elapsed(now() - since(i()))
                      : duration(step.duration_ms)}
              </span>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
