import type { Passage } from "~/bridge/types";
import type { Place } from "~/state/frame/view";
import { bytes } from "~/state/shared/format";

/** A passage as it is shown. */
export interface Shown {
  /** Path and line, "" where it is text alone. */
  name: string;
  /** Where it leads; a folder leads nowhere. */
  place: Place | undefined;
  size: string;
  /** By which it is coloured: the ending of the path. */
  kind: string;
  lines: { number: number; text: string; match: boolean }[];
}

export function passagesOf(shown: readonly Passage[]): Shown[] {
  return shown.map((one) => {
    const path = one.path ?? "";
    const first = one.line ?? 0;
    const at = one.match ?? first;
    const text = one.text ?? "";
    return {
      name: one.folder ? `${path}/` : path && at > 1 ? `${path}:${at}` : path,
      place: path === "" || one.folder ? undefined : { path, line: at },
      size: one.bytes === undefined ? "" : bytes(one.bytes),
      kind: path === "" ? "txt" : (path.split(/[./]/).at(-1)?.toLowerCase() ?? ""),
      lines:
        text === ""
          ? []
          : text.split("\n").map((line, i) => {
              const number = first === 0 ? 0 : first + i;
              return { number, text: line, match: one.match !== undefined && number === one.match };
            }),
    };
  });
}

/** What was looked at, in a few words: the first file, and how many more. */
export function lookedAt(shown: readonly Passage[]): string {
  const paths = [...new Set(shown.map((one) => one.path ?? ""))].filter(Boolean);
  if (paths.length === 0) return "";
  return paths.length === 1 ? (paths[0] ?? "") : `${paths[0] ?? ""} and ${paths.length - 1} more`;
}
