import { createSignal } from "solid-js";

/** A file that is shown at a line, beside whatever screen asked for it. */
export interface Place {
  path: string;
  line: number;
}

/** What is open in the window besides its screen. */
export function createView() {
  const [section, setSection] = createSignal("general");
  const [overlay, setOverlay] = createSignal<"" | "palette" | "shortcuts" | "export" | "keep" | "findings">("");
  const [place, setPlace] = createSignal<Place>();
  const [prompts, setPrompts] = createSignal(false);
  const [narrow, setNarrow] = createSignal(false);
  return { section, setSection, overlay, setOverlay, place, setPlace, prompts, setPrompts, narrow, setNarrow };
}

export type View = ReturnType<typeof createView>;
