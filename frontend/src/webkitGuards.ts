/**
 * A drop must never navigate: WebKit would replace the page by a listing of the dropped folder. Registered before
 * anything else, in the capture phase, for every kind of drag.
 */
for (const type of ["dragenter", "dragover", "drop"]) {
  window.addEventListener(type, (event) => event.preventDefault(), true);
}

/**
 * WebKitGTK calls the language "C" where the system has none. That is no language tag (BCP 47): Intl throws, and with it
 * libraries that make a formatter while they are loaded.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}

export {};
