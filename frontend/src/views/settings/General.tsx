import { useApp } from "~/state/app";
import { defaults, themes, zooms } from "~/state/settings/settings";
import { Check, Select } from "~/ui/Input";
import { BuilderRow } from "./BuilderRow";
import { Group, Row } from "./Rows";

const names: Record<string, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};

export function General() {
  const app = useApp();
  const { settings, change } = app.settings;
  return (
    <>
      <Group title="Appearance">
        <Row
          title="Theme"
          says="light, dark or high contrast"
          standard="as the system"
          changed={settings.theme !== defaults.theme}
          onReset={() => void change({ theme: defaults.theme })}
        >
          <Select
            class="w-40"
            label="Theme"
            value={settings.theme}
            edited={settings.theme !== defaults.theme}
            options={themes.map((id) => ({ id, label: names[id] ?? id }))}
            onPick={(theme) => void change({ theme })}
          />
        </Row>
        <Row
          title="Zoom"
          says="everything grows with it"
          standard="100 %"
          changed={settings.zoom !== defaults.zoom}
          onReset={() => void change({ zoom: defaults.zoom })}
        >
          <Select
            class="w-40"
            label="Zoom"
            value={String(settings.zoom)}
            edited={settings.zoom !== defaults.zoom}
            options={[...new Set([...zooms, settings.zoom])]
              .sort((a, b) => a - b)
              .map((zoom) => ({ id: String(zoom), label: `${zoom} %` }))}
            onPick={(zoom) => void change({ zoom: Number(zoom) })}
          />
        </Row>
        <Row
          title="Reduced motion"
          says="no animation, even where the system allows it"
          standard="off"
          changed={settings.reduced_motion}
          onReset={() => void change({ reduced_motion: false })}
        >
          <Check
            label="Reduced motion"
            hidden
            checked={settings.reduced_motion}
            onChange={(reduced_motion) => void change({ reduced_motion })}
          />
        </Row>
      </Group>
      <BuilderRow />
    </>
  );
}
