/**
 * A drop must never navigate: WebKit would replace the page by a listing of the dropped folder. Registered before
 * anything else, in the capture phase, for every kind of drag.
 */
for (const type of ["dragenter", "dragover", "drop"]) {
  window.addEventListener(type, (event) => event.preventDefault(), true);
}

export {};
