import { expect, test } from "vitest";
import { fields, partWords, sameFields } from "./fields";

test("a difference is called as the form calls its field", () => {
  expect(partWords("/runtime/ports")).toBe("Ports");
  expect(partWords("/runtime/ports/0/port")).toBe("Ports: 1 port");
  expect(partWords("/runtime/environment/PORT")).toBe("Environment, run: PORT");
  expect(partWords("/build/base_image")).toBe("Base image, build");
  expect(partWords("/metadata/nothing_known")).toBe("metadata nothing known");
});

test("what two runs have alike is counted by field", () => {
  expect(sameFields([])).toBe(fields.length);
  expect(sameFields([{ field: "/runtime/ports/0/port" }, { field: "/runtime/ports/1" }])).toBe(fields.length - 1);
});
