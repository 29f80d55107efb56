import { createSignal, For, Match, Show, Switch, type JSX } from "solid-js";
import type { CodeCard } from "~/bridge/types";
import { useApp } from "~/state/app";
import { fileTitle, kindWords, tierWords, useWords } from "~/state/code/format";
import { caps } from "~/state/frame/keys";
import { counted } from "~/state/shared/format";
import { highlight } from "~/parts/highlight";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Empty, Skeleton } from "~/parts/Messages";
import { Button, IconButton } from "~/ui/Button";
import { Caps } from "~/ui/Caps";
import { Chip } from "~/ui/Chip";
import { Icon } from "~/ui/Icon";
import { VirtualList } from "~/ui/VirtualList";
import { ContextPart } from "./ContextPart";
import { ids } from "./icons";

/** All that is known of what is chosen. */
export function InspectPane(props: { references: boolean; onReferences: (open: boolean) => void }) {
  const { code } = useApp();
  return (
    <aside data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Inspect">
      <div class={paneHead}>
        <span class="flex-1">
          <PaneTitle title="Inspect" />
        </span>
        <IconButton icon="x" label="Close the details" onClick={() => code.setInspecting(false)} />
      </div>
      <Switch fallback={<Skeleton rows={5} />}>
        <Match when={code.card()}>{(card) => <Card card={card()} {...props} />}</Match>
        <Match when={code.selected() === "" || code.gone()}>
          <Empty icon="info" title="Nothing selected">
            Select a symbol or a file to see what refers to it and what a change to it affects.
          </Empty>
        </Match>
      </Switch>
    </aside>
  );
}

function Card(props: { card: CodeCard; references: boolean; onReferences: (open: boolean) => void }) {
  const app = useApp();
  const { code } = app;
  const card = () => props.card;
  const file = () => card().kind === "file";
  return (
    <>
      <div class="min-h-0 flex-1 overflow-auto" tabIndex={0} role="group" aria-label={`About ${card().name}`}>
        <header class="px-3 pt-3 pb-2">
          <p class="flex items-center gap-2">
            <strong class="selectable cut font-mono text-ui font-semibold text-strong" title={card().id}>
              {card().name}
            </strong>
            <Chip>{kindWords(card().kind)}</Chip>
            <Show when={card().test}>
              <Chip tone="outline">test</Chip>
            </Show>
          </p>
          <button
            type="button"
            class="max-w-full text-left text-label break-all text-muted hover:text-accent hover:underline"
            onClick={() => code.setPlace({ path: card().path, line: card().line })}
          >
            {card().path}
            <Show when={!file()}>:{card().line}</Show>
          </button>
        </header>
        <Excerpt card={card()} />
        <Show when={card().doc}>
          <p class="selectable px-3 py-2 text-label whitespace-pre-line text-body">{card().doc}</p>
        </Show>
        <dl class="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-3 py-2.5 text-label">
          <Fact title="References">
            <Show when={card().referred > 0} fallback={<span class="text-muted">no references</span>}>
              <Link expanded={props.references} onClick={() => props.onReferences(!props.references)}>
                {card().referred.toLocaleString("en")} in {counted(card().referrers, "file")} <Caps keys={caps("R")} />
              </Link>
            </Show>
          </Fact>
          <Names card={card()} />
          <Impact card={card()} />
          <Show when={card().evidence.length > 0}>
            <Fact title="Used as">
              <For each={card().evidence}>
                {(use) => (
                  <button
                    type="button"
                    class="flex items-center gap-1.5 text-left text-evidence hover:underline"
                    onClick={() => app.showInResult(use.service, use.field)}
                  >
                    <Icon name="file-check" size="xs" /> {useWords(use)}
                  </button>
                )}
              </For>
            </Fact>
          </Show>
        </dl>
        <Show when={props.references && card().references.length > 0}>
          <References card={card()} />
        </Show>
        <Show when={card().members.length > 0}>
          <Part title="Declares" count={card().members.length}>
            <For each={card().members}>
              {(member) => (
                <li>
                  <button
                    type="button"
                    class="inset-focus flex w-full gap-2 px-3 py-0.5 text-left hover:bg-hover"
                    onClick={() => code.choose(member.id)}
                  >
                    <span class="cut flex-1 font-mono text-strong">{member.name}</span>
                    <span class="text-muted">{kindWords(member.kind)}</span>
                  </button>
                </li>
              )}
            </For>
          </Part>
        </Show>
        <Show when={card().imports.length > 0}>
          <Part title="Imports" count={card().imports.length}>
            <For each={card().imports}>
              {(one) => (
                <li class="flex gap-2 px-3 py-0.5">
                  <Show when={one.path} fallback={<span class="cut flex-1 font-mono text-body">{one.module}</span>}>
                    {(path) => (
                      <button
                        type="button"
                        class="cut flex-1 text-left font-mono text-accent hover:underline"
                        onClick={() => code.choose(path())}
                      >
                        {one.module}
                      </button>
                    )}
                  </Show>
                  <span class="cut max-w-24 text-muted">{one.path ? one.name : "outside"}</span>
                </li>
              )}
            </For>
          </Part>
        </Show>
        <ContextPart />
      </div>
      <footer class="flex shrink-0 flex-wrap gap-2 border-t border-line px-3 py-3">
        <Show when={card().evidence[0]}>
          {(use) => <Button onClick={() => app.showInResult(use().service, use().field)}>Show in Result</Button>}
        </Show>
        <Button
          look="ghost"
          disabled={!code.context()}
          onClick={() => void app.copy(code.context()?.text ?? "", "Context")}
        >
          Copy context
        </Button>
      </footer>
    </>
  );
}

