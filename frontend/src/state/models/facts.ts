import type { ModelFile, ModelInfo } from "~/bridge/types";
import { memory } from "~/state/shared/format";

/** 32k, 256k: tokens of a window. */
export const contextSize = (tokens: number): string => (tokens >= 1024 ? `${Math.floor(tokens / 1024)}k` : `${tokens}`);

/** What a model is, in one line: for code · 32k tokens · Apache-2.0. */
export function modelFacts(one: Pick<ModelFile, "made" | "context" | "licence">): string {
  return [
    one.made ? `for ${one.made}` : "",
    one.context > 0 ? `${contextSize(one.context)} tokens` : "",
    one.licence || "licence not stated",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What the longest conversation takes, where that is more than a detection's. */
export function fullMemory(one: Pick<ModelFile, "memory" | "need">): string {
  const full = one.memory.at(-1);
  return full && full.bytes > one.need ? `${memory(full.bytes)} with ${contextSize(full.tokens)} tokens` : "";
}

const fits = ["good", "slow", "tight", "no"];

/** What suits this computer first: the one to take, those on the disk, then by fit, the largest first. */
export function suitable<T extends Pick<ModelFile, "recommended" | "state" | "fit" | "bytes">>(
  files: readonly T[],
): T[] {
  const rank = (one: T) => (one.recommended ? 0 : one.state === "ready" ? 1 : 2 + fits.indexOf(one.fit));
  return [...files].sort((a, b) => rank(a) - rank(b) || b.bytes - a.bytes);
}

/** How long an answer takes: an estimate, and said to be one. */
export function answerTime(one: Pick<ModelFile, "answer" | "on_gpu">): string {
  if (one.on_gpu) return "on the graphics card";
  if (one.answer <= 0) return "";
  if (one.answer >= 90) return `about ${Math.round(one.answer / 60)} min an answer`;
  const seconds = one.answer < 10 ? Math.max(1, Math.round(one.answer)) : 5 * Math.round(one.answer / 5);
  return `about ${seconds} s an answer`;
}

const tiers = ["", "best", "recommended", "for processors"];

/** What Ollama needs for a model: recommended, 6 GB of graphics memory. */
export function needs(one: Pick<ModelInfo, "tier" | "vram" | "ram">): string {
  const graphics = one.vram > 0 ? `${one.vram} GB of graphics memory` : "";
  const main = one.ram > 0 ? `${one.ram} GB of memory` : "";
  return [tiers[one.tier] ?? "", [graphics, main].filter(Boolean).join(" or ")].filter(Boolean).join(", ");
}
