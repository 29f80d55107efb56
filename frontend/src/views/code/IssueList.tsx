import { createMemo, createSignal, Match, Show, Switch } from "solid-js";
import { useApp } from "~/state/app";
import { counted } from "~/state/shared/format";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { VirtualList } from "~/ui/VirtualList";

type Issue =
  | { is: "head"; title: string; count: number; says: string }
  | { is: "row"; icon: IconName; title: string; detail: string; open: () => void };

const grows = () => true;

/** Circles, what nothing names, and what could not be read. */
export function IssueList() {
  const { code, openSettings } = useApp();
  const [at, setAt] = createSignal(0);
  const total = (id: string) => code.issues()?.totals.find((one) => one.id === id)?.count ?? 0;
  const rows = createMemo<Issue[]>(() => {
    const issues = code.issues();
    if (!issues) return [];
    const part = (id: string, title: string, says: string, list: Issue[]): Issue[] =>
      list.length === 0 ? [] : [{ is: "head", title, count: Math.max(total(id), list.length), says }, ...list];
    const file = (path: string): Issue => ({
      is: "row",
      icon: "file-code",
      title: path,
      detail: "",
      open: () => code.choose(path),
    });
    const text = (one: { path: string; line: number; text: string }): Issue => ({
      is: "row",
      icon: "alert",
      title: one.line > 0 ? `${one.path}:${one.line}` : one.path,
      detail: one.text,
      open: () => code.setPlace({ path: one.path, line: one.line }),
    });
    return [
      ...part(
        "cycles",
        "Import cycles",
        "These files import each other.",
        issues.cycles.map((circle) => ({
          is: "row",
          icon: "reset",
          title: counted(circle.length, "file"),
          detail: circle.join(", "),
          open: () => {
            code.setFiles(true);
            code.choose(circle[0] ?? "");
          },
        })),
      ),
      ...part("unread", "Not read, or only in part", "Text in them can still be searched.", issues.unread.map(text)),
      ...part(
        "left_out",
        "Ignored folders",
        "They look generated. To read them anyway, add their names in Settings, Ignored folders.",
        issues.left_out.map((one) => ({
          is: "row",
          icon: "folder",
          title: `${one.path}/`,
          detail: one.text,
          open: () => openSettings("ignored"),
        })),
      ),
      ...part("problems", "Read in part", "Some of their code could not be parsed.", issues.problems.map(text)),
      ...part(
        "unnamed",
        "Not referenced",
        "Nothing here refers to them, and nothing outside can.",
        issues.unnamed.map((node) => ({
          is: "row",
          icon: "circle-dashed",
          title: node.name,
          detail: `${node.path}:${node.line}`,
          open: () => code.choose(node.id),
        })),
      ),
      ...part(
        "alone",
        "Isolated files",
        "They refer to no other file, and no file refers to them.",
        issues.alone.map(file),
      ),
    ];
  });
  const open = (index: number) => {
    const one = rows()[index];
    setAt(index);
    if (one?.is === "row") one.open();
  };
  const move = (to: number) => {
    const next = rows()[to]?.is === "head" ? to + (to < at() ? -1 : 1) : to;
    if (rows()[next]?.is === "row") open(next);
  };
  return (
    <Show
      when={rows().length > 0}
      fallback={
        <p class="px-3 py-2.5 text-muted" role="status">
          {code.issues()
            ? "No import cycles, nothing unused, and every source was read."
            : "The sources are still being read."}
        </p>
      }
    >
      <VirtualList
        label="Issues"
        role="listbox"
        class="px-1.5 py-1"
        items={rows()}
        rowHeight={2.5}
        grows={grows}
        current={at()}
        onMove={move}
        row={(one, i) => <Row one={one()} here={at() === i()} onOpen={() => open(i())} />}
      />
      <div class="border-t border-line px-2.5 py-2">
        <Button small look="ghost" icon="reset" onClick={() => void code.rebuild()}>
          Rescan all sources
        </Button>
      </div>
    </Show>
  );
}

function Row(props: { one: Issue; here: boolean; onOpen: () => void }) {
  const head = () => (props.one.is === "head" ? props.one : undefined);
  const row = () => (props.one.is === "row" ? props.one : undefined);
  return (
    <Switch>
      <Match when={head()}>
        {(one) => (
          <div role="presentation" class="px-1.5 pt-2 pb-0.5">
            <p class="flex text-label font-semibold text-strong">
              <span class="flex-1">{one().title}</span>
              <span class="text-muted tabular-nums">{one().count.toLocaleString("en")}</span>
            </p>
            <p class="text-mark text-muted">{one().says}</p>
          </div>
        )}
      </Match>
      <Match when={row()}>
        {(one) => (
          <div
            role="option"
            aria-selected={props.here}
            class="flex gap-1.5 rounded-mark px-1.5 py-1"
            classList={{ "bg-selection": props.here, "hover:bg-hover": !props.here }}
            title={one().detail}
            onClick={() => props.onOpen()}
          >
            <Icon name={one().icon} class="mt-0.5 text-muted" />
            <span class="min-w-0 flex-1">
              <span class="cut block text-label text-strong">{one().title}</span>
              <Show when={one().detail}>
                <span class="cut block text-mark text-muted">{one().detail}</span>
              </Show>
            </span>
          </div>
        )}
      </Match>
    </Switch>
  );
}
