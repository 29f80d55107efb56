import { createEffect, For, Show } from "solid-js";
import type { Secret } from "~/bridge/document";
import { useApp } from "~/state/app";
import { secretWords } from "~/state/plan/variables";
import type { Target } from "~/state/plan/result";
import { Button, IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { PartField } from "./PartField";

/** What the build signs in with: its id, where the commands find it, and whether a proof has it. */
export function SecretsField(props: {
  value: Secret[];
  edited: boolean;
  at: Target;
  onSave: (secrets: Secret[]) => void;
}) {
  const app = useApp();
  createEffect(() => void app.variables.show(props.at.run, props.at.service));
  const given = (one: Secret) => app.variables.list().some((row) => row.name === one.id && row.kept !== "");
  const put = (at: number, part: Partial<Secret>) =>
    props.onSave(props.value.map((one, i) => (i === at ? { ...one, ...part } : one)));
  /** A path is a file's, anything else a variable's name. */
  const place = (text: string): Partial<Secret> =>
    text.trim().startsWith("/") ? { target: text.trim(), env: "" } : { env: text.trim(), target: "" };
  function give(one: Secret) {
    app.navigation.go("prove");
    app.variables.edit(one.id);
  }
  return (
    <div class="flex flex-col gap-1">
      <For each={props.value}>
        {(one, i) => (
          <div>
            <span class="flex items-center gap-1">
              <PartField
                class="min-w-0 flex-1"
                label={`Secret ${i() + 1}: id`}
                edited={props.edited}
                value={one.id}
                onSave={(id) => put(i(), { id: id.trim() })}
              />
              <Icon name="arrow-right" size="xs" class="text-muted" />
              <PartField
                class="min-w-0 flex-1"
                label={`Secret ${i() + 1}: variable, or path of a file`}
                edited={props.edited}
                value={one.target || one.env || one.id}
                onSave={(text) => put(i(), place(text))}
              />
              <IconButton
                icon="x"
                label={`Remove secret ${i() + 1}`}
                onClick={() => props.onSave(props.value.filter((_, at) => at !== i()))}
              />
            </span>
            <p class="flex items-center gap-1.5 text-label text-muted">
              <Icon name="lock" size="xs" />
              {secretWords(one, given(one))}
              <Show when={!given(one) && !one.file}>
                <Button look="link" onClick={() => give(one)}>
                  Give one
                </Button>
              </Show>
            </p>
          </div>
        )}
      </For>
      <span class="flex min-h-7 items-center gap-2 text-muted">
        {props.value.length === 0 ? "none" : ""}
        <IconButton
          icon="plus"
          label="Add a secret"
          onClick={() => props.onSave([...props.value, { id: "TOKEN", env: "TOKEN" }])}
        />
      </span>
    </div>
  );
}
