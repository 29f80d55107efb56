/** Puts the focus on the row of a field, its text chosen so that typing replaces it; false where it is not there yet. */
export function focusField(pointer: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-field]")];
  const row = rows.find((one) => pointer === one.dataset["field"] || pointer.startsWith(`${one.dataset["field"]}/`));
  const editor = row?.querySelector<HTMLElement>("input,textarea,select,button");
  editor?.focus();
  if (editor instanceof HTMLInputElement) editor.select();
  row?.scrollIntoView({ block: "nearest" });
  return row !== undefined;
}
