import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { screens, type Screen } from "~/state/frame/navigation";
import { Logo } from "~/parts/Logo";
import { VerdictMark } from "~/parts/Verdict";
import { Badge } from "~/ui/Chip";
import { Icon, type IconName } from "~/ui/Icon";

const icons: Record<Screen, IconName> = {
  home: "house",
  analysis: "scan",
  result: "file-check",
  prove: "container",
  agent: "message",
  code: "waypoints",
  history: "history",
  settings: "settings",
  fleet: "list-checks",
};

/** The screens, at the left; a badge says what waits there. */
export function Rail(props: { labels: boolean }) {
  return (
    <nav
      aria-label="Screens"
      data-pane
      class="flex flex-col gap-px border-r border-line bg-canvas px-2 pb-2 [grid-area:rail]"
    >
      <div class="flex h-(--h-topbar) shrink-0 items-center gap-2 px-2 font-semibold text-strong">
        <Logo />
        <Show when={props.labels}>aipack</Show>
      </div>
      <For each={screens.filter((screen) => screen.id !== "settings")}>
        {(screen, i) => (
          <>
            <Item id={screen.id} title={screen.title} number={i() + 1} labels={props.labels} />
            <Show when={i() === 0}>
              <div class="mx-2 my-1.75 h-px shrink-0 bg-line" />
            </Show>
          </>
        )}
      </For>
      <div class="flex-1" />
      <Item id="settings" title="Settings" number={screens.length} labels={props.labels} />
    </nav>
  );
}

function Item(props: { id: Screen; title: string; number: number; labels: boolean }) {
  const app = useApp();
  /** Fleet stands beside the History, from where one comes to it. */
  const here = () => (app.navigation.screen() === "fleet" ? "history" : app.navigation.screen()) === props.id;
  return (
    <button
      type="button"
      aria-current={here() ? "page" : undefined}
      aria-label={props.title}
      title={[...(props.labels ? [] : [props.title]), caps(`Mod+${props.number}`).join(" ")].join("  ")}
      class="relative flex h-7.5 shrink-0 items-center gap-2.25 rounded-control px-2 font-medium"
      classList={{
        "bg-active text-strong": here(),
        "text-muted hover:bg-hover": !here(),
        "justify-center px-0": !props.labels,
      }}
      onClick={() => app.navigation.go(props.id)}
    >
      <Show when={here()}>
        <span class="absolute inset-y-1.75 -left-2 w-0.5 rounded-r-full bg-accent" />
      </Show>
      <Icon name={icons[props.id]} size="m" />
      <Show when={props.labels}>
        <span class="flex-1 text-left">{props.title}</span>
      </Show>
      <span classList={{ "absolute -top-0.5 -right-0.5 scale-75": !props.labels }}>
        <State id={props.id} />
      </span>
    </button>
  );
}

function State(props: { id: Screen }) {
  const app = useApp();
  const problems = () => (app.result.state()?.problems ?? []).filter((one) => one.level === "error").length;
  return (
    <>
      <Show when={props.id === "analysis" && app.run.info.state === "running"}>
        <Icon name="loader" />
      </Show>
      <Show when={props.id === "analysis" && app.run.info.state === "failed"}>
        <Icon name="circle-x" class="text-danger" />
      </Show>
      <Show when={props.id === "result" && problems() > 0}>
        <Badge tone="danger">{problems()}</Badge>
      </Show>
      <Show when={props.id === "agent" && app.agent.answering()}>
        <Show when={app.agent.asked()} fallback={<Icon name="loader" />}>
          <Badge tone="accent">1</Badge>
        </Show>
      </Show>
      <Show when={props.id === "prove"}>
        <VerdictMark verdict={app.verdict.state()} loud={app.verdict.loud()} />
      </Show>
    </>
  );
}
