/** How a result is looked at. */
export type View = "form" | "json" | "diff" | "existing" | "hand" | "canvas";

/** The views that show two texts side by side. */
export const comparisons: Partial<Record<View, "detected" | "existing" | "hand">> = {
  diff: "detected",
  existing: "existing",
  hand: "hand",
};
