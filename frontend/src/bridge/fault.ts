import type { Fault } from "./types";

/** A rejected call: `code` decides, `message` says what happened, `hint` what to do. */
export class Rejected extends Error implements Fault {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = "Rejected";
  }
}

/** Makes a Rejected of whatever was thrown: an object, its JSON text, an Error or plain text. */
export function rejected(thrown: unknown): Rejected {
  if (thrown instanceof Rejected) return thrown;
  // Wails 2.15 makes an Error of whatever Go's formatter gives, so the fault travels as JSON in its message.
  const said = thrown instanceof Error && !("code" in thrown) ? thrown.message : thrown;
  const value = typeof said === "string" ? parsed(said) : said;
  if (typeof value === "object" && value !== null) {
    const known = value as Partial<Record<keyof Fault, unknown>>;
    const message = text(known.message) || "The call failed without saying why.";
    return new Rejected(text(known.code) || "INTERNAL", message, text(known.hint));
  }
  return new Rejected("INTERNAL", text(value) || "The call failed without saying why.", "");
}

function parsed(thrown: string): unknown {
  if (!thrown.startsWith("{")) return thrown;
  try {
    return JSON.parse(thrown);
  } catch {
    return thrown;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
