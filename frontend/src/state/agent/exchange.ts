import type { AgentChanges, AgentEnd, AgentStep, AskedChange, OpenedTalk, Summed } from "~/bridge/types";

/** What a model did before it answered. */
export interface Deed {
  kind: "tool" | "note";
  /** The tool's name; "" of a note. */
  tool: string;
  text: string;
  failed: boolean;
  /** Why it failed; absent where that is not known any more. */
  problem?: string;
  /** It is being done. */
  running?: boolean;
}

/** A question with what came of it. */
export interface Exchange {
  question: string;
  answer: string;
  deeds: Deed[];
  /** Absent while it is answered, and of one that was kept. */
  end?: AgentEnd;
  /** What the model looked at, and the commands that it wished to run; absent while it is answered. */
  did?: Pick<AgentEnd, "evidence" | "commands">;
  model: string;
  /** The change that waits for the user. */
  asked?: AskedChange | undefined;
  /** The files that were changed. */
  changes?: AgentChanges | undefined;
  /** After it, what was said until then was summed up for the model. */
  summed?: Summed | undefined;
}

/** The tools that change files. */
export const changeTools = ["edit_file", "write_file", "delete_file"];

/** A step of a task, as a model says it. */
export interface Todo {
  content: string;
  status: "pending" | "in_progress" | "completed";
}

const todoStates: Todo["status"][] = ["pending", "in_progress", "completed"];

export const todoTool = "todo_write";

/** The steps that a model said last; what is no list of steps says none. */
export function todosOf(deeds: readonly Deed[]): Todo[] {
  const last = deeds.findLast((deed) => deed.tool === todoTool && !deed.failed);
  try {
    const { todos } = JSON.parse(last?.text ?? "{}") as { todos?: Todo[] };
    return Array.isArray(todos)
      ? todos.filter((one) => typeof one.content === "string" && todoStates.includes(one.status))
      : [];
  } catch {
    return [];
  }
}

/** Takes what happened into an exchange. */
export function take(into: Exchange, steps: readonly AgentStep[]) {
  for (const step of steps) {
    const last = into.deeds.at(-1);
    if (step.kind === "text") into.answer += step.text;
    else if (step.kind === "tool" || step.kind === "note" || step.kind === "summed") {
      // What was said before a call was no answer.
      if (step.kind === "tool") into.answer = "";
      const kind = step.kind === "tool" ? "tool" : "note";
      const deed: Deed = { kind, tool: step.tool ?? "", text: step.text, failed: false };
      if (step.tool === "bash") deed.running = true;
      into.deeds.push(deed);
    } else if (step.kind === "completed") {
      for (const deed of into.deeds) if (deed.tool === step.tool) delete deed.running;
    } else if (step.kind === "asked") into.asked = step.asked;
    else if (step.kind === "settled") into.asked = undefined;
    else if (step.kind === "failed" && last && last.tool === step.tool) {
      last.failed = true;
      if (step.text) last.problem = step.text;
      delete last.running;
    }
  }
}

/** A turn that was kept. */
export function exchangeOf(one: OpenedTalk["turns"][number]): Exchange {
  const deeds = one.calls.map(({ tool, arguments: text, failed }): Deed => ({
    kind: "tool",
    tool,
    text,
    failed: failed ?? false,
  }));
  return {
    question: one.question,
    answer: one.answer,
    deeds,
    model: one.model ?? "",
    changes: one.changes,
    summed: one.summed,
    did: one as Pick<AgentEnd, "evidence" | "commands">,
  };
}
