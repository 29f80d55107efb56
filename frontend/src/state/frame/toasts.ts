import { createSignal } from "solid-js";

export interface Toast {
  id: number;
  tone: "ok" | "info" | "warn";
  title: string;
  detail: string;
  action?: { label: string; run: () => void };
  /** What its action would take back: once that is taken back elsewhere, it has nothing more to offer. */
  of?: string;
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

  /** Takes away what offers to take back something that is taken back. */
  const settle = (of: string) => set((list) => list.filter((toast) => toast.of !== of));

  return { toasts, show, close, settle };
}

export type Toasts = ReturnType<typeof createToasts>;