/** The first lines; those that decided something of the plan are marked. */
function Excerpt(props: { card: CodeCard }) {
  const kind = () => props.card.path.split(".").at(-1) ?? "";
  const decided = (line: number) => props.card.evidence.some((use) => use.line === line);
  const rest = () => props.card.end_line - props.card.line + 1 - props.card.text.length;
  return (
    <Show
      when={props.card.text.length > 0}
      fallback={
        <Show when={props.card.signature}>
          <p class="selectable border-y border-line bg-sunken px-3 py-1.5 code break-words whitespace-pre-wrap">
            {props.card.signature}
          </p>
        </Show>
      }
    >
      <div
        class="selectable overflow-x-auto border-y border-line bg-sunken py-1 code"
        tabIndex={0}
        role="group"
        aria-label="Its first lines"
      >
        <For each={props.card.text}>
          {(line, i) => (
            <div
              class="flex w-max min-w-full pr-3 whitespace-pre"
              classList={{
                "bg-evidence-soft shadow-[inset_2px_0_0_var(--c-evidence)]": decided(props.card.line + i()),
              }}
            >
              <span class="w-9 shrink-0 pr-2.5 text-right text-muted select-none">{props.card.line + i()}</span>
              <span>
                <For each={highlight(line, kind())}>
                  {(token) => <span class={token.kind ? `syn-${token.kind}` : ""}>{token.text}</span>}
                </For>
              </span>
            </div>
          )}
        </For>
        <Show when={rest() > 0}>
          <p class="pl-9 font-sans text-mark text-muted">and {counted(rest(), "line")} more</p>
        </Show>
      </div>
    </Show>
  );
}

