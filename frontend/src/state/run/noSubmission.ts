import type { EventBody } from "~/bridge/types";
import { counted } from "~/state/shared/format";

/** How a model that looked through the project ended without a submission. */
export interface NoSubmission {
  /** It used up its calls: more of them may help. */
  exhausted: boolean;
  /** What happened, as a sentence. */
  words: string;
}

export function noSubmissionOf({ reason, calls = 0, limit = 0, evidence = "" }: EventBody): NoSubmission {
  const after = `after ${calls} of ${counted(limit, "tool call")}`;
  switch (reason) {
    case "exhausted":
      return { exhausted: true, words: `The model used up its ${counted(limit, "tool call")} and submitted nothing.` };
    case "silent":
      return {
        exhausted: false,
        words: `The model called no tool twice in a row and submitted nothing, ${after}.`,
      };
    case "cut_off":
      return {
        exhausted: false,
        words: `The model's answer was too long and was cut off twice in a row, so nothing was submitted, ${after}.`,
      };
    default:
      return { exhausted: false, words: `The model repeated itself and submitted nothing, ${after}: ${evidence}.` };
  }
}
