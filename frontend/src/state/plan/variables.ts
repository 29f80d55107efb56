import type { Secret, UniversalBuild, Variable } from "~/bridge/document";
import type { ProofVariable } from "~/bridge/types";

/** A variable that the program reads, and what it gets where nobody gives another value. */
export interface VariableInfo {
  variable: Variable;
  /** Where its value comes from, in words. */
  words: string;
  /** The program does not run without a value, and nothing gives one. */
  open: boolean;
}

export interface VariableGroup {
  title: "Required" | "Optional";
  /** Of the required ones those without a value come first. */
  list: VariableInfo[];
  /** So many are shown before the rest is asked for. */
  first: number;
}

/** The variables of a service, those that it does not run without apart from the others. A group without any is left out. */
export function variableGroups(doc: UniversalBuild, given: readonly ProofVariable[]): VariableGroup[] {
  const all = (doc.runtime.variables ?? []).map((one) => needed(one, doc, given));
  const required = all.filter((one) => one.variable.required);
  const groups: VariableGroup[] = [
    {
      title: "Required",
      list: [...required.filter((one) => one.open), ...required.filter((one) => !one.open)],
      first: 8,
    },
    { title: "Optional", list: all.filter((one) => !one.variable.required), first: 4 },
  ];
  return groups.filter((one) => one.list.length > 0);
}

function needed(variable: Variable, doc: UniversalBuild, given: readonly ProofVariable[]): VariableInfo {
  const words = valueOf(variable, doc, given);
  return {
    variable,
    words: words ?? (variable.required ? "no value yet" : "not set"),
    open: variable.required === true && words === undefined,
  };
}

/** The nearest to the program wins: what a proof is given, what the image sets, what a deployment gives, its own default. */
function valueOf(variable: Variable, doc: UniversalBuild, given: readonly ProofVariable[]): string | undefined {
  const proofs = given.find((one) => one.name === variable.name);
  if (proofs && !(proofs.secret && proofs.kept === ""))
    return proofs.secret ? "set for proofs" : `${proofs.value}, for proofs`;
  const set = doc.runtime.environment[variable.name];
  if (set !== undefined) return variable.secret ? "set in the image" : `${set || "empty"}, in the image`;
  if (variable.value) return deployed(variable.value, variable.secret === true);
  if (variable.default) return variable.secret ? "has a default" : `default ${variable.default}`;
  return undefined;
}

/** A reference between its braces, as backend/detect/value reads it: to a data service, another service, or itself. */
const reference = /^(?:service:)?(.+)\.(?:url|host|port|address|user|password|database|published|name)(?::.*)?$/;
const made = "a generated secret";
const own = "its own address";

/** What a deployment gives: the text, or in words what its references stand for. */
function deployed(value: string, secret: boolean): string {
  const from = new Set<string>();
  for (const [, inner = ""] of value.matchAll(/\{([^{}]*)\}/g)) {
    const name = reference.exec(inner)?.[1];
    if (inner.startsWith("secret:")) from.add(made);
    else if (name && !inner.startsWith("text:")) from.add(name === "self" ? own : name);
  }
  const names = [...from];
  const last = names.pop();
  if (last === undefined) return secret ? "given" : value;
  if (names.length === 0) return last === made || last === own ? last : `from ${last}`;
  return `from ${names.join(", ")} and ${last}`;
}

/** Where a proof gets a secret of the build from, in words. */
export function secretWords(secret: Secret, given: boolean): string {
  const want = secret.required === true ? "required, not set yet" : "optional, not set";
  const from = given ? "set for proofs" : secret.file ? `from the project's ${secret.file}` : want;
  return secret.description ? `${from}: ${secret.description}` : from;
}
