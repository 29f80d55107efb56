import { createMemo, createSignal } from "solid-js";

export type Screen = "home" | "analysis" | "result" | "prove" | "agent" | "code" | "history" | "settings" | "fleet";

/** Those of the rail, each with its key. Fleet is reached from the History and the palette: most people have none. */
export const screens: { id: Screen; title: string }[] = [
  { id: "home", title: "Home" },
  { id: "analysis", title: "Analysis" },
  { id: "result", title: "Result" },
  { id: "prove", title: "Prove" },
  { id: "agent", title: "Agent" },
  { id: "code", title: "Code map" },
  { id: "history", title: "History" },
  { id: "settings", title: "Settings" },
];

/** Which screen is shown, and the way back. */
export function createNavigation() {
  const [trail, setTrail] = createSignal<Screen[]>(["home"]);
  const [at, setAt] = createSignal(0);
  const screen = createMemo<Screen>(() => trail()[at()] ?? "home");

  function go(to: Screen) {
    if (to === screen()) return;
    setTrail((list) => [...list.slice(0, at() + 1), to].slice(-50));
    setAt(trail().length - 1);
  }

  return {
    screen,
    go,
    back: () => setAt((n) => Math.max(0, n - 1)),
    forward: () => setAt((n) => Math.min(trail().length - 1, n + 1)),
  };
}

export type Navigation = ReturnType<typeof createNavigation>;
