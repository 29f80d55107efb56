import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import type { UniversalBuild } from "~/bridge/document";
import { useApp } from "~/state/app";
import { variableGroups, type VariableInfo, type VariableGroup } from "~/state/plan/variables";
import type { Target } from "~/state/plan/result";
import { Badge } from "~/ui/Chip";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";

/** The variables that the program reads: what each is for, what it gets, and where it is read. */
export function VariablesField(props: { doc: UniversalBuild; at: Target }) {
  const { variables } = useApp();
  createEffect(() => void variables.show(props.at.run, props.at.service));
  const groups = createMemo(() => variableGroups(props.doc, variables.list()));
  return (
    <div class="flex min-h-7 flex-col gap-2 pt-1.25">
      <For each={groups()} fallback={<p class="text-muted">no variables</p>}>
        {(group) => <Group group={group} />}
      </For>
    </div>
  );
}

function Group(props: { group: VariableGroup }) {
  const [all, setAll] = createSignal(false);
  const rest = () => props.group.list.length - props.group.first;
  const shown = () => (all() || rest() <= 1 ? props.group.list : props.group.list.slice(0, props.group.first));
  return (
    <section aria-label={props.group.title}>
      <h3 class="flex items-center gap-1.5 pb-0.5 text-mark font-semibold text-muted">
        {props.group.title} <Badge>{props.group.list.length}</Badge>
      </h3>
      <ul>
        <For each={shown()}>{(one) => <Row one={one} />}</For>
      </ul>
      <Show when={rest() > 1}>
        <Button look="link" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? "Show fewer" : `${rest()} more`}
        </Button>
      </Show>
    </section>
  );
}

function Row(props: { one: VariableInfo }) {
  const app = useApp();
  const variable = () => props.one.variable;
  const place = () => ({ path: variable().path ?? "", line: variable().line ?? 1 });
  function give() {
    app.navigation.go("prove");
    app.variables.edit(variable().name);
  }
  return (
    <li class="py-0.5">
      <p class="flex min-w-0 items-center gap-1.5 text-label">
        <Show when={variable().path} fallback={<span class="cut code text-strong">{variable().name}</span>}>
          <button
            type="button"
            class="cut code text-strong hover:text-accent hover:underline"
            title={`${place().path}:${place().line}`}
            onClick={() => app.setPlace(place())}
          >
            {variable().name}
          </button>
        </Show>
        <Show when={variable().secret}>
          <Icon name="lock" size="xs" class="text-muted" />
          <span class="sr-only">secret</span>
        </Show>
        <span class="flex-1" />
        <span class={`cut ${props.one.open ? "text-warning" : "text-muted"}`} title={props.one.words}>
          {props.one.words}
        </span>
        <Show when={props.one.open}>
          <Button look="link" onClick={give}>
            Give one
          </Button>
        </Show>
      </p>
      <Show when={variable().description}>
        <p class="text-label text-muted">{variable().description}</p>
      </Show>
    </li>
  );
}
