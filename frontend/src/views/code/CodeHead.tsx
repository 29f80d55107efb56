import { Show } from "solid-js";
import { useApp } from "~/state/app";
import type { Mode } from "~/state/code/results";
import { kindTitle, stateWords } from "~/state/code/format";
import { counted, languageWords } from "~/state/shared/format";
import { screenHead } from "~/parts/Facts";
import { Segmented } from "~/ui/Choose";
import { Icon } from "~/ui/Icon";
import { Input } from "~/ui/Input";
import { Menu } from "~/ui/Overlay";
import { focusOn, ids } from "./icons";

const ghost =
  "flex h-(--h-control) shrink-0 items-center gap-1.5 rounded-control px-2 font-medium whitespace-nowrap text-body hover:bg-hover";

const placeholders: Record<Mode, string> = {
  symbols: "Find a symbol",
  meaning: "Describe what it does",
  text: "Find a text in all files",
};

/** What is searched for, and how far the reading of the sources is. */
export function CodeHead() {
  const app = useApp();
  const { code } = app;

  function key(event: KeyboardEvent) {
    if (event.key === "ArrowDown") code.toRow(code.row() + 1);
    else if (event.key === "ArrowUp") code.toRow(code.row() - 1);
    else if (event.key === "Enter") {
      code.toRow(code.row());
      focusOn(ids.graph);
    } else if (event.key === "Escape" && code.finding.busy()) code.finding.stop();
    else if (event.key === "Escape" && code.question() !== "") code.look({ question: "" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const count = () => {
    if (code.mode() !== "text") return code.hits() && counted(code.hits()?.total ?? 0, "hit");
    const lines = code.lines();
    return lines && `${lines.lines.length}${lines.cut ? "+" : ""} ${lines.lines.length === 1 ? "line" : "lines"}`;
  };

  return (
    <header data-pane class={screenHead}>
      <span class="relative w-81.5 min-w-40 shrink">
        <Input
          id={ids.search}
          icon="search"
          aria-label={code.mode() === "meaning" ? "Question in words" : "Symbol or text"}
          placeholder={placeholders[code.mode()]}
          value={code.question()}
          onInput={(event) => code.look({ question: event.currentTarget.value })}
          onKeyDown={key}
        />
        <span
          class="pointer-events-none absolute inset-y-0 right-2.5 flex items-center gap-1.5 bg-raised pl-1 text-label text-muted tabular-nums my-1"
          role="status"
        >
          <Show when={code.searching()} fallback={count()}>
            <Icon name="loader" />
            <span class="sr-only">searching</span>
          </Show>
        </span>
      </span>
      <Segmented
        label="Search for"
        value={code.mode()}
        onPick={(id) => code.look({ mode: id as Mode })}
        options={[
          { id: "symbols", label: "Symbols" },
          { id: "meaning", label: "Meaning" },
          { id: "text", label: "Text" },
        ]}
      />
      <Show when={code.mode() !== "text"}>
        <Menu
          label="Kind"
          triggerClass={ghost}
          trigger={
            <>
              {code.kind() ? kindTitle(code.kind()) : "All kinds"} <Icon name="chevron-down" size="xs" />
            </>
          }
          items={["", ...(code.state()?.kinds ?? [])].map((kind) => ({
            label: kind ? kindTitle(kind) : "All kinds",
            icon: kind === code.kind() ? ("circle-check" as const) : undefined,
            run: () => code.look({ kind }),
          }))}
        />
        <Show when={(code.state()?.languages.length ?? 0) > 1}>
          <Menu
            label="Language"
            triggerClass={ghost}
            trigger={
              <>
                {code.language() ? languageWords(code.language()) : "All languages"}{" "}
                <Icon name="chevron-down" size="xs" />
              </>
            }
            items={[{ id: "", files: 0 }, ...(code.state()?.languages ?? [])].map(({ id, files }) => ({
              label: id ? languageWords(id) : "All languages",
              ...(id ? { detail: counted(files, "file") } : {}),
              icon: id === code.language() ? ("circle-check" as const) : undefined,
              run: () => code.look({ language: id }),
            }))}
          />
        </Show>
      </Show>
      <span class="flex-1" />
      <Reading />
    </header>
  );
}

/** How the reading stands, and what can be done about it. */
function Reading() {
  const app = useApp();
  const { code } = app;
  const busy = () => !["current", "failed"].includes(code.state()?.state ?? "");
  const unread = () => code.issues()?.totals.find(({ id }) => id === "unread")?.count ?? 0;
  return (
    <Menu
      label={`Code index: ${stateWords(code.state())}`}
      triggerClass={`${ghost} font-normal tabular-nums`}
      trigger={
        <>
          <Show when={busy()} fallback={<Done />}>
            <Icon name="loader" />
          </Show>
          {stateWords(code.state())}
        </>
      }
      items={[
        ...(unread() > 0
          ? [
              {
                label: `${counted(unread(), "file")} not read`,
                icon: "alert" as const,
                run: () => code.setTab("issues"),
              },
            ]
          : []),
        { label: "Rescan all sources", icon: "reset" as const, run: () => void code.rebuild() },
      ]}
    />
  );
}

function Done() {
  const { code } = useApp();
  return (
    <Show when={code.state()?.state === "failed"} fallback={<Icon name="circle-check" class="text-success" />}>
      <Icon name="circle-x" class="text-danger" />
    </Show>
  );
}
