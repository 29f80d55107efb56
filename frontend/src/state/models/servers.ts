import type { ProviderInfo, ServerInfo } from "~/bridge/types";

/** What is chosen where the user wrote an address of a server that nobody knows. */
export const elsewhere = "elsewhere";

/** The choice among servers, the provider's own first. */
export function serverChoices(servers: readonly ServerInfo[], one: ProviderInfo): { id: string; label: string }[] {
  const all = [{ id: "", label: "OpenAI itself" }, ...servers.map((each) => ({ id: each.id, label: each.title }))];
  return chosenServer(one) === elsewhere ? [...all, { id: elsewhere, label: "another server" }] : all;
}

/** Which of the choices is in force. */
export function chosenServer(one: ProviderInfo): string {
  if (one.server !== "") return one.server;
  return one.base_url === "" ? "" : elsewhere;
}

/** Where the key of a server comes from, as far as it is known. */
export function wantsKey(server: ServerInfo): string {
  const name = server.key_name === "" ? "" : `, or ${server.key_name}`;
  return server.keyless ? `only where you gave it one${name}` : `one of its own${name}`;
}
