/**
 * What a walk does in the page, as a source that is put into it: a step takes one action at
 * random among what a user could do there, and says which. The same seed takes the same
 * choices among the same things.
 */
export const walker = (seed) => `(() => {
  let state = ${seed} >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const one = (list) => list[Math.floor(random() * list.length)];

  const faults = [];
  // A ResizeObserver that changes what it observes is told of it in the next frame: the browser says so, and nothing is wrong.
  addEventListener("error", (e) => e.message && !e.message.startsWith("ResizeObserver loop") && faults.push("error: " + e.message + " " + (e.error?.stack ?? "")));
  addEventListener("unhandledrejection", (e) => faults.push("unhandled: " + e.reason + " " + (e.reason?.stack ?? "")));
  const log = console.error;
  console.error = (...words) => { faults.push("console: " + words.map((w) => w + " " + (w?.stack ?? "")).join(" ")); log(...words); };

  const clickable = "button, a[href], summary, select, input[type=checkbox], input[type=radio], [role=button], [role=tab], [role=menuitem], [role=option], [role=row], [role=treeitem], [role=switch], [role=checkbox], [data-section]";
  const writable = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, [contenteditable=true]";
  const seen = (e) => {
    const r = e.getBoundingClientRect();
    if (r.width < 2 || r.height < 2 || r.bottom < 0 || r.right < 0 || r.top > innerHeight || r.left > innerWidth || e.disabled) return false;
    const top = document.elementFromPoint(Math.max(0, r.left + r.width / 2), Math.max(0, r.top + Math.min(r.height / 2, 12)));
    return top !== null && (e.contains(top) || top.contains(e));
  };
  const name = (e) => (e.getAttribute("aria-label") || e.innerText || e.title || e.tagName).trim().replace(/\\s+/g, " ").slice(0, 60);
  const keys = ["Escape", "Enter", "Tab", " ", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Delete", "?", "/", "e", "j", "k", "p", "r", "f", "["];
  const chords = ["1", "2", "3", "4", "5", "6", "7", "8", "k", "z", "f", "b", "Enter", "0", "=", "-"];
  const texts = ["", "8080", "node server.js", "65536", "-1", "../../etc/passwd", "<img src=x onerror=alert(1)>", "\\u202eabc\\u{1f4a5}", "0".repeat(400), "postgres://me:word@db/x", "a b\\nc"];

  function press(key, more = {}) {
    const init = { key, code: /^[0-9]$/.test(key) ? "Digit" + key : /^[a-z]$/.test(key) ? "Key" + key.toUpperCase() : key, bubbles: true, cancelable: true, ...more };
    const at = document.activeElement ?? document.body;
    at.dispatchEvent(new KeyboardEvent("keydown", init));
    at.dispatchEvent(new KeyboardEvent("keyup", init));
  }

  return {
    faults,
    step() {
      const what = random();
      if (what < 0.72) {
        const list = [...document.querySelectorAll(clickable)].filter((e) => seen(e) && !/^quit|stop and quit/i.test(name(e)));
        if (list.length === 0) return "nothing to click";
        const e = one(list);
        const said = "click " + name(e);
        const r = e.getBoundingClientRect();
        const init = { bubbles: true, cancelable: true, clientX: r.left + r.width / 2, clientY: r.top + Math.min(r.height / 2, 12), button: 0 };
        e.dispatchEvent(new PointerEvent("pointerdown", init));
        e.dispatchEvent(new MouseEvent("mousedown", init));
        e.focus?.();
        e.dispatchEvent(new PointerEvent("pointerup", init));
        e.dispatchEvent(new MouseEvent("mouseup", init));
        if (e.tagName === "SELECT" && e.options.length > 0) {
          e.selectedIndex = Math.floor(random() * e.options.length);
          e.dispatchEvent(new Event("change", { bubbles: true }));
        } else e.click();
        return said;
      }
      if (what < 0.82) {
        const key = one(keys);
        press(key);
        return "key " + key;
      }
      if (what < 0.9) {
        const key = one(chords);
        press(key, { ctrlKey: true, shiftKey: random() < 0.15 });
        return "key ctrl " + key;
      }
      const list = [...document.querySelectorAll(writable)].filter(seen);
      if (list.length === 0) return "nothing to write into";
      const e = one(list), text = one(texts);
      e.focus();
      if (e.isContentEditable) e.textContent = text;
      else Object.getOwnPropertyDescriptor(e.tagName === "TEXTAREA" ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype, "value").set.call(e, text);
      e.dispatchEvent(new InputEvent("input", { bubbles: true, data: text }));
      return "write " + JSON.stringify(text.slice(0, 30)) + " into " + name(e);
    },
  };
})()`;
