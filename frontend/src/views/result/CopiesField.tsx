import { For } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { IconButton } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { PartField } from "./PartField";

type Copy = UniversalBuild["runtime"]["copy"][number];

/** What the image gets out of the build, and where it lies there. */
export function CopiesField(props: { value: Copy[]; edited: boolean; onSave: (copies: Copy[]) => void }) {
  const put = (at: number, part: Partial<Copy>) =>
    props.onSave(props.value.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <div class="flex flex-col gap-1">
      <For each={props.value}>
        {(one, i) => (
          <span class="flex items-center gap-1">
            <PartField
              class="min-w-0 flex-1"
              label={`Copy ${i() + 1}: from`}
              edited={props.edited}
              value={one.from}
              onSave={(from) => put(i(), { from: from.trim() })}
            />
            <Icon name="arrow-right" size="xs" class="text-muted" />
            <PartField
              class="min-w-0 flex-1"
              label={`Copy ${i() + 1}: to`}
              edited={props.edited}
              value={one.to}
              onSave={(to) => put(i(), { to: to.trim() })}
            />
            <IconButton
              icon="x"
              label={`Remove copy ${i() + 1}`}
              onClick={() => props.onSave(props.value.filter((_, at) => at !== i()))}
            />
          </span>
        )}
      </For>
      <span class="flex min-h-7 items-center gap-2 text-muted">
        {props.value.length === 0 ? "nothing" : ""}
        <IconButton
          icon="plus"
          label="Add a copy"
          onClick={() => props.onSave([...props.value, { from: ".", to: "/app" }])}
        />
      </span>
    </div>
  );
}
