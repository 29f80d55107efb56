import { createMemo, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { rejected } from "~/bridge/fault";
import type { Fault, TreeNode } from "~/bridge/types";

export interface TreeRow {
  node: TreeNode;
  depth: number;
  open: boolean;
  loading: boolean;
}

/** The repository's folders, loaded when they are opened. */
export function createTree(load: (run: string, dir: string) => Promise<TreeNode[]>) {
  const [children, setChildren] = createStore<Record<string, TreeNode[]>>({});
  const [open, setOpen] = createStore<Record<string, boolean>>({});
  const [selected, select] = createSignal("");
  const [fault, setFault] = createSignal<Fault>();
  let run = "";

  const rows = createMemo(() => {
    const list: TreeRow[] = [];
    const walk = (dir: string, depth: number) => {
      for (const node of children[dir] ?? []) {
        const isOpen = node.is_dir && open[node.path] === true;
        list.push({ node, depth, open: isOpen, loading: isOpen && children[node.path] === undefined });
        if (isOpen) walk(node.path, depth + 1);
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
      setChildren(dir, reconcile(nodes, { key: "path" }));
      setFault(undefined);
    } catch (thrown) {
      if (of === run) setFault(rejected(thrown));
    }
  }

  /** Shows another run's folder, or reads the open folders of the same one again. */
  async function show(id: string) {
    if (id !== run) {
      run = id;
      setChildren(reconcile({}));
      setOpen(reconcile({}));
      select("");
    }
    if (id === "") return;
    await read("");
    await Promise.all(
      Object.keys(open)
        .filter((dir) => open[dir])
        .map(read),
    );
  }

  async function expand(dir: string) {
    setOpen(dir, true);
    if (children[dir] === undefined) await read(dir);
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
    collapse: (dir: string) => setOpen(dir, false),
    toggle: (dir: string) => (open[dir] ? setOpen(dir, false) : void expand(dir)),
    reveal,
    loaded: () => children[""] !== undefined,
  };
}

export type Tree = ReturnType<typeof createTree>;
