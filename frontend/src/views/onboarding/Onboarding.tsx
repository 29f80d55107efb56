import { createEffect, For, Match, on, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { bytes } from "~/state/shared/format";
import { Logo } from "~/parts/Logo";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Choose } from "./Choose";
import { Engine, Prepare } from "./Steps";

const steps = [
  ["Choose a model", "or none at all"],
  ["Get it ready", "a download, a key or a test"],
  ["Container engine", "only to prove builds"],
];

/** The first start, at most three steps; every one can be skipped and taken up again. */
export default function Onboarding() {
  const app = useApp();
  const { onboarding, downloads } = app;
  let main: HTMLDivElement | undefined;
  createEffect(on(onboarding.step, () => main?.focus()));
  const file = () => downloads.files()?.models.find((one) => one.id === onboarding.model());
  const wanted = () => onboarding.wanted().trim();
  const downloadsNow = () =>
    onboarding.step() === 1 &&
    onboarding.way() === "embedded" &&
    (wanted() !== "" || (file() !== undefined && file()?.state !== "ready"));
  async function next() {
    if (onboarding.way() === "rules") return onboarding.skip();
    if (downloadsNow()) {
      const id = await downloads.download(wanted() || onboarding.model());
      if (!id) return; // refused; the reason is shown above the choice
      onboarding.setModel(id);
      onboarding.setWanted("");
    }
    await onboarding.go(onboarding.step() + 1);
  }
  app.commands.offer([
    {
      id: "onboarding.skip",
      title: "Skip: rules only",
      group: "Project",
      keys: "Escape",
      run: () => void onboarding.skip(),
    },
    {
      id: "onboarding.next",
      title: "Next step",
      group: "Project",
      keys: "Mod+Enter",
      quiet: true,
      run: () => void next(),
    },
  ]);
  const label = () => {
    if (onboarding.way() === "rules") return "Use rules only";
    if (onboarding.step() === 3) return "Finish";
    if (!downloadsNow()) return "Next";
    return wanted() ? "Download" : `Download ${bytes(file()?.bytes ?? 0)}`;
  };
  return (
    <div class="fixed inset-0 z-(--z-dialog) grid grid-cols-[15.5rem_minmax(0,1fr)] bg-surface" data-pane>
      <aside class="flex flex-col border-r border-line bg-canvas px-5 pt-7 pb-5">
        <p class="flex items-center gap-2.25 text-title font-semibold text-strong">
          <Logo /> aipack
        </p>
        <ol class="mt-9 flex flex-col gap-0.5">
          <For each={steps}>
            {([title, says], i) => (
              <li
                class="flex items-start gap-2.5 rounded-control p-2"
                classList={{ "bg-active": onboarding.step() === i() + 1 }}
                aria-current={onboarding.step() === i() + 1 ? "step" : undefined}
              >
                <Icon
                  name={onboarding.step() > i() + 1 ? "circle-check" : "circle"}
                  class={`mt-0.75 ${onboarding.step() > i() + 1 ? "text-success" : "text-muted"}`}
                />
                <span>
                  <span class="block font-medium text-strong">{title}</span>
                  <span class="block text-label text-muted">{says}</span>
                </span>
              </li>
            )}
          </For>
        </ol>
        <span class="flex-1" />
        <p class="text-label text-muted">
          No account and no telemetry. Everything here can be changed later in Settings.
        </p>
      </aside>
      <section class="flex min-h-0 min-w-0 flex-col" aria-label="First steps">
        <div ref={main} tabIndex={-1} class="min-h-0 flex-1 overflow-auto px-12 pt-11 pb-5 outline-none">
          <div classList={{ "max-w-[43.75rem]": onboarding.step() !== 2, "max-w-[60rem]": onboarding.step() === 2 }}>
            <Show when={onboarding.fault() ?? downloads.fault()}>
              {(fault) => <ErrorCard fault={fault()} warning />}
            </Show>
            <Switch>
              <Match when={onboarding.step() === 1}>
                <Choose />
              </Match>
              <Match when={onboarding.step() === 2}>
                <Prepare />
              </Match>
              <Match when={onboarding.step() === 3}>
                <Engine />
              </Match>
            </Switch>
          </div>
        </div>
        <footer class="flex items-center gap-2 border-t border-line px-12 py-3">
          <Button look="ghost" keys={["Esc"]} onClick={() => void onboarding.skip()}>
            Skip: rules only
          </Button>
          <span class="flex-1" />
          <span class="text-label text-muted">Step {onboarding.step()} of 3</span>
          <Show when={onboarding.step() > 1}>
            <Button onClick={() => void onboarding.go(onboarding.step() - 1)}>Back</Button>
          </Show>
          <Button look="primary" keys={caps("Mod+Enter")} onClick={() => void next()}>
            {label()}
          </Button>
        </footer>
      </section>
    </div>
  );
}
