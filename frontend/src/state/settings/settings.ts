import { createEffect, createSignal, onCleanup } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, Settings } from "~/bridge/types";

export type SettingsBridge = Pick<Api, "settings" | "saveSettings">;
export type Theme = "light" | "dark" | "contrast" | "contrast-light";

export const themes = ["system", "light", "dark", "contrast"];
export const zooms = [80, 90, 100, 110, 125, 150, 175, 200];

/** What a new installation has; the window shows it beside each changed value. */
export const defaults: Settings = {
  theme: "system",
  zoom: 100,
  reduced_motion: false,
  ignored_folders: [],
  read_folders: [],
  max_files: 200_000,
  max_depth: 16,
  scan_timeout_s: 5,
  include_ignored: false,
  shown_manifests: 3,
  unknown_warning: 20,
  max_file_kb: 1024,
  max_line_length: 2000,
  binary_bytes: 8000,
  manifest_kb: 50,
  manifest_chars: 3000,
  top_unknown: 5,
  read_contents: true,
  suggest: true,
  timeout_s: 300,
  keep_days: 0,
  keep_mb: 0,
  mode: "full",
  provider: "auto",
  fallback: "",
  providers: [],
  retries: 3,
  request_timeout_s: 30,
  phase_timeout_s: 60,
  max_tool_calls: 16,
  max_context_tokens: 16_000,
  max_tool_result_tokens: 2000,
  max_file_lines: 150,
  summarize_after_turns: 6,
  monthly_cap_usd: 0,
  max_turn_tokens: 0,
  builder: "",
  recorded_answers: false,
};

/** The settings: a change applies at once and is saved. Must be created inside an owner. */
export function createSettings(bridge: SettingsBridge) {
  const [settings, set] = createStore<Settings>({ ...defaults });
  const [system, setSystem] = createSignal(systemTheme());
  const [savedAt, setSavedAt] = createSignal(0);
  const [fault, setFault] = createSignal<Fault>();
  const [before, setBefore] = createSignal<Settings>();
  let turn = Promise.resolve();
  let changes = 0;
  const theme = (): Theme => resolved(settings.theme, system());

  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    const list = matchMedia(query);
    const listen = () => setSystem(systemTheme());
    list.addEventListener("change", listen);
    onCleanup(() => list.removeEventListener("change", listen));
  }

  createEffect(() => {
    const root = document.documentElement;
    root.dataset["theme"] = theme();
    root.style.fontSize = `${(16 * settings.zoom) / 100}px`;
    root.dataset["motion"] = settings.reduced_motion ? "reduced" : "full";
    localStorage.setItem("aipack.theme", settings.theme === "system" ? "" : theme());
  });

  /** Saved one after the other, so that the last change is the one that stays. */
  function save(next: Settings): Promise<void> {
    changes++;
    set(reconcile(next));
    turn = turn.then(async () => {
      try {
        await bridge.saveSettings(next);
        setSavedAt(Date.now());
        setFault(undefined);
      } catch (thrown) {
        setFault(rejected(thrown));
      }
    });
    return turn;
  }

  /** Reads what is kept; what was changed meanwhile is newer. */
  async function load() {
    const before = changes;
    try {
      await turn;
      const known = await bridge.settings();
      if (changes !== before) return;
      set(reconcile({ ...defaults, ...known, zoom: known.zoom || 100, theme: known.theme || "system" }));
    } catch (thrown) {
      setFault(rejected(thrown));
    }
  }

  function change(part: Partial<Settings>) {
    const old = { ...settings };
    setBefore(old);
    return save({ ...old, ...part });
  }

  function zoom(by: 1 | -1) {
    const index = zooms.findIndex((one) => one >= settings.zoom);
    const next = zooms[Math.max(0, Math.min(zooms.length - 1, index + by))];
    if (next) void change({ zoom: next });
  }

  return {
    settings,
    theme,
    savedAt,
    fault,
    load,
    change,
    zoom,
    canUndo: () => before() !== undefined,
    undo: () => {
      const old = before();
      setBefore(undefined);
      return old ? save(old) : undefined;
    },
    nextTheme: () => change({ theme: theme() === "dark" ? "light" : "dark" }),
  };
}

export type SettingsState = ReturnType<typeof createSettings>;

/** "system" follows the system; "contrast" is black or white as the system is dark or light. */
export function resolved(setting: string, system: Theme): Theme {
  if (setting === "light" || setting === "dark") return setting;
  if (setting !== "contrast") return system;
  return system === "dark" || system === "contrast" ? "contrast" : "contrast-light";
}

function systemTheme(): Theme {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (matchMedia("(prefers-contrast: more)").matches) return dark ? "contrast" : "contrast-light";
  return dark ? "dark" : "light";
}
