import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { Stamped } from "~/bridge/types";
import { createSecondOpinion } from "./secondOpinion";

const event = (type: string, body: Stamped["event"]): Stamped => ({ seq: 1, run_id: "r", ts: 0, type, event: body });

test("a second opinion that ends before its id comes is compared all the same", async () => {
  let send: (batch: { run_id: string; events: Stamped[] }) => void = () => undefined;
  const pairs: string[][] = [];
  const opinion = createRoot(() =>
    createSecondOpinion(
      {
        secondOpinion: () => {
          send({ run_id: "b", events: [event("run.completed", {})] });
          return Promise.resolve("b");
        },
        onRun: (then) => ((send = then), () => undefined),
      },
      (a, b) => pairs.push([a, b]),
    ),
  );
  await opinion.ask("a", "openai", "OpenAI");
  expect(pairs).toEqual([["a", "b"]]);
  expect(opinion.asked()).toBeUndefined();
});
