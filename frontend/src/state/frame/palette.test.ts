import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import { createCommands, type Command } from "./commands";
import { fuzzy } from "~/state/shared/fuzzy";
import { caps, isSingle, matches, type Pressed } from "./keys";

const command = (title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  title,
  group: "Run",
  run: () => undefined,
  ...more,
});

const key = (name: string, more: Partial<Pressed> = {}): Pressed => ({
  key: name,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe("the palette", () => {
  test("finds by the letters, the beginning of a word first", () => {
    createRoot(() => {
      const commands = createCommands();
      commands.offer([command("Improve"), command("Prove web"), command("Export"), command("Hidden", { quiet: true })]);
      expect(commands.search("pro").map((one) => one.command.title)).toEqual(["Prove web", "Improve"]);
      expect(commands.search("hid")).toEqual([]);
      expect(commands.search("").length).toBe(3);
    });
  });

  test("lists one of many only once it is asked for", () => {
    createRoot(() => {
      const commands = createCommands();
      commands.offer([command("Run: ports", { sought: true }), command("Export")]);
      expect(commands.search("").map((one) => one.command.title)).toEqual(["Export"]);
      expect(commands.search("ports").map((one) => one.command.title)).toEqual(["Run: ports"]);
    });
  });

  test("shows settings to who asks for them: by name, or all after a >", () => {
    const commands = createRoot(() => createCommands());
    createRoot(() =>
      commands.offer([
        { id: "a", title: "Retry", group: "Run", run: () => undefined },
        { id: "b", title: "Retries", hint: "asked again", group: "Setting", sought: true, run: () => undefined },
      ]),
    );
    const titles = (question: string) => commands.search(question).map((one) => one.command.title);
    expect(titles("")).toEqual(["Retry"]);
    expect(titles("retr")).toEqual(["Retry", "Retries"]);
    expect(titles("again")).toEqual([]);
    expect(titles(">")).toEqual(["Retries"]);
    expect(titles("> retr")).toEqual(["Retries"]);
  });

  test("leaves out what cannot be done now", () => {
    createRoot(() => {
      const commands = createCommands();
      commands.offer([command("Stop", { when: () => false })]);
      expect(commands.search("stop")).toEqual([]);
    });
  });

  test("a screen's commands go away with it and come before the usual ones", () => {
    createRoot(() => {
      const commands = createCommands();
      commands.offer([command("usual")]);
      const leave = createRoot((dispose) => {
        commands.offer([command("screen")]);
        return dispose;
      });
      expect(commands.all().map((one) => one.title)).toEqual(["screen", "usual"]);
      leave();
      expect(commands.all().map((one) => one.title)).toEqual(["usual"]);
    });
  });

  test("marks the letters that were found", () => {
    expect(fuzzy("gth", "Go to History")?.at).toEqual([0, 3, 6]);
    expect(fuzzy("zz", "Go to History")).toBeUndefined();
  });
});

describe("keys", () => {
  test.each([
    ["Mod+K", key("k", { ctrlKey: true }), true],
    ["Mod+K", key("K", { ctrlKey: true, shiftKey: true }), false],
    ["Mod+Shift+Z", key("Z", { ctrlKey: true, shiftKey: true }), true],
    ["Mod+Z", key("Z", { ctrlKey: true, shiftKey: true }), false],
    ["?", key("?", { shiftKey: true }), true],
    ["Mod+1", key("&", { ctrlKey: true, code: "Digit1" }), true],
    ["Mod+=", key("+", { ctrlKey: true, shiftKey: true }), true],
    ["Alt+2", key("2", { altKey: true, code: "Digit2" }), true],
    ["R", key("r"), true],
    ["R", key("r", { ctrlKey: true }), false],
  ])("%s", (combination, pressed, expected) => expect(matches(pressed, combination, false)).toBe(expected));

  test("on macOS Mod is the Command key", () => {
    expect(matches(key("k", { metaKey: true }), "Mod+K", true)).toBe(true);
    expect(caps("Mod+Enter", true)).toEqual(["⌘", "Enter"]);
    expect(caps("Mod+K", false)).toEqual(["Ctrl", "K"]);
  });

  test("single letters are told from combinations", () => {
    expect(["R", "?", "Delete", "Escape"].map(isSingle)).toEqual([true, true, true, true]);
    expect(["Mod+R", "Alt+1", "F8"].map(isSingle)).toEqual([false, false, false]);
  });
});
