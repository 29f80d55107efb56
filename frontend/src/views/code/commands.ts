import type { App } from "~/state/app";
import type { Command } from "~/state/frame/commands";
import { afterPaint } from "~/state/shared/async";
import { focusOn, ids } from "./icons";

/** What the keys and the palette do on the Code map. */
export function codeCommands(app: App, shown: { references: () => void; graph: () => void }): Command[] {
  const { code } = app;
  const has = () => code.focus() !== "";
  return [
    {
      id: "code.references",
      title: "References",
      group: "View",
      hint: "what refers to the selection",
      keys: "R",
      when: () => code.card() !== undefined,
      run: () => {
        code.setInspecting(true);
        shown.references();
        afterPaint(() => focusOn(ids.references));
      },
    },
    {
      id: "code.graph",
      title: "Graph",
      group: "View",
      hint: "around the selection",
      keys: "G",
      when: has,
      run: () => {
        code.setPlace(undefined);
        shown.graph();
        if (code.selected() && code.selected() !== code.focus()) code.focusOn(code.selected());
        afterPaint(() => focusOn(ids.graph));
      },
    },
    {
      id: "code.nearer",
      title: "Decrease depth",
      group: "View",
      keys: "-",
      when: () => has() && code.depth() > 1,
      run: () => code.setDepth(code.depth() - 1),
    },
    {
      id: "code.farther",
      title: "Increase depth",
      group: "View",
      keys: "=",
      when: () => has() && code.depth() < 3,
      run: () => code.setDepth(code.depth() + 1),
    },
    {
      id: "code.expand",
      title: "Show all neighbours of the selection",
      group: "View",
      keys: "E",
      when: has,
      run: () => code.expand(code.selected()),
    },
    {
      id: "code.rebuild",
      title: "Rescan all sources",
      group: "Project",
      when: () => code.run() !== "",
      run: () => void code.rebuild(),
    },
    {
      id: "code.stop",
      title: "Stop the model that reads the code",
      group: "View",
      keys: "Escape",
      when: () => code.finding.busy() && code.place() === undefined,
      run: () => code.finding.stop(),
    },
    {
      id: "code.meaning",
      title: "Find code by what it does",
      group: "View",
      hint: "a question in words",
      run: () => {
        code.look({ mode: "meaning" });
        focusOn(ids.search);
      },
    },
    {
      id: "code.back",
      title: "Back to the graph",
      group: "View",
      keys: "Escape",
      quiet: true,
      when: () => code.place() !== undefined,
      run: () => code.setPlace(undefined),
    },
    {
      id: "code.search",
      title: "Search the code",
      group: "View",
      keys: "/",
      quiet: true,
      run: () => focusOn(ids.search),
    },
    {
      id: "code.search.too",
      title: "Search the code",
      group: "View",
      keys: "Mod+F",
      quiet: true,
      run: () => focusOn(ids.search),
    },
  ];
}
