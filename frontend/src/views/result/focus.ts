/** Puts the focus on the row of a field. */
export function focusField(pointer: string) {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-field]")];
  const row = rows.find((one) => pointer === one.dataset["field"] || pointer.startsWith(`${one.dataset["field"]}/`));
  row?.querySelector<HTMLElement>("input,textarea,select,button")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
