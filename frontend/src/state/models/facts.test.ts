import { expect, test } from "vitest";
import { answerTime, fullMemory, modelFacts, needs, contextSize, suitable } from "./facts";

const gb = 2 ** 30;

test("a model's facts stand in a line, and what is not known is left out or said", () => {
  expect(modelFacts({ made: "code", context: 32768, licence: "Apache-2.0" })).toBe(
    "for code · 32k tokens · Apache-2.0",
  );
  expect(modelFacts({ made: "", context: 0, licence: "" })).toBe("licence not stated");
  expect(contextSize(262144)).toBe("256k");
  expect(contextSize(512)).toBe("512");
});

test("the memory of the longest conversation is said where it is more", () => {
  const memory = [
    { tokens: 16384, bytes: 6 * gb },
    { tokens: 262144, bytes: 14 * gb },
  ];
  expect(fullMemory({ memory, need: 6 * gb })).toBe("14 GB with 256k tokens");
  expect(fullMemory({ memory, need: 20 * gb })).toBe("");
  expect(fullMemory({ memory: [], need: gb })).toBe("");
});

test("how long an answer takes is an estimate, and none where nothing is known", () => {
  expect(answerTime({ answer: 47.4, on_gpu: false })).toBe("about 45 s an answer");
  expect(answerTime({ answer: 3.2, on_gpu: false })).toBe("about 3 s an answer");
  expect(answerTime({ answer: 300, on_gpu: false })).toBe("about 5 min an answer");
  expect(answerTime({ answer: 300, on_gpu: true })).toBe("on the graphics card");
  expect(answerTime({ answer: 0, on_gpu: false })).toBe("");
});

test("what Ollama needs for a model", () => {
  expect(needs({ tier: 2, vram: 6, ram: 0 })).toBe("recommended, 6 GB of graphics memory");
  expect(needs({ tier: 3, vram: 4, ram: 5 })).toBe("for processors, 4 GB of graphics memory or 5 GB of memory");
  expect(needs({ tier: 0, vram: 0, ram: 0 })).toBe("");
});

test("what suits this computer comes first, then what is on the disk, then by fit and size", () => {
  const model = (name: string, fit: string, bytes: number, more = {}) => ({
    name,
    fit,
    bytes,
    recommended: false,
    state: "absent",
    ...more,
  });
  const listed = [
    model("huge", "no", 40),
    model("tight", "tight", 20),
    model("slow", "slow", 12),
    model("slower", "slow", 14),
    model("mine", "slow", 3, { state: "ready" }),
    model("best", "good", 2, { recommended: true }),
    model("good", "good", 1),
  ];
  expect(suitable(listed).map((one) => one.name)).toEqual(["best", "mine", "good", "slower", "slow", "tight", "huge"]);
});
