import type { Api } from "~/bridge/api";
import type { CodeNode, CodeState } from "~/bridge/types";
import type { FindingBridge } from "./codeFinding";

/** What the map needs of the bridge; tests pass a fake. */
export type CodeBridge = Pick<
  Api,
  | "openCode"
  | "leaveCode"
  | "rebuildCode"
  | "searchCode"
  | "textInCode"
  | "codeOutline"
  | "codeAt"
  | "codeAround"
  | "inspectCode"
  | "codeIssues"
  | "codeContext"
> &
  FindingBridge & { onCode(then: (state: CodeState) => void): () => void };

/** What is looked for: names, what a question in words means, or a text. */
export type Mode = "symbols" | "meaning" | "text";
export type Tab = "results" | "outline" | "issues";

/** A row of the results. */
export type Found =
  | { is: "hit"; node: CodeNode; score: number }
  | { is: "head"; title: string; count: string }
  | { is: "line"; path: string; line: number; text: string };
