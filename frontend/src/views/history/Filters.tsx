import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { results, spans } from "~/state/history/history";
import { Input, Select } from "~/ui/Input";

/** By words, result, model and date. */
export function Filters(props: { onField: (field: HTMLInputElement) => void }) {
  const app = useApp();
  const { history } = app;
  const models = () => [
    { id: "", label: "Any model" },
    { id: "none", label: "Rules only" },
    ...history.models().map((id) => ({ id, label: id })),
  ];
  return (
    <>
      <Input
        ref={(field: HTMLInputElement) => props.onField(field)}
        small
        icon="search"
        class="w-44"
        aria-label="Filter"
        placeholder="Project, language, state"
        value={history.filter().words}
        onInput={(event) => void history.setFilter({ words: event.currentTarget.value })}
      />
      <Select
        class="w-32"
        label="Result"
        value={history.filter().result}
        options={results}
        onPick={(result) => void history.setFilter({ result })}
      />
      <Show when={history.models().length > 0}>
        <Select
          class="w-32 tight:hidden"
          label="Model"
          value={history.filter().model}
          options={models()}
          onPick={(model) => void history.setFilter({ model })}
        />
      </Show>
      <Select
        class="w-30"
        label="Date"
        value={history.days()}
        options={spans}
        onPick={(days) => void history.setDays(days)}
      />
    </>
  );
}
