import type { App } from "~/state/app";
import type { Command } from "~/state/frame/commands";
import { keepBuild } from "~/state/globalCommands";
import { fields, fieldWords } from "~/state/plan/fields";
import { afterPaint } from "~/state/shared/async";
import { focusField } from "./focus";
import type { View } from "./views";

/** Proves at the first press: where a builder is found, the proof begins as soon as its screen is there. */
export function proveNow(app: App) {
  app.proof.want(true);
  app.navigation.go("prove");
}

/** What the keys and the palette do on the Result. */
export function resultCommands(app: App, shown: () => View, setView: (view: View) => void): Command[] {
  const { result } = app;
  const has = () => result.services().length > 0;
  const many = () => result.services().length > 1;
  const problems = () => result.state()?.problems ?? [];
  let problem = -1;
  function toField(pointer: string) {
    const there = shown() === "form";
    setView("form");
    if (there) queueMicrotask(() => focusField(pointer));
    else afterPaint(() => focusField(pointer)); // the form's lower part comes with its second picture
  }
  return [
    {
      id: "result.keep",
      title: "Keep what is proven",
      group: "Project",
      keys: "Mod+Enter",
      quiet: true,
      when: app.verdict.good,
      run: () => keepBuild(app),
    },
    {
      id: "result.prove",
      title: "Prove this service",
      group: "Run",
      hint: "build, start, probe",
      keys: "Mod+Enter",
      when: () => has() && result.invalid() === "",
      run: () => proveNow(app),
    },
    {
      id: "result.undo",
      title: "Undo",
      group: "Service",
      keys: "Mod+Z",
      when: () => result.state()?.can_undo === true && shown() !== "json",
      run: () => void result.undo(),
    },
    {
      id: "result.redo",
      title: "Redo",
      group: "Service",
      keys: "Mod+Shift+Z",
      when: () => result.state()?.can_redo === true && shown() !== "json",
      run: () => void result.redo(),
    },
    {
      id: "result.problem",
      title: "Next problem",
      group: "Service",
      keys: "F8",
      when: () => problems().length > 0,
      run: () => {
        problem = (problem + 1) % problems().length;
        toField(problems()[problem]?.field ?? "");
      },
    },
    ...fields.map((field) => ({
      id: `result.field.${field.pointer}`,
      title: fieldWords(field.pointer),
      group: "Service" as const,
      sought: true,
      when: has,
      run: () => toField(field.pointer),
    })),
    ...Array.from({ length: 9 }, (_, i) => ({
      id: `result.service.${i + 1}`,
      title: `Service ${i + 1}`,
      group: "Service" as const,
      keys: `Alt+${i + 1}`,
      quiet: true,
      when: () => result.services()[i] !== undefined,
      run: () => result.setCurrent(result.services()[i] ?? ""),
    })),
    ...(["form", "json", "diff", "canvas"] as const).map((id) => ({
      id: `result.view.${id}`,
      title: `Show as ${{ form: "form", json: "JSON", diff: "difference to what was detected", canvas: "canvas" }[id]}`,
      group: "View" as const,
      when: () => has() && (id !== "canvas" || many()),
      run: () => setView(id),
    })),
  ];
}
