/** Where the letters of a question stand in a text, and how well it fits. */
export interface Match {
  score: number;
  at: number[];
}

/** Undefined where the letters do not all come in this order. Starts of words and runs of letters fit better. */
export function fuzzy(question: string, text: string): Match | undefined {
  const wanted = question.toLowerCase().replaceAll(" ", "");
  const lower = text.toLowerCase();
  if (wanted === "") return { score: 0, at: [] };
  const whole = lower.indexOf(question.toLowerCase().trim());
  if (whole >= 0) {
    const at = Array.from({ length: question.trim().length }, (_, i) => whole + i);
    return { score: 100 + (startsWord(text, whole) ? 50 : 0) - whole - text.length / 100, at };
  }
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const i = lower.indexOf(letter, from);
    if (i < 0) return undefined;
    score += i === from && at.length > 0 ? 3 : startsWord(text, i) ? 2 : -0.2 * (i - from);
    at.push(i);
    from = i + 1;
  }
  return { score: score - text.length / 100, at };
}

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charAt(at - 1);
  return /[\s/._-]/.test(before) || (/[a-z]/.test(before) && /[A-Z]/.test(text.charAt(at)));
}