function References(props: { card: CodeCard }) {
  const { code } = useApp();
  const [at, setAt] = createSignal(0);
  const list = () => props.card.references;
  const open = (index: number) => {
    const one = list()[index];
    setAt(index);
    if (one) code.setPlace({ path: one.path, line: one.line });
  };
  const cut = () => props.card.referred - list().length;
  return (
    <section id={ids.references} class="border-t border-line pb-1" aria-label="References">
      <h3 class="flex h-7 items-center px-3 text-mark font-semibold text-muted">
        <span class="flex-1">References</span>
        <span class="tabular-nums">{props.card.referred.toLocaleString("en")}</span>
      </h3>
      <div class="flex" style={{ height: `${Math.min(list().length, 7) * 2.5}rem` }}>
        <VirtualList
          label="References"
          role="listbox"
          items={list()}
          rowHeight={2.5}
          current={at()}
          onMove={setAt}
          onKey={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            open(at());
          }}
          row={(one, i) => (
            <div
              role="option"
              aria-selected={at() === i()}
              class="flex h-10 flex-col justify-center px-3 text-label"
              classList={{ "bg-selection": at() === i(), "hover:bg-hover": at() !== i() }}
              title={`${one().kind}, ${tierWords(one().tier)}`}
              onClick={() => open(i())}
            >
              <span class="flex gap-2">
                <span class="cut flex-1 font-mono text-strong">
                  {one().id.includes("#") ? one().name : fileTitle(one().name)}
                </span>
                <Show when={one().test}>
                  <span class="text-muted">test</span>
                </Show>
                <span class="text-muted">{one().kind}</span>
              </span>
              <span class="flex gap-2 text-mark text-muted">
                <span class="cut flex-1">
                  {one().path}:{one().line}
                </span>
                <span>{tierWords(one().tier)}</span>
              </span>
            </div>
          )}
        />
      </div>
      <Show when={cut() > 0}>
        <p class="px-3 text-mark text-muted">and {cut().toLocaleString("en")} more</p>
      </Show>
    </section>
  );
}

function Names(props: { card: CodeCard }) {
  const { code } = useApp();
  const [open, setOpen] = createSignal(false);
  const others = () => [...new Map(props.card.names.map((one) => [one.id, one])).values()];
  return (
    <Fact title="Refers to">
      <Show when={props.card.named > 0} fallback={<span class="text-muted">nothing in this project</span>}>
        <Link expanded={open()} onClick={() => setOpen(!open())}>
          {counted(others().length, "other")}
        </Link>
        <Show when={open()}>
          <ul class="max-h-44 overflow-auto" tabIndex={0} aria-label="What it refers to">
            <For each={others()}>
              {(one) => (
                <li>
                  <button
                    type="button"
                    class="cut block max-w-full text-left font-mono text-accent hover:underline"
                    title={`${one.kind}, ${tierWords(one.tier)}`}
                    onClick={() => code.choose(one.id)}
                  >
                    {one.name}
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </Show>
    </Fact>
  );
}

function Impact(props: { card: CodeCard }) {
  const { code } = useApp();
  const [open, setOpen] = createSignal(false);
  const cut = () => props.card.touched - props.card.dependents.length;
  return (
    <Fact title="Impact">
      <Show when={props.card.touched > 0} fallback={<span class="text-muted">no other file</span>}>
        <Link expanded={open()} onClick={() => setOpen(!open())}>
          a change to it affects {counted(props.card.touched, "file")}
        </Link>
        <Show when={open()}>
          <ul class="max-h-44 overflow-auto" tabIndex={0} aria-label="Files affected by a change">
            <For each={props.card.dependents}>
              {(path) => (
                <li>
                  <button
                    type="button"
                    class="cut block max-w-full text-left text-accent hover:underline"
                    title={path}
                    onClick={() => code.choose(path)}
                  >
                    {path}
                  </button>
                </li>
              )}
            </For>
            <Show when={cut() > 0}>
              <li class="text-muted">and {cut().toLocaleString("en")} more</li>
            </Show>
          </ul>
        </Show>
      </Show>
    </Fact>
  );
}

function Fact(props: { title: string; children: JSX.Element }) {
  return (
    <>
      <dt class="text-muted">{props.title}</dt>
      <dd class="min-w-0 text-strong">{props.children}</dd>
    </>
  );
}

function Link(props: { expanded: boolean; onClick: () => void; children: JSX.Element }) {
  return (
    <button
      type="button"
      aria-expanded={props.expanded}
      class="flex items-center gap-1.5 text-left text-accent hover:underline"
      onClick={() => props.onClick()}
    >
      {props.children}
    </button>
  );
}

function Part(props: { title: string; count: number; children: JSX.Element }) {
  return (
    <details class="border-t border-line text-label">
      <summary class="inset-focus flex h-7 items-center px-3 text-mark font-semibold text-muted">
        <span class="flex-1">{props.title}</span>
        <span class="tabular-nums">{props.count}</span>
      </summary>
      <ul class="max-h-56 overflow-auto pb-1.5">{props.children}</ul>
    </details>
  );
}
