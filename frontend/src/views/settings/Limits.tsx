import { useApp } from "~/state/app";
import { defaults } from "~/state/settings";
import { Group, NumberRow } from "./Rows";

export function Limits() {
  const app = useApp();
  const { settings, change } = app.settings;
  return (
    <>
      <Group title="Scan">
        <NumberRow
          title="Files"
          says="stops the scan and says so"
          unit=""
          value={settings.max_files}
          usual={defaults.max_files}
          least={100}
          most={5_000_000}
          onSave={(max_files) => void change({ max_files })}
        />
        <NumberRow
          title="Depth"
          says="folders below the root"
          unit=""
          value={settings.max_depth}
          usual={defaults.max_depth}
          least={1}
          most={100}
          onSave={(max_depth) => void change({ max_depth })}
        />
      </Group>
      <Group title="Analysis">
        <NumberRow
          title="Time"
          says="of one analysis, all phases"
          unit="s"
          value={settings.timeout_s}
          usual={defaults.timeout_s}
          least={5}
          most={3_600}
          onSave={(timeout_s) => void change({ timeout_s })}
        />
      </Group>
      <Group title="History">
        <NumberRow
          title="Kept for"
          says="older runs are forgotten; 0 keeps them for ever"
          unit="days"
          zero="for ever"
          value={settings.keep_days}
          usual={defaults.keep_days}
          least={0}
          most={3_650}
          onSave={(keep_days) => void change({ keep_days })}
        />
      </Group>
    </>
  );
}
