import { createMemo, createSignal } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { CodeRow, Fault } from "~/bridge/types";

export interface OutlineRow {
  row: CodeRow;
  depth: number;
  open: boolean;
  /** Rows of its parent that are not listed; it stands for them where it is above 0. */
  more: number;
}

type Load = (run: string, below: string, byPath: boolean) => Promise<{ rows: CodeRow[]; more: number }>;

/** Folders, files and symbols, loaded when they are opened. */
export function createOutline(load: Load) {
  type Children = Map<string, { rows: CodeRow[]; more: number }>;
  let children: Children = new Map();
  /** What is read goes here: while another order is read, the old one stands. */
  let next = children;
  const opened = new Set<string>();
  const [changes, setChanges] = createSignal(0);
  const changed = () => setChanges((n) => n + 1);
  const [byPath, setByPath] = createSignal(false);
  const [at, setAt] = createSignal(0);
  const [fault, setFault] = createSignal<Fault>();
  let run = "";

  const rows = createMemo(() => {
    changes();
    const list: OutlineRow[] = [];
    const walk = (below: string, depth: number) => {
      const known = children.get(below);
      for (const row of known?.rows ?? []) {
        const open = row.holds && opened.has(row.id);
        list.push({ row, depth, open, more: 0 });
        if (open) walk(row.id, depth + 1);
      }
      const last = known?.rows.at(-1);
      if (known && last && known.more > 0) list.push({ row: last, depth, open: false, more: known.more });
    };
    walk("", 0);
    return list;
  });

  async function read(below: string) {
    const of = `${run} ${byPath()}`;
    try {
      const found = await load(run, below, byPath());
      if (of !== `${run} ${byPath()}`) return;
      next.set(below, found);
      setFault(undefined);
      changed();
      // A folder that holds one folder alone is opened with it.
      const [only] = found.rows;
      if (found.rows.length === 1 && only?.folder) await expand(only.id);
    } catch (thrown) {
      if (of !== `${run} ${byPath()}`) return;
      opened.delete(below);
      if (below === "") setFault(rejected(thrown));
      changed();
    }
  }

  /** Reads what is open again: of another run, or after the code has changed. */
  async function show(id: string) {
    if (id !== run) {
      run = id;
      children = new Map();
      next = children;
      opened.clear();
      setAt(0);
      changed();
    }
    if (id === "") return;
    await read("");
    await Promise.all([...opened].map(read));
  }

  async function expand(id: string) {
    opened.add(id);
    changed();
    if (!next.has(id)) await read(id);
  }

  function collapse(id: string) {
    opened.delete(id);
    changed();
  }

  async function order(path: boolean) {
    setByPath(path);
    const fresh: Children = new Map();
    next = fresh;
    await show(run);
    if (next !== fresh) return;
    children = fresh;
    changed();
  }

  return {
    rows,
    at,
    setAt,
    fault,
    byPath,
    order,
    show,
    expand,
    collapse,
    toggle: (id: string) => (opened.has(id) ? collapse(id) : void expand(id)),
    loaded: () => changes() > 0 && children.has(""),
  };
}

export type Outline = ReturnType<typeof createOutline>;
