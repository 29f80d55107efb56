import { For } from "solid-js";
import { useApp } from "~/state/app";
import { caps } from "~/state/frame/keys";
import { Caps } from "~/ui/Caps";
import { Group, Row } from "./Rows";

export function ShortcutList() {
  const app = useApp();
  return (
    <Group title="On every screen">
      <For each={app.commands.all().filter((one) => one.keys !== undefined)}>
        {(one) => (
          <Row title={one.title} says={one.group}>
            <Caps keys={caps(one.keys ?? "")} />
          </Row>
        )}
      </For>
    </Group>
  );
}
