import { createMemo, createSignal, For, onMount, Show } from "solid-js";
import type { ProviderInfo } from "~/bridge/types";
import { useApp } from "~/state/app";
import { money, tokens } from "~/state/models/models";
import { clock, counted } from "~/state/shared/format";
import { ErrorCard, Skeleton } from "~/parts/Messages";
import { Icon, type IconName } from "~/ui/Icon";
import { Select } from "~/ui/Input";
import { OllamaModels } from "./OllamaModels";
import { ProviderDetail } from "./ProviderDetail";
import { cell, Group, Row, Table } from "./Rows";

const states: Record<string, [IconName, string, string]> = {
  ready: ["circle-check", "text-success", "Ready"],
  no_key: ["circle", "text-muted", "No key"],
  unreachable: ["alert", "text-warning", "No answer"],
  no_model: ["circle", "text-muted", "No model"],
  no_tools: ["circle-x", "text-danger", "No tools"],
  absent: ["circle", "text-muted", "Not found"],
  no_consent: ["shield", "text-warning", "Not chosen"],
  resting: ["history", "text-warning", "Paused"],
};

const modes = [
  { id: "static", label: "Rules only" },
  { id: "full", label: "Rules, then a model where unsure" },
  { id: "llm", label: "A model decides" },
];

/** Who answers, in which order, and why. */
export function Providers() {
  const app = useApp();
  const { models } = app;
  const { settings, change } = app.settings;
  const [picked, setPicked] = createSignal("");
  onMount(() => void models.load());
  const shown = createMemo(
    () =>
      models.providers.find((one) => one.provider === picked()) ??
      models.providers.find((one) => one.chosen) ??
      models.providers[0],
  );
  const choices = () => models.providers.map((one) => ({ id: one.provider, label: one.name }));
  return (
    <Show
      when={models.loaded()}
      fallback={
        <Show when={models.faults[""]} fallback={<Skeleton rows={8} />}>
          {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
        </Show>
      }
    >
      <Group title="Which one answers">
        <Row title="Analysis" says="what a model is asked for">
          <Select
            class="w-72"
            label="Analysis"
            value={settings.mode}
            options={modes}
            onPick={(mode) => void change({ mode })}
          />
        </Row>
        <Row title="Provider" says={models.choice()?.reason ?? ""}>
          <Select
            class="w-72"
            label="Provider"
            value={settings.provider}
            options={[{ id: "auto", label: "Automatic order" }, ...choices()]}
            onPick={(provider) => void change({ provider }).then(models.loadChoice)}
          />
        </Row>
        <Row title="When it fails" says="the provider to try next">
          <Select
            class="w-72"
            label="When it fails"
            value={settings.fallback}
            options={[{ id: "", label: "next available" }, ...choices()]}
            onPick={(fallback) => void change({ fallback }).then(models.loadChoice)}
          />
        </Row>
      </Group>
      <Table titles={["Provider", "Source", "State", "Capabilities", "Speed"]}>
        <For each={models.providers}>
          {(one) => (
            <Line one={one} current={shown()?.provider === one.provider} onPick={() => setPicked(one.provider)} />
          )}
        </For>
      </Table>
      <Show when={shown()?.provider} keyed>
        <Show when={shown()}>{(one) => <ProviderDetail one={one()} />}</Show>
        <Show when={shown()?.provider === "ollama"}>
          <OllamaModels list={models.lists["ollama"] ?? []} />
        </Show>
      </Show>
      <Show when={models.month()}>
        {(month) => (
          <p class="px-2.5 text-label text-muted tabular-nums">
            This month: {counted(month().calls, "call")}, {tokens(month().prompt_tokens + month().completion_tokens)}{" "}
            tokens, {money(month())}
            {settings.monthly_cap_usd > 0 ? ` of the monthly budget of $${settings.monthly_cap_usd}` : ""}.
          </p>
        )}
      </Show>
    </Show>
  );
}

function Line(props: { one: ProviderInfo; current: boolean; onPick: () => void }) {
  const app = useApp();
  const state = () => states[props.one.state] ?? states["absent"];
  const tested = () => app.models.tests[props.one.provider] ?? props.one.tested ?? undefined;
  const found = () =>
    ({ environment: props.one.key_name, keychain: "the system's keychain", file: "a file of yours" })[props.one.key] ??
    (props.one.cloud ? "no key" : props.one.base_url || "this computer");
  const can = () => {
    const known = tested();
    if (!known) return "not tested";
    if (!known.ok) return known.message;
    const parts = [known.tools ? "tools" : "no tools", known.json_mode ? "JSON" : ""];
    return [...parts, known.context_window ? `${tokens(known.context_window)} context` : ""].filter(Boolean).join(", ");
  };
  return (
    <tr classList={{ "bg-selection": props.current, "hover:bg-hover": !props.current }} onClick={() => props.onPick()}>
      <td class={cell}>
        <button
          type="button"
          aria-pressed={props.current}
          class="font-medium text-strong"
          onClick={() => props.onPick()}
        >
          <span class="inline-block first-letter:uppercase">{props.one.name}</span>
        </button>
      </td>
      <td class={`${cell} code text-muted`}>{found()}</td>
      <td class={cell} title={props.one.reason}>
        <span class={`flex items-center gap-1.5 ${state()?.[1] ?? ""}`}>
          <Icon name={state()?.[0] ?? "circle"} />
          {props.one.chosen ? "In use" : state()?.[2]}
          <Show when={props.one.resting_until > 0}> until {clock(props.one.resting_until)}</Show>
        </span>
      </td>
      <td class={`${cell} max-w-72 cut text-muted`} title={can()}>
        {can()}
      </td>
      <td class={`${cell} text-muted tabular-nums`}>
        {tested()?.tokens_per_second ? `${Math.round(tested()?.tokens_per_second ?? 0)} tok/s` : ""}
      </td>
    </tr>
  );
}
