import { createSignal, Show } from "solid-js";
import { useApp } from "~/state/app";
import { Button } from "~/ui/Button";
import { Input } from "~/ui/Input";
import { Group, Row } from "./Rows";

/** Which builder proves: one that is named, or whatever is found; and whether it answers. */
export function BuilderRow() {
  const app = useApp();
  const { settings, change } = app.settings;
  const [asked, setAsked] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  async function test() {
    setBusy(true);
    await app.proof.look();
    setBusy(false);
    setAsked(true);
  }
  async function name(address: string) {
    setAsked(false);
    await change({ builder: address.trim() });
    if (settings.builder === address.trim()) await test();
  }
  const answers = () => app.proof.builders()?.find((one) => one.ok);
  return (
    <Group title="Proofs">
      <Row
        title="Builder"
        says="a BuildKit of your own"
        standard="found by itself"
        changed={settings.builder !== ""}
        onReset={() => void name("")}
      >
        <span class="flex items-center gap-2">
          <Input
            small
            mono
            class="w-64"
            aria-label="Builder"
            placeholder="tcp://host:1234, ssh://you@host"
            value={settings.builder}
            onChange={(event) => void name(event.currentTarget.value)}
          />
          <Button small busy={busy()} onClick={() => void test()}>
            Test
          </Button>
        </span>
      </Row>
      <Show when={asked()}>
        <p role="status" class="px-2.5 py-2 text-label">
          <Show
            when={answers()}
            fallback={
              <span class="text-warning">
                No builder answers:{" "}
                {(app.proof.builders() ?? []).map((one) => `${one.address}: ${one.problem}`).join("; ")}
              </span>
            }
          >
            {(one) => (
              <span class="text-success">
                {one().address} answers, BuildKit {one().version}
              </span>
            )}
          </Show>
        </p>
      </Show>
    </Group>
  );
}
