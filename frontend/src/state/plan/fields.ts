import type { Evidence, Port, UniversalBuild } from "~/bridge/document";

export type FieldKind =
  "text" | "choice" | "lines" | "exec" | "ports" | "pairs" | "health" | "variables" | "copy" | "secrets";

/** One row of the form. */
export interface Field {
  pointer: string;
  label: string;
  section: "Service" | "Build" | "Run";
  kind: FieldKind;
  mono: boolean;
  choices?: string[];
  /** What an empty one means, in a few words. */
  blank: string;
}

const field = (
  section: Field["section"],
  pointer: string,
  label: string,
  kind: FieldKind,
  blank: string,
  more: Partial<Field> = {},
): Field => ({ section, pointer, label, kind, blank, mono: true, ...more });

/** Every field that the form shows, in its order. */
export const fields: Field[] = [
  field("Service", "/metadata/project_name", "Name", "text", "the folder's name", { mono: false }),
  field("Service", "/metadata/kind", "Kind", "choice", "not known", { choices: ["web", "static", "worker", "cli"] }),
  field("Service", "/metadata/language", "Language", "text", "not known"),
  field("Service", "/metadata/runtime_version", "Version", "text", "not declared"),
  field("Service", "/metadata/framework", "Framework", "text", "none found", { mono: false }),
  field("Service", "/metadata/build_system", "Build system", "text", "not known"),
  field("Build", "/build/base_image", "Base image", "text", "nothing is built"),
  field("Build", "/build/workdir", "Working directory", "text", "/app"),
  field("Build", "/build/pre_build_commands", "Install", "lines", "no command"),
  field("Build", "/build/build_commands", "Commands", "lines", "no command"),
  field("Build", "/build/post_build_commands", "After build", "lines", "no command"),
  field("Build", "/build/system_packages", "Packages", "lines", "none"),
  field("Build", "/build/artifacts", "Artifacts", "lines", "none"),
  field("Build", "/build/cache_paths", "Caches", "lines", "none"),
  field("Build", "/build/environment", "Environment", "pairs", "none"),
  field("Build", "/build/secrets", "Secrets", "secrets", "none"),
  field("Run", "/runtime/base_image", "Base image", "text", "not set"),
  field("Run", "/runtime/workdir", "Working directory", "text", "/app"),
  field("Run", "/runtime/copy", "Copied from build", "copy", "nothing"),
  field("Run", "/runtime/system_packages", "Packages", "lines", "none"),
  field("Run", "/runtime/entrypoint", "Entrypoint", "exec", "none"),
  field("Run", "/runtime/command", "Command", "exec", "the image's own"),
  field("Run", "/runtime/ports", "Ports", "ports", "none"),
  field("Run", "/runtime/healthcheck", "Health", "health", "none"),
  field("Run", "/runtime/environment", "Environment", "pairs", "none"),
  field("Run", "/runtime/release", "Release command", "lines", "no command"),
  field("Run", "/runtime/variables", "Variables", "variables", "no variables"),
];

export const sections: Field["section"][] = ["Service", "Build", "Run"];

/** The value a JSON pointer names, undefined where there is none. */
export function valueAt(doc: unknown, pointer: string): unknown {
  let at: unknown = doc;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return at;
}

/** A name as part of a JSON pointer. */
export const token = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Whether `inner` names `outer` or something inside it. */
export function within(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** The evidence for a field and for what is inside it, surest first. */
export function evidenceOf(doc: UniversalBuild | undefined, pointer: string): Evidence[] {
  const found = (doc?.evidence ?? []).filter((one) => within(one.field, pointer));
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** How sure a field is: as sure as its surest evidence; undefined without evidence. */
export function confidenceOf(doc: UniversalBuild | undefined, pointer: string): number | undefined {
  return evidenceOf(doc, pointer)[0]?.confidence;
}

/** A field is unsure below this. */
export const sure = 0.7;

export function unsureFields(doc: UniversalBuild | undefined): Field[] {
  return fields.filter((one) => (confidenceOf(doc, one.pointer) ?? 1) < sure);
}

/** "Run: ports" for "/runtime/ports/0/port". */
export function fieldWords(pointer: string): string {
  const known = fields.find((one) => within(pointer, one.pointer));
  if (known) return `${known.section}: ${known.label.toLowerCase()}`;
  return pointer.split("/").slice(1).join(" ").replaceAll("_", " ") || "the document";
}

/** "Environment: PORT" for "/runtime/environment/PORT": the field as the form calls it, and what is within it. */
export function partWords(pointer: string): string {
  const known = fields.find((one) => within(pointer, one.pointer));
  if (!known) return fieldWords(pointer);
  const alone = fields.filter((one) => one.label === known.label).length === 1;
  const name = alone ? known.label : `${known.label}, ${known.section.toLowerCase()}`;
  const rest = pointer
    .slice(known.pointer.length)
    .split("/")
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll("~1", "/").replaceAll("~0", "~")))
    .map((part) => part.replaceAll("_", " "));
  return rest.length > 0 ? `${name}: ${rest.join(" ")}` : name;
}

/** How many of a service's fields two runs have alike. */
export function sameFields(changed: readonly { field: string }[]): number {
  return fields.filter((one) => !changed.some((diff) => within(diff.field, one.pointer))).length;
}

/** A value on one line, as History and the "Detected" note show it. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.length === 0) return "none";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join("  ");
  if (Array.isArray(value) && value.every(isPort)) return value.map((one) => `${one.port}/${one.protocol}`).join("  ");
  if (
    !Array.isArray(value) &&
    typeof value === "object" &&
    Object.values(value).every((one) => typeof one === "string")
  ) {
    const pairs = Object.entries(value).map(([name, text]) => `${name}=${String(text)}`);
    return pairs.join("  ") || "none";
  }
  return JSON.stringify(value);
}

function isPort(value: unknown): value is Port {
  return typeof value === "object" && value !== null && "port" in value && "protocol" in value;
}

/** The edits that change a service's ports: PORT follows where it names the port that was changed. */
export function portEdits(doc: UniversalBuild, ports: Port[]): { field: string; value: unknown }[] {
  const edits: { field: string; value: unknown }[] = [{ field: "/runtime/ports", value: ports }];
  const before = doc.runtime.ports;
  const at = before.findIndex((one, i) => one.port !== ports[i]?.port);
  const next = ports[at];
  const told = doc.runtime.environment["PORT"];
  if (ports.length === before.length && next && told === String(before[at]?.port)) {
    edits.push({ field: "/runtime/environment/PORT", value: String(next.port) });
  }
  return edits;
}
