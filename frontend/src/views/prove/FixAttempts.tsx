import { createSignal, For, Show } from "solid-js";
import { rejected } from "~/bridge/fault";
import type { Try } from "~/bridge/report";
import { useApp } from "~/state/app";
import { fieldWords, valueWords } from "~/state/plan/fields";
import type { ProofState } from "~/state/proof/proof";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";

const looks: Record<Try["state"], { icon: IconName; tone: string; words: string }> = {
  offered: { icon: "wrench", tone: "text-muted", words: "A fix" },
  trying: { icon: "wrench", tone: "text-accent", words: "Trying a fix" },
  kept: { icon: "circle-check", tone: "text-success", words: "Kept a fix" },
  undecided: { icon: "circle-slash", tone: "text-muted", words: "Could not decide on a fix" },
  taken_back: { icon: "undo", tone: "text-muted", words: "Reverted a fix" },
  again: { icon: "reset", tone: "text-muted", words: "Tried again" },
};

/** What was tried to bring the service up: each edit, and whether it was kept or taken back. */
export function FixAttempts(props: { state: ProofState }) {
  return (
    <Show when={props.state.tries.length > 0}>
      <section
        data-pane
        aria-label="What was tried"
        aria-live="polite"
        tabIndex={0}
        class="max-h-[30vh] shrink-0 overflow-y-auto border-b border-line px-4 py-2.5"
      >
        <ol class="grid gap-1.5">
          <For each={props.state.tries}>{(one) => <Row one={one} />}</For>
        </ol>
        <Show when={props.state.report?.mending?.ended}>
          {(ended) => (
            <p class="pt-1.5 text-muted">
              {ended()}{" "}
              <Show when={props.state.tries.some((one) => one.state === "kept" && (one.edits ?? []).length > 0)}>
                What was kept is in the plan and can be undone in Result.
              </Show>
            </p>
          )}
        </Show>
        <Show when={(props.state.report?.mending?.files ?? []).length > 0}>
          <WriteFiles state={props.state} />
        </Show>
      </section>
    </Show>
  );
}

/** Changes of the project's own files that the fixes need, and the way to make them. */
function WriteFiles(props: { state: ProofState }) {
  const app = useApp();
  const paths = () => (props.state.report?.mending?.files ?? []).map((file) => file.path);
  const named = () => paths().join(", ");
  const [done, setDone] = createSignal(false);

  async function write() {
    try {
      const written = await app.api.writeFixedFiles(app.run.info.id, props.state.id);
      const kept = written.filter((file) => file.backup).map((file) => file.backup);
      setDone(true);
      app.toasts.show({
        tone: "ok",
        title: `Changed ${named()}`,
        detail: kept.length > 0 ? `What was there is kept as ${kept.join(", ")}` : "",
      });
    } catch (thrown) {
      app.toasts.show({ tone: "warn", title: "Nothing was changed", detail: rejected(thrown).message });
    }
  }

  return (
    <p class="flex flex-wrap items-center gap-2 pt-1.5">
      <span class="text-strong">
        {done()
          ? `Your project has the change of ${named()} now.`
          : `It comes up with a change of ${named()}, which is not in your project yet.`}
      </span>
      <Show when={!done()}>
        <Button icon="file" onClick={() => void write()}>
          Change {paths().length === 1 ? "the file" : "the files"}
        </Button>
      </Show>
    </p>
  );
}

/** A unified diff without the names of the two files, which are one. */
const changedLines = (diff: string) => diff.trimEnd().split("\n").slice(2);

function Row(props: { one: Try }) {
  const look = () => looks[props.one.state];
  return (
    <li class="flex min-w-0 gap-2.5">
      <Icon name={look().icon} size="m" class={`mt-0.5 ${look().tone}`} />
      <div class="min-w-0">
        <p class="break-words text-strong">
          <strong class="font-semibold">
            {look().words}
            <Show when={props.one.n}>{(n) => ` (${n()} of ${props.one.of})`}</Show>:
          </strong>{" "}
          {props.one.cause}
        </p>
        <For each={props.one.edits ?? []}>
          {(edit) => (
            <p class="text-label">
              Set {fieldWords(edit.field)} to <span class="code break-all text-strong">{valueWords(edit.new)}</span>
              <Show when={edit.old !== null && edit.old !== undefined}>
                <span class="text-muted">
                  , was <span class="code break-all">{valueWords(edit.old)}</span>
                </span>
              </Show>
            </p>
          )}
        </For>
        <Show when={props.one.model}>
          {(model) => (
            <p class="text-label break-words">
              Suggested by {model()}: {props.one.why}
            </p>
          )}
        </Show>
        <For each={props.one.shows ?? []}>
          {(line) => (
            <p class="text-label break-words text-muted">
              {line.path ? `${line.path}, line ${line.line}` : "The log"} says{" "}
              <span class="code break-all">{line.excerpt}</span>
            </p>
          )}
        </For>
        <For each={props.one.given ?? []}>
          {(name) => (
            <p class="text-label">
              A value for <span class="code text-strong">{name}</span>, for the proof only
            </p>
          )}
        </For>
        <Show when={props.one.diff}>{(diff) => <Difference title="In the Dockerfile" diff={diff()} />}</Show>
        <For each={props.one.files ?? []}>
          {(file) => <Difference title={`In ${file.path}, for the proof only`} diff={file.diff} />}
        </For>
        <Show when={props.one.came}>{(came) => <p class="text-label break-words text-muted">Then: {came()}</p>}</Show>
      </div>
    </li>
  );
}

function Difference(props: { title: string; diff: string }) {
  return (
    <details class="text-label">
      <summary class="cursor-pointer text-muted">{props.title}</summary>
      <pre class="selectable my-1 overflow-x-auto rounded-control border border-line bg-sunken px-3 py-1.5 code">
        <For each={changedLines(props.diff)}>
          {(line) => (
            <div classList={{ "text-success": line.startsWith("+"), "text-danger": line.startsWith("-") }}>{line}</div>
          )}
        </For>
      </pre>
    </details>
  );
}
