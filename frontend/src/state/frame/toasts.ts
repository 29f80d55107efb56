import { createSignal } from "solid-js";

export interface Toast {
  id: number;
  tone: "ok" | "info" | "warn";
  title: string;
  detail: string;
  action?: { label: string; run: () => void };
}

/** For things that finished elsewhere, and for Undo. Three at most. */
export function createToasts() {
  const [toasts, set] = createSignal<readonly Toast[]>([]);
  let next = 1;
  const close = (id: number) => set((list) => list.filter((toast) => toast.id !== id));

  function show(toast: Omit<Toast, "id">) {
    const id = next++;
    set((list) => [...list.slice(-2), { ...toast, id }]);
  }

  return { toasts, show, close };
}

export type Toasts = ReturnType<typeof createToasts>;
