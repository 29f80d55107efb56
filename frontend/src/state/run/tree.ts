import { createMemo, createSignal } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { Fault, TreeNode } from "~/bridge/types";

export interface TreeRow {
  node: TreeNode;
  depth: number;
  open: boolean;
}

/** The repository's folders, loaded when they are opened. */
export function createTree(load: (run: string, dir: string) => Promise<TreeNode[]>) {
  // Plain, and told by a number: a store would wrap each of a hundred thousand nodes.
  const children = new Map<string, TreeNode[]>();
  const opened = new Set<string>();
  const [changes, setChanges] = createSignal(0);
  const changed = () => setChanges((n) => n + 1);
  const [selected, select] = createSignal("");
  const [fault, setFault] = createSignal<Fault>();
  let run = "";

  const rows = createMemo(() => {
    changes();
    const list: TreeRow[] = [];
    const walk = (dir: string, depth: number) => {
      for (const node of children.get(dir) ?? []) {
        const open = node.is_dir && opened.has(node.path);
        list.push({ node, depth, open });
        if (open) walk(node.path, depth + 1);
      }
    };
    walk("", 0);
    return list;
  });

  async function read(dir: string) {
    const of = run;
    try {
      const nodes = await load(of, dir);
      if (of !== run) return;
      children.set(dir, nodes);
      changed();
      setFault(undefined);
    } catch (thrown) {
      if (of === run) setFault(rejected(thrown));
    }
  }

  /** Shows another run's folder, or reads the open folders of the same one again. */
  async function show(id: string) {
    if (id !== run) {
      run = id;
      children.clear();
      opened.clear();
      changed();
      select("");
    }
    if (id === "") return;
    await read("");
    await Promise.all([...opened].map(read));
  }

  async function expand(dir: string) {
    opened.add(dir);
    if (children.has(dir)) changed();
    else await read(dir);
  }

  function collapse(dir: string) {
    opened.delete(dir);
    changed();
  }

  /** Opens every folder above the path and selects it. */
  async function reveal(path: string) {
    const parts = path.split("/");
    for (let i = 1; i < parts.length; i++) await expand(parts.slice(0, i).join("/"));
    select(path);
  }

  return {
    rows,
    selected,
    select,
    fault,
    show,
    expand,
    collapse,
    toggle: (dir: string) => (opened.has(dir) ? collapse(dir) : void expand(dir)),
    reveal,
    loaded: () => changes() > 0 && children.has(""),
  };
}

export type Tree = ReturnType<typeof createTree>;
