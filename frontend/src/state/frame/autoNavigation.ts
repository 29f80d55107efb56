import { createSignal } from "solid-js";
import type { Navigation, Screen } from "./navigation";

/**
 * A run that ends within so many milliseconds shows its Result alone: a screen that comes and goes faster is a flicker, and
 * drawing it would hold the run up.
 */
const blink = 250;

/** Brings a run's screens forward by themselves, until the user goes elsewhere. */
export function createAutoNavigation(navigation: Navigation) {
  /** Where the run was begun; "" once it leads no more. */
  const [from, setFrom] = createSignal<Screen | "">("");
  const leads = () => from() !== "" && [from(), "analysis"].includes(navigation.screen());

  return {
    /** `current` says whether the run is still the one that is shown. */
    begin(current: () => boolean) {
      setFrom(navigation.screen());
      // Most runs end within a blink: the Result follows at once then, without the Analysis in between.
      setTimeout(() => current() && leads() && navigation.go("analysis"), blink);
    },
    end(found: boolean) {
      if (leads()) navigation.go(found ? "result" : "analysis");
      setFrom("");
    },
    stay: () => setFrom(""),
  };
}
