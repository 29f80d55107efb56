import { For } from "solid-js";
import { useApp } from "~/state/app";
import { limitGroups, type Limit } from "~/state/settings/limits";
import { defaults } from "~/state/settings/settings";
import { Group, NumberRow } from "./Rows";

export function Limits() {
  return (
    <For each={limitGroups}>
      {(group) => (
        <Group title={group.title}>
          <LimitRows limits={group.limits} />
        </Group>
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
