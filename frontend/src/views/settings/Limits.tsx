import { For, Show } from "solid-js";
import { useApp } from "~/state/app";
import { limitGroups, shownToModel, type Limit } from "~/state/settings/limits";
import { defaults } from "~/state/settings/settings";
import { Check } from "~/ui/Input";
import { Group, NumberRow, Row } from "./Rows";

export function Limits() {
  return (
    <For each={limitGroups}>
      {(group) => (
        <Group title={group.title}>
          <LimitRows limits={group.limits} />
          <Show when={group.title === "Model"}>
            <ShownToModel />
          </Show>
        </Group>
      )}
    </For>
  );
}

/** What a model is told at the start, to be switched off. */
function ShownToModel() {
  const { settings, change } = useApp().settings;
  return (
    <For each={shownToModel}>
      {(row) => (
        <Row
          title={row.title}
          says={row.says}
          standard="on"
          changed={!settings[row.name]}
          onReset={() => void change({ [row.name]: true })}
        >
          <Check
            label={row.title}
            hidden
            checked={settings[row.name]}
            onChange={(on) => void change({ [row.name]: on })}
          />
        </Row>
      )}
    </For>
  );
}

/** A row for each number. */
export function LimitRows(props: { limits: Limit[] }) {
  const app = useApp();
  const { settings, change } = app.settings;
  return (
    <For each={props.limits}>
      {(limit) => (
        <NumberRow
          title={limit.title}
          says={limit.says}
          unit={limit.unit ?? ""}
          {...(limit.zero ? { zero: limit.zero } : {})}
          value={settings[limit.name]}
          standard={defaults[limit.name]}
          least={limit.least}
          most={limit.most}
          onSave={(value) => void change({ [limit.name]: value })}
        />
      )}
    </For>
  );
}
