import { For } from "solid-js";
import { useApp } from "~/state/app";

/** The canvas in words. */
export function ServiceTable() {
  const app = useApp();
  const cell = "h-8 border-b border-line px-3 text-left whitespace-nowrap";
  return (
    <div class="min-h-0 flex-1 overflow-auto">
      <table class="w-full border-collapse">
        <thead class="bg-sunken text-mark text-muted">
          <tr>
            <For each={["Service", "Folder", "Port", "Starts after", "Data services"]}>
              {(title) => (
                <th scope="col" class={`${cell} font-medium`}>
                  {title}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={app.result.services()}>
            {(path) => {
              const doc = () => app.result.documentOf(path);
              return (
                <tr>
                  <td class={`${cell} font-medium text-strong`}>{doc()?.metadata.project_name}</td>
                  <td class={`${cell} code`}>{path}</td>
                  <td class={`${cell} tabular-nums`}>
                    {doc()
                      ?.runtime.ports.map((one) => one.port)
                      .join(", ")}
                  </td>
                  <td class={`${cell} code`}>{(doc()?.metadata.depends_on ?? []).join(", ")}</td>
                  <td class={cell}>{(doc()?.metadata.backing_services ?? []).join(", ")}</td>
                </tr>
              );
            }}
          </For>
        </tbody>
      </table>
    </div>
  );
}
