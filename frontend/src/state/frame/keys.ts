/** Key combinations as they are written in the registry: "Mod+Shift+Z", "?", "F8", "Alt+1". */

const mac = typeof navigator !== "undefined" && navigator.platform.startsWith("Mac");

export interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether the event is the combination. Shift counts only where it is named or the key is a letter or a named key. */
export function matches(event: Pressed, combination: string, onMac = mac): boolean {
  const parts = combination.split("+");
  const key = combination.endsWith("++") ? "+" : (parts.at(-1) ?? "");
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const mod = onMac ? event.metaKey : event.ctrlKey;
  if (mod !== wants("Mod") || event.altKey !== wants("Alt")) return false;
  const symbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!symbol && event.shiftKey !== wants("Shift")) return false;
  if (/^[0-9]$/.test(key)) return event.code === `Digit${key}` || event.code === `Numpad${key}`;
  if (key === "=") return event.key === "=" || event.key === "+";
  return event.key.toLowerCase() === key.toLowerCase();
}

/** The caps to print, one per key. */
export function caps(combination: string, onMac = mac): string[] {
  const names: Record<string, string> = {
    Mod: onMac ? "⌘" : "Ctrl",
    Shift: onMac ? "⇧" : "Shift",
    Alt: onMac ? "⌥" : "Alt",
    Escape: "Esc",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Delete: "Del",
    " ": "Space",
  };
  return combination.split("+").map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** Whether typing would go into the element: single letters are no shortcuts there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  // A Select finds its options by their first letters, closed and open.
  return target instanceof HTMLTextAreaElement || target.closest("[data-select]") !== null;
}

/** Single keys without Mod or Alt: off while typing. */
export function isSingle(combination: string): boolean {
  return !/(^|\+)(Mod|Alt)\+/.test(combination) && !/^(Shift\+)?F\d+$/.test(combination);
}
