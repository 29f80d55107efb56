import { describe, expect, test } from "vitest";
import { cardOf } from "./cards";
import { lookedAt, passagesOf } from "./passages";

describe("what a tool has shown a model", () => {
  test("leads to its line", () => {
    const [read, match, folder, text] = passagesOf([
      { path: "app/main.py", line: 40, text: "a = 1\nb = 2", bytes: 900 },
      { path: "Dockerfile", line: 2, match: 3, text: "FROM x\nEXPOSE 80" },
      { path: "app", folder: true },
      { text: "app/\n  main.py" },
    ]);
    expect(read?.place).toEqual({ path: "app/main.py", line: 40 });
    expect(read?.name).toBe("app/main.py:40");
    expect(read?.kind).toBe("py");
    expect(read?.lines.map((line) => line.number)).toEqual([40, 41]);
    expect(match?.place?.line).toBe(3);
    expect(match?.lines.map((line) => line.match)).toEqual([false, true]);
    expect(folder?.name).toBe("app/");
    expect(folder?.place).toBeUndefined();
    expect(text?.name).toBe("");
    expect(text?.lines.map((line) => line.number)).toEqual([0, 0]);
  });

  test("names the first file and counts the others once", () => {
    expect(lookedAt([{ path: "a" }, { path: "a" }, { path: "b" }])).toBe("a and 1 more");
    expect(lookedAt([{ text: "a tree" }])).toBe("");
  });

  test("stands on the card of the tool", () => {
    const event = {
      tool: "read_file",
      success: true,
      output_bytes: 2048,
      shown: [{ path: "go.mod", line: 1 }],
      left: 2,
    };
    const card = cardOf({ seq: 1, run_id: "r", ts: 0, type: "tool.completed", event });
    expect(card.result.startsWith("go.mod, ")).toBe(true);
    expect(card.shown).toEqual([{ path: "go.mod", line: 1 }]);
    expect(card.left).toBe(2);
  });
});
