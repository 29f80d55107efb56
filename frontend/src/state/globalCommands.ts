import type { App } from "./app";
import type { Command } from "~/state/frame/commands";
import { screens } from "~/state/frame/navigation";
import { settingRows } from "~/state/settings/rows";

/** Puts the focus into a field as soon as it is there, for a moment. */
async function focusSoon(id: string) {
  for (let tries = 0; tries < 60; tries++) {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
      return;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** The commands that every screen has. */
export function globalCommands(app: App): Command[] {
  const hasRun = () => app.run.info.id !== "";
  return [
    ...screens.map<Command>((screen, i) => ({
      id: `go.${screen.id}`,
      title: screen.title,
      group: "Go to",
      keys: `Mod+${i + 1}`,
      run: () => app.navigation.go(screen.id),
    })),
    {
      id: "fleet",
      title: "Fleet",
      group: "Go to",
      hint: "many repositories: how far they are, what came of each",
      run: () => app.navigation.go("fleet"),
    },
    {
      id: "code.find",
      title: "Find a symbol or text in the code",
      group: "Go to",
      keys: "Mod+Shift+F",
      when: hasRun,
      run: () => {
        app.navigation.go("code");
        // The screen may have to be loaded first.
        void focusSoon("code-search");
      },
    },
    {
      id: "settings",
      title: "Settings",
      group: "Go to",
      keys: "Mod+,",
      quiet: true,
      run: () => app.navigation.go("settings"),
    },
    {
      id: "palette",
      title: "Command palette",
      group: "View",
      keys: "Mod+K",
      quiet: true,
      run: () => app.setOverlay("palette"),
    },
    { id: "open", title: "Open folder", group: "Project", keys: "Mod+O", run: () => void app.opening.pick() },
    {
      id: "again",
      title: "Analyse again",
      group: "Project",
      keys: "Mod+R",
      hint: () => app.project(),
      when: hasRun,
      run: () => void app.opening.analyse(app.run.info.path),
    },
    {
      id: "again.recorded",
      title: "Analyse again with recorded answers",
      group: "Run",
      keys: "Mod+Shift+R",
      hint: "no network",
      when: app.replayable,
      run: app.askRecording,
    },
    {
      id: "export",
      title: "Export",
      group: "Project",
      hint: "Dockerfile, .dockerignore, compose.yaml",
      keys: "Mod+E",
      when: () => app.result.services().length > 0,
      run: () => {
        app.navigation.go("result");
        app.setOverlay("export");
      },
    },
    {
      id: "keep",
      title: "Keep",
      group: "Project",
      hint: "write the files and commit them with your git",
      keys: "Mod+Shift+K",
      when: () => app.result.services().length > 0,
      run: () => keepBuild(app),
    },
    {
      id: "findings",
      title: "Findings: credentials and known vulnerabilities",
      group: "Project",
      hint: () => app.project(),
      when: hasRun,
      run: () => app.setOverlay("findings"),
    },
    {
      id: "replay",
      title: "Replay this run",
      group: "Run",
      hint: () => app.project(),
      when: hasRun,
      run: () => void app.startReplay(app.run.info.id),
    },
    ...app.samples().map<Command>((sample) => ({
      id: `sample.${sample.name}`,
      title: `Try ${sample.title}`,
      group: "Project",
      run: () => void app.opening.sample(sample.name),
    })),
    {
      id: "onboarding",
      title: "First steps: choose a model",
      group: "Setting",
      run: () => void app.onboarding.show(),
    },
    {
      id: "models",
      title: "Providers and keys",
      group: "Setting",
      run: () => app.openSettings("providers"),
    },
    ...settingRows.map<Command>((row) => ({
      id: `setting.${row.section}.${row.title}`,
      title: row.title,
      group: "Setting",
      hint: row.says,
      sought: true,
      run: () => app.openSetting(row),
    })),
    { id: "back", title: "Back", group: "Go to", keys: "Mod+[", quiet: true, run: app.navigation.back },
    { id: "forward", title: "Forward", group: "Go to", keys: "Mod+]", quiet: true, run: app.navigation.forward },
    { id: "rail", title: "Collapse sidebar", group: "View", keys: "Mod+\\", run: () => app.setNarrow(!app.narrow()) },
    { id: "theme", title: "Light or dark", group: "Setting", keys: "Mod+T", run: () => void app.settings.nextTheme() },
    {
      id: "contrast",
      title: "High contrast",
      group: "Setting",
      run: () => void app.settings.change({ theme: "contrast" }),
    },
    {
      id: "system",
      title: "System theme",
      group: "Setting",
      run: () => void app.settings.change({ theme: "system" }),
    },
    { id: "larger", title: "Zoom in", group: "View", keys: "Mod+=", run: () => app.settings.zoom(1) },
    { id: "smaller", title: "Zoom out", group: "View", keys: "Mod+-", run: () => app.settings.zoom(-1) },
    {
      id: "usual-size",
      title: "Reset zoom",
      group: "View",
      keys: "Mod+0",
      run: () => void app.settings.change({ zoom: 100 }),
    },
    { id: "shortcuts", title: "Keyboard shortcuts", group: "View", keys: "?", run: () => app.setOverlay("shortcuts") },
  ];
}

/** Opens the dialog that writes the files and commits them, where it lies. */
export function keepBuild(app: Pick<App, "navigation" | "setOverlay">) {
  app.navigation.go("result");
  app.setOverlay("keep");
}
