import type { ExportFile } from "~/bridge/types";

/** Whether a file of the project's own is in the way of ours, or would be put out of use by it. */
export function inTheWay(file: ExportFile): boolean {
  return file.exists ? !file.same && !file.ours : file.unread !== "" || file.override !== "";
}

/** Which files of an export belong together; what is chosen is a set of paths. */
export function createSet(files: readonly ExportFile[]) {
  const at = new Map(files.map((file) => [file.path, file]));
  const there = (chosen: ReadonlySet<string>, path: string) => chosen.has(path) || at.get(path)?.same === true;

  /** What is chosen once one more file is: with what it needs, and what it is there for. */
  function joined(chosen: ReadonlySet<string>, path: string): Set<string> {
    const now = new Set(chosen);
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (now.has(next) && next !== path) continue;
      now.add(next);
      const file = at.get(next);
      waiting.push(...(file?.needs ?? []).filter((one) => !there(now, one)));
      const serves = file?.serves ?? [];
      if (!serves.some((one) => there(now, one) || waiting.includes(one))) waiting.push(...serves);
    }
    return now;
  }

  /** What is left of the chosen without some files: nothing that needs one of them, nothing that is there for them alone. */
  function without(chosen: ReadonlySet<string>, paths: readonly string[]): Set<string> {
    const now = new Set(chosen);
    for (const path of paths) now.delete(path);
    for (let before = -1; before !== now.size;) {
      before = now.size;
      for (const path of now) {
        const { needs = [], serves = [] } = at.get(path) ?? {};
        const alone = serves.length > 0 && !serves.some((one) => there(now, one));
        if (alone || !needs.every((one) => there(now, one))) now.delete(path);
      }
    }
    return now;
  }

  /** What is chosen at first: all that builds and starts the services and leaves the project's own as it is. */
  const free = () =>
    without(
      new Set(files.filter((file) => !isDocument(file)).map((file) => file.path)),
      files.filter(inTheWay).map((file) => file.path),
    );

  /** The file in the way because of which another one is not chosen at first; "" where it is for none. */
  function cause(path: string, seen: readonly string[] = []): string {
    const file = at.get(path);
    if (!file || seen.includes(path)) return "";
    if (inTheWay(file)) return path;
    const first = (paths: readonly string[]) =>
      paths.map((one) => cause(one, [...seen, path])).find((one) => one !== "") ?? "";
    const needed = first(file.needs);
    if (needed !== "" || file.serves.length === 0) return needed;
    return file.serves.every((one) => cause(one, [...seen, path]) !== "") ? first(file.serves) : "";
  }

  return { joined, without, free, cause };
}

export const isDocument = (file: ExportFile) => file.path.startsWith("universalbuild.");

export interface Standing {
  tone: "muted" | "warning" | "success";
  text: string;
}

/** What will happen to a file; `cause` is the file in the way of those that it belongs with. */
export function standing(file: ExportFile, chosen: boolean, cause: string): Standing {
  if (file.same) return { tone: "muted", text: "already there, unchanged" };
  if (file.ours) return { tone: chosen ? "success" : "muted", text: "updates an earlier export" };
  if (file.exists) {
    return chosen
      ? { tone: "warning", text: "replaces yours; a backup is kept" }
      : { tone: "warning", text: "your own file is kept" };
  }
  if (file.unread !== "" || file.override !== "") return { tone: "warning", text: beside(file, chosen) };
  if (!chosen && cause !== "") return { tone: "muted", text: `belongs with ${cause}` };
  if (chosen && file.touches.length > 0) {
    return { tone: "warning", text: `new; also used by ${listed(file.touches)}` };
  }
  return { tone: chosen ? "success" : "muted", text: "new" };
}

function beside(file: ExportFile, chosen: boolean): string {
  if (file.unread === "") return `your ${file.override} overrides it`;
  if (!chosen) return `compose reads your ${file.unread}`;
  const laid = file.override === "" ? "" : `, under your ${file.override}`;
  return `compose reads it instead of your ${file.unread}${laid}`;
}

/** How many paths a sentence names. */
const named = 3;

export function listed(paths: readonly string[]): string {
  const rest = paths.length - named;
  const list = rest > 1 ? [...paths.slice(0, named), `${rest} more`] : [...paths];
  const last = list.pop() ?? "";
  return list.length === 0 ? last : `${list.join(", ")} and ${last}`;
}
