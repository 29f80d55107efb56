import { createMemo, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import type { Found } from "~/state/code/results";
import { kindWords } from "~/state/code/format";
import { baseName } from "~/state/shared/format";
import { Icon } from "~/ui/Icon";
import { VirtualList } from "~/ui/VirtualList";
import { FindingState } from "./FindingState";
import { focusOn, ids, kindIcon } from "./icons";

const grows = (one: Found) => one.is !== "hit";

/** Symbols by how well they fit, and lines of files with the same text. */
export function Results() {
  const { code } = useApp();
  return (
    <>
      <Show when={code.mode() === "meaning"}>
        <FindingState />
      </Show>
      <Listed />
    </>
  );
}

function Listed() {
  const { code } = useApp();
  /** Several have one name: then their files tell them apart, and not their service. */
  const alike = createMemo(() => {
    const names = (code.hits()?.hits ?? []).map(({ name }) => name);
    return new Set(names).size < names.length;
  });
  return (
    <Show
      when={code.found().length > 0}
      fallback={
        <p class="px-3 py-2.5 text-muted" role="status">
          <Nothing />
        </p>
      }
    >
      <VirtualList
        label="Results"
        role="listbox"
        class="px-1.5 py-1"
        items={code.found()}
        rowHeight={1.625}
        grows={grows}
        current={code.row()}
        onMove={code.toRow}
        onKey={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          code.toRow(code.row());
          focusOn(ids.graph);
        }}
        row={(one, i) => <Row one={one()} alike={alike()} here={code.row() === i()} onPick={() => code.toRow(i())} />}
      />
    </Show>
  );
}

function Nothing() {
  const { code } = useApp();
  const asked = () => code.question().trim();
  return (
    <Switch fallback={<>No symbol matches “{asked()}”, and no file contains it.</>}>
      <Match when={asked() === "" && code.mode() === "meaning"}>
        Describe what it does: “where a session ends” finds code whose name you do not know.
      </Match>
      <Match when={asked() === ""}>Type a name, or a part of one: “lsnprt” finds listenPort.</Match>
      <Match when={code.searching() || (code.mode() === "symbols" && !code.lines())}>Searching</Match>
      <Match when={code.mode() === "meaning"}>
        {code.finding.busy() ? "No symbol matches these words." : "No symbol found."}
      </Match>
      <Match when={code.mode() === "text"}>No file contains “{asked()}”.</Match>
    </Switch>
  );
}

function Row(props: { one: Found; alike: boolean; here: boolean; onPick: () => void }) {
  const hit = () => (props.one.is === "hit" ? props.one : undefined);
  const head = () => (props.one.is === "head" ? props.one : undefined);
  const line = () => (props.one.is === "line" ? props.one : undefined);
  return (
    <Switch>
      <Match when={hit()}>
        {(one) => (
          <div
            role="option"
            aria-selected={props.here}
            class="flex h-6.5 items-center gap-1.25 rounded-mark px-1.5 whitespace-nowrap"
            classList={{ "bg-selection": props.here, "hover:bg-hover": !props.here }}
            title={`${one().node.path}:${one().node.line}`}
            onClick={() => props.onPick()}
          >
            <Icon name={kindIcon(one().node.kind)} class="text-muted" />
            <span class="cut shrink font-mono text-label text-strong">{one().node.name}</span>
            <span class="cut max-w-16 shrink-[6] text-label text-muted">{kindWords(one().node.kind)}</span>
            <span class="flex-1" />
            <span class="cut max-w-24 shrink-[6] text-label text-muted">
              {props.alike || !one().node.service ? baseName(one().node.path) : one().node.service}
            </span>
            <span
              class="w-6 shrink-0 text-right text-label tabular-nums"
              title={one().score ? "Match score, out of 100" : undefined}
            >
              {one().score || ""}
            </span>
          </div>
        )}
      </Match>
      <Match when={head()}>
        {(one) => (
          <div
            role="presentation"
            class="mt-2 flex h-7 items-center border-t border-line px-1.5 text-mark font-semibold text-muted"
          >
            <span class="flex-1">{one().title}</span>
            <span class="tabular-nums">{one().count}</span>
          </div>
        )}
      </Match>
      <Match when={line()}>
        {(one) => (
          <div
            role="option"
            aria-selected={props.here}
            class="rounded-mark px-1.5 py-0.5"
            classList={{ "bg-selection": props.here, "hover:bg-hover": !props.here }}
            onClick={() => props.onPick()}
          >
            <p class="cut font-mono text-label text-strong">{one().text}</p>
            <p class="cut text-mark text-muted">
              {one().path}:{one().line}
            </p>
          </div>
        )}
      </Match>
    </Switch>
  );
}
