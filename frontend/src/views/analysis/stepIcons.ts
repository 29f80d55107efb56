import type { Step } from "~/state/run/phases";
import type { IconName } from "~/ui/Icon";

/** How the state of a phase looks, and what it is called. */
export const stepIcons: Record<Step["state"], { icon: IconName; tone: string; words: string }> = {
  waiting: { icon: "circle-dashed", tone: "text-muted", words: "waiting" },
  running: { icon: "loader", tone: "", words: "running" },
  done: { icon: "circle-check", tone: "text-success", words: "done" },
  failed: { icon: "circle-x", tone: "text-danger", words: "failed" },
};
