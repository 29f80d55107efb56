import type { Alternative, Evidence, UniversalBuild } from "~/bridge/document";
import { splitWords } from "~/state/shared/commandLine";
import { evidenceOf, fields, portEdits, sure, unsureFields, valueAt, within, type Field } from "./fields";
import { baseName } from "~/state/shared/format";

/** What one reason decided: the field that the user decides it in, and those that follow. */
export interface Decision {
  field: Field;
  others: Field[];
  best: Evidence | undefined;
}

/** One line of one file, or one habit of a rule, is one reason, whatever it decided. */
const reasonOf = (one: Evidence) => [one.source, one.rule, one.path, one.line].join("\n");

/** What is unsure, each reason once: a version and the images that are made of it are one question. */
export function unsureDecisions(doc: UniversalBuild | undefined): Decision[] {
  const decisions = new Map<string, Decision>();
  for (const field of unsureFields(doc)) {
    const best = evidenceOf(doc, field.pointer)[0];
    const reason = best?.rule ? reasonOf(best) : field.pointer;
    const known = decisions.get(reason);
    if (known) known.others.push(field);
    else decisions.set(reason, { field, others: [], best });
  }
  return [...decisions.values()];
}

/** The other fields that are as unsure for the same reason. */
export function decidedWith(doc: UniversalBuild | undefined, field: Field): Field[] {
  const all = unsureDecisions(doc).find((one) => one.field === field || one.others.includes(field));
  return all ? [all.field, ...all.others].filter((one) => one !== field) : [];
}

/** The rule of paths that a proof asks beside the health check: no other answers of that field. */
const beside = "health.answers";

/** Why a field is unsure, in a sentence; "" where it is sure. `evidence` comes surest first. */
export function whyUnsure(evidence: readonly Evidence[]): string {
  const best = evidence[0];
  if (!best || best.confidence >= sure) return "";
  const read = evidence.some((one) => one.path);
  const rival = (best.alternatives ?? []).find((one) => one.confidence > best.confidence);
  if (rival)
    return `${rival.path ? baseName(rival.path) : "Another rule"} says ${rival.value}, which is just as likely; nothing decides between the two.`;
  if (best.source === "model") {
    return read
      ? "A model inferred it from the lines below; no rule confirms it."
      : "It is a model's answer; no file in the project says it.";
  }
  if (!read) return "No file in the project says it, so aipack uses the default.";
  if (evidence.some((one) => (one.alternatives ?? []).some((other) => other.rule !== beside)))
    return "The project allows for more than one answer.";
  return "The lines below hint at it; nothing declares it.";
}

/** A value that lost, and what exactly it would stand in. */
export type Other = Alternative & { field: string };

/** What else a field could have been, each value once, surest first. */
export function othersOf(evidence: readonly Evidence[]): Other[] {
  const all = evidence.flatMap((one) =>
    (one.alternatives ?? []).filter((other) => other.rule !== beside).map((other) => ({ ...other, field: one.field })),
  );
  const kept = new Map(all.map((one) => [`${one.field}\n${one.value}`, one]));
  for (const one of all) {
    const key = `${one.field}\n${one.value}`;
    if (one.confidence > (kept.get(key)?.confidence ?? 0)) kept.set(key, one);
  }
  return [...kept.values()].sort((a, b) => b.confidence - a.confidence);
}

export type Edits = { field: string; value: unknown }[];

/** The edits that put another value in its place; undefined where that takes more than the value. */
export function otherEdits(doc: UniversalBuild, original: UniversalBuild | undefined, other: Other): Edits | undefined {
  if (other.field === version) return versionEdits(doc, original, other.value);
  const now = valueAt(doc, other.field);
  if (within(other.field, "/runtime/ports")) {
    const at = Number(other.field.split("/")[3] ?? 0);
    const port = Number(other.value);
    if (!doc.runtime.ports[at] || !Number.isInteger(port)) return undefined;
    return portEdits(
      doc,
      doc.runtime.ports.map((one, i) => (i === at ? { ...one, port } : one)),
    );
  }
  if (typeof now === "string") return [{ field: other.field, value: other.value }];
  const kind = fields.find((one) => one.pointer === other.field)?.kind;
  if (kind === "exec") return [{ field: other.field, value: commandOf(other.value) }];
  return kind === "lines" ? [{ field: other.field, value: [other.value] }] : undefined;
}

/** A command as evidence writes it: its words, and what a shell is given as one. */
function commandOf(text: string): string[] {
  const [, shell, line] = /^((?:ba|da)?sh) -c (?!['"])(.+)$/s.exec(text) ?? [];
  return shell && line ? [shell, "-c", line] : (splitWords(text) ?? [text]);
}

export const version = "/metadata/runtime_version";
const images = fields.map((one) => one.pointer).filter((pointer) => pointer.endsWith("/base_image"));

/** The edits that change a service's version: the images that were made of it follow, as far as they are still those. */
export function versionEdits(doc: UniversalBuild, original: UniversalBuild | undefined, next: string): Edits {
  const edits: Edits = [{ field: version, value: next }];
  if (!/^\d+(\.\d+)*$/.test(next)) return edits;
  for (const pointer of images) {
    const [was, now] = [valueAt(original, pointer), valueAt(doc, pointer)];
    const place = typeof was === "string" && placeOf(was, original?.metadata.runtime_version ?? "");
    if (!place || typeof now !== "string" || !now.startsWith(place.before) || !now.endsWith(place.after)) continue;
    const tag = now.slice(place.before.length, now.length - place.after.length);
    if (!/^\d+(\.\d+)*$/.test(tag)) continue;
    const parts = next.split(".");
    const value = place.before + (place.short ? parts.slice(0, place.parts) : parts).join(".") + place.after;
    if (value !== now) edits.push({ field: pointer, value });
  }
  return edits;
}

/** The version that a plan takes where a project allows for many: what the tag of its image begins with; "" where it says none. */
export function takenVersion(doc: UniversalBuild): string {
  if (/^v?\d+(\.\d+)*$/.test(doc.metadata.runtime_version ?? "") || !doc.metadata.runtime_version) return "";
  const image = doc.build.base_image || doc.runtime.base_image;
  return /:(\d+(?:\.\d+)*)[^:/]*$/.exec(image)?.[1] ?? "";
}

/** Where an image's tag says a version, the last time it does: 17 in maven:3.9-eclipse-temurin-17, 22 of 22.3.1 in node:22. */
function placeOf(image: string, version: string) {
  const tag = image.lastIndexOf(":") + 1;
  const parts = version.split(".");
  // A digest names one image whatever the tag says; a colon before a slash is a registry's port.
  if (tag === 0 || image.includes("@") || image.includes("/", tag) || !/^\d+(\.\d+)*$/.test(version)) return undefined;
  for (let n = parts.length; n > 0; n--) {
    const found = [...image.slice(tag).matchAll(/\d+(\.\d+)*/g)].findLast(
      (one) => one[0] === parts.slice(0, n).join("."),
    );
    if (!found) continue;
    const at = tag + found.index;
    return { before: image.slice(0, at), after: image.slice(at + found[0].length), parts: n, short: n < parts.length };
  }
  return undefined;
}
