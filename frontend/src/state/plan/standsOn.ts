import type { UniversalBuild, Warning } from "~/bridge/document";
import { confidenceOf, fieldWords } from "./fields";

/** One thing that the confidence of a plan is made of. */
export interface Ground {
  pointer: string;
  label: string;
  confidence: number;
  /** How many times it counts. */
  weight: number;
}

/** The fields that a plan stands on; the program counts the project itself, which its language tells, twice. */
const grounds: [pointer: string, weight: number][] = [
  ["/metadata/language", 2],
  ["/runtime/command", 1],
  ["/runtime/ports", 1],
  ["/metadata/runtime_version", 1],
];

/** What a plan's confidence is made of, the least sure first. */
export function standsOn(doc: UniversalBuild): Ground[] {
  return grounds
    .flatMap(([pointer, weight]) => {
      const confidence = confidenceOf(doc, pointer);
      return confidence === undefined ? [] : [{ pointer, label: fieldWords(pointer), confidence, weight }];
    })
    .sort((a, b) => a.confidence - b.confidence);
}

/** What holds a plan below what it stands on: its warnings, where it counts less than they would make it. */
export function heldBackBy(doc: UniversalBuild): Warning[] {
  const list = standsOn(doc);
  const weights = list.reduce((sum, one) => sum + one.weight, 0);
  const mean = list.reduce((sum, one) => sum + one.confidence * one.weight, 0) / Math.max(1, weights);
  return doc.metadata.confidence < mean - 0.02 ? (doc.warnings ?? []) : [];
}
