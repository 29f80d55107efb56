import { createSignal, onMount, Show } from "solid-js";
import type { ProviderInfo } from "~/bridge/types";
import { useApp } from "~/state/app";
import { tokens } from "~/state/models/models";
import { wantsKey } from "~/state/models/servers";
import { clock, duration } from "~/state/shared/format";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { Input, Select } from "~/ui/Input";
import { Group, Row } from "./Rows";
import { ServerRow } from "./ServerRow";
import { QualityRow } from "./ModelQuality";

/** One provider: key, model, address, and whether it does what is needed. */
export function ProviderDetail(props: { one: ProviderInfo }) {
  const app = useApp();
  const { models } = app;
  const id = () => props.one.provider;
  // A server whose address is still to be filled in. Until it is saved no key is asked for: it would be the old one's.
  const [asked, setAsked] = createSignal("");
  const server = () => models.servers.find((each) => each.id === (asked() || props.one.server));
  const wanted = () => {
    const known = server();
    return known && wantsKey(known);
  };
  onMount(() => {
    void models.list(id());
    if (id() === "openai") void models.listServers();
  });
  const list = () => models.lists[id()] ?? [];
  async function keep(model: string, address: string) {
    const provider = id();
    await models.save(provider, model, address);
    if (!models.faults[provider]) setAsked("");
  }
  const save = (model: string, address: string) => void keep(model, address);
  const elsewhere = () => id() === "openai" && props.one.base_url !== "" && asked() === "";
  const defaultModel = () => list().find((one) => one.id === props.one.default_model)?.name ?? props.one.default_model;
  // Another company's server is asked for no model that the user did not name.
  const unnamed = () => {
    if (elsewhere() && server()?.keyless === false) return "none chosen";
    return defaultModel() ? `${defaultModel()} (default)` : "default";
  };
  const price = () => {
    const known = list().find((one) => one.id === (props.one.model || props.one.default_model));
    return known?.priced && known.usd_in > 0
      ? `$${known.usd_in} in, $${known.usd_out} out, per million tokens`
      : (known?.note ?? "");
  };
  return (
    <Group title={props.one.name}>
      <Show when={models.faults[id()]}>{(fault) => <ErrorCard fault={fault()} />}</Show>
      <Show when={id() === "openai"}>
        <ServerRow one={props.one} asked={asked()} onAsk={setAsked} onPick={(address) => save("", address)} />
      </Show>
      <Row title="State" says={props.one.reason}>
        <Button busy={models.busy[id()] === "testing"} onClick={() => void models.test(id())}>
          {models.busy[id()] === "testing" ? "Testing" : "Test"}
        </Button>
      </Row>
      <TestResult one={props.one} />
      <Show when={(props.one.cloud || id() === "openai") && asked() === ""}>
        <KeyRow one={props.one} wants={wanted()} />
      </Show>
      <Row title="Model" says={price()}>
        <Select
          class="w-72"
          label="Model"
          value={props.one.model === props.one.default_model ? "" : props.one.model}
          options={[
            { id: "", label: unnamed() },
            ...list()
              .filter((one) => one.id !== props.one.default_model)
              .map((one) => ({ id: one.id, label: one.installed ? `${one.name}, installed` : one.name })),
            ...(props.one.model && !list().some((one) => one.id === props.one.model)
              ? [{ id: props.one.model, label: props.one.model }]
              : []),
          ]}
          onPick={(model) => save(model, props.one.base_url)}
        />
      </Row>
      <Show when={elsewhere()}>
        <Row title="Model name" says={server() ? `${server()?.model} on this server` : "as the server calls it"}>
          <Input
            mono
            class="w-72"
            aria-label="Model name"
            placeholder="if it is not listed"
            value={props.one.model === props.one.default_model ? "" : props.one.model}
            onChange={(event) => save(event.currentTarget.value.trim(), props.one.base_url)}
          />
        </Row>
      </Show>
      <Show when={props.one.model || props.one.default_model}>
        {(model) => <QualityRow provider={id()} model={model()} />}
      </Show>
      <Show when={id() !== "embedded"}>
        <Row
          title="Address"
          says={id() === "openai" ? "of any server with an OpenAI-compatible API" : "where it is reached"}
          standard={props.one.base_url ? "the provider's own" : ""}
          changed={props.one.base_url !== ""}
          onReset={() => save(props.one.model, "")}
        >
          <Input
            mono
            class="w-72"
            aria-label="Address"
            placeholder="the provider's own"
            edited={props.one.base_url !== ""}
            value={asked() ? (server()?.address ?? "") : props.one.base_url}
            onChange={(event) => save(asked() ? "" : props.one.model, event.currentTarget.value.trim())}
          />
        </Row>
      </Show>
    </Group>
  );
}

function TestResult(props: { one: ProviderInfo }) {
  const app = useApp();
  const tested = () => app.models.tests[props.one.provider] ?? props.one.tested ?? undefined;
  return (
    <Show when={tested()}>
      {(known) => (
        <p class="flex items-start gap-2 px-2.5 py-2" role="status">
          <Icon
            name={known().ok ? "circle-check" : "circle-x"}
            class={`mt-0.75 ${known().ok ? "text-success" : "text-danger"}`}
          />
          <span class="min-w-0">
            <Show when={known().ok} fallback={<strong class="text-strong">{known().message}</strong>}>
              <strong class="text-strong">{known().model} answers.</strong> Tools {known().tools ? "ok" : "missing"},
              JSON {known().json_mode ? "ok" : "missing"}, {tokens(known().context_window)} context
              {known().tokens_per_second > 0 ? `, ${Math.round(known().tokens_per_second)} tokens a second` : ""}.
            </Show>{" "}
            <span class="text-muted">
              {known().hint} {known().warning} Tested {clock(known().at)}, {duration(known().duration_ms)}.
            </span>
          </span>
        </p>
      )}
    </Show>
  );
}

/** Where the key is; the key itself never comes back here. */
function KeyRow(props: { one: ProviderInfo; wants: string | undefined }) {
  const app = useApp();
  const { models } = app;
  const [key, setKey] = createSignal("");
  const [warning, setWarning] = createSignal("");
  const has = () => props.one.key !== "";
  const says = () =>
    ({
      environment: `found in ${props.one.key_name}`,
      keychain: "kept in the system's keychain",
      file: "kept in a file that only you can read",
    })[props.one.key] ?? (props.wants ? `not set: ${props.wants}` : "not set");
  async function keep() {
    const place = await models.setKey(props.one.provider, key().trim());
    if (!place) return; // what was typed stays
    setKey("");
    setWarning(place.warning);
  }
  return (
    <>
      <Row title="Key" says={says()}>
        <form
          class="flex w-72 items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (key().trim() !== "") void keep();
          }}
        >
          <Input
            mono
            type="password"
            aria-label="Key"
            placeholder={has() ? "replace it" : "paste it here"}
            value={key()}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" disabled={key().trim() === ""} busy={models.busy[props.one.provider] === "saving"}>
            {has() ? "Replace" : "Save"}
          </Button>
          <Show when={has() && props.one.key !== "environment"}>
            <Button look="danger" onClick={() => void models.removeKey(props.one.provider)}>
              Clear
            </Button>
          </Show>
        </form>
      </Row>
      <Show when={warning()}>
        <p class="flex items-center gap-2 px-2.5 py-1.5 text-label text-warning" role="status">
          <Icon name="alert" /> {warning()}
        </p>
      </Show>
    </>
  );
}
