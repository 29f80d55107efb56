import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDraft } from "./draft";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field whose saving is answered when the test says so. */
function field(first: string) {
  const [saved, setSaved] = createSignal(first);
  const asked: string[] = [];
  const draft = createRoot(() => createDraft(saved, (text) => asked.push(text)));
  return { draft, asked, setSaved, type: (text: string) => (draft.input(text), vi.advanceTimersByTime(1000)) };
}

test("an undo shows at once in the field that has the cursor, and leaving it brings nothing back", () => {
  const { draft, asked, setSaved, type } = field("npm ci");
  type("npm cix");
  expect(asked).toEqual(["npm cix"]);
  setSaved("npm cix");
  setSaved("npm ci"); // the undo
  expect(draft.text()).toBe("npm ci");
  draft.commit();
  expect(asked).toEqual(["npm cix"]);
});

test("a late answer to what was typed takes nothing from what is typed since", () => {
  const { draft, setSaved, type } = field("a");
  type("ab");
  type("abc");
  setSaved("ab");
  expect(draft.text()).toBe("abc");
  setSaved("abc");
  expect(draft.text()).toBe("abc");
});

test("white space at the end of a list is kept while it is written", () => {
  const { draft, setSaved, type } = field("one");
  type("one\ntwo\n");
  setSaved("one\ntwo");
  expect(draft.text()).toBe("one\ntwo\n");
});

test("Escape brings the saved value back", () => {
  const { draft, asked } = field("a");
  draft.input("b");
  draft.revert();
  vi.advanceTimersByTime(1000);
  expect([draft.text(), asked]).toEqual(["a", []]);
});
