import { createEffect, on, For, Show } from "solid-js";
import type { KeepReady } from "~/bridge/types";
import { useApp } from "~/state/app";
import { counted } from "~/state/shared/format";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";
import { Icon, type IconName } from "~/ui/Icon";
import { Check, Input, TextArea } from "~/ui/Input";

const open = { icon: "circle-slash", tone: "text-muted", words: "not looked at" } as const;
const marks: Record<string, { icon: IconName; tone: string; words: string }> = {
  passed: { icon: "circle-check", tone: "text-success", words: "passed" },
  noted: { icon: "alert", tone: "text-warning", words: "to note" },
  failed: { icon: "circle-x", tone: "text-danger", words: "failed" },
  open,
};

/** The commit of what is written: what speaks for and against it, its words, its branch, and taking it back. */
export function CommitPart() {
  const app = useApp();
  const { exporting, keeping } = app;
  createEffect(
    on(
      () => [app.overlay() === "keep" || keeping.wanted(), exporting.chosenPaths().join("\n")] as const,
      ([wanted]) => wanted && void keeping.look(app.run.info.id, exporting.chosenPaths()),
    ),
  );
  const branch = () => keeping.ready()?.repository.branch ?? "";
  return (
    <section aria-label="Commit" class="grid gap-2 border-t border-line px-3.5 py-2.5">
      <div class="flex items-center gap-3">
        <Check
          label={branch() === "" ? "Commit" : `Commit to ${branch()}`}
          checked={keeping.wanted()}
          disabled={keeping.made() !== undefined || keeping.busy() !== ""}
          onChange={keeping.want}
        />
        <Show when={keeping.wanted() && keeping.ready()}>
          {(ready) => (
            <span class="selectable min-w-0 flex-1 truncate text-right text-label text-muted" title={where(ready())}>
              {where(ready())}
            </span>
          )}
        </Show>
      </div>
      <Show when={keeping.wanted()}>
        <Show when={keeping.ready()} fallback={<p class="text-label text-muted">Asking git …</p>}>
          {(ready) => (
            <Show
              when={keeping.problem()}
              fallback={
                <Show when={keeping.made() === undefined}>
                  <Words ready={ready()} />
                </Show>
              }
            >
              {(problem) => (
                <p role="status" class="flex items-baseline gap-1.5 text-label text-warning">
                  <Icon name="alert" size="xs" />
                  <span class="selectable">
                    {problem().message}. {problem().hint}
                  </span>
                </p>
              )}
            </Show>
          )}
        </Show>
        <Came />
        <Show when={keeping.fault()}>
          {(fault) => <ErrorCard fault={fault()} onReport={(text) => void app.api.report(text)} />}
        </Show>
      </Show>
    </section>
  );
}

/** Whose commit it would be, and where. */
function where(ready: KeepReady): string {
  const { root, author, signs } = ready.repository;
  if (root === "") return "";
  return [author && `as ${author}`, signs && "signed", `in ${root}`].filter(Boolean).join(", ");
}

/** The message, the branch, and what was looked at. */
function Words(props: { ready: KeepReady }) {
  const app = useApp();
  const { exporting, keeping } = app;
  const chosen = exporting.chosenPaths;
  const repository = () => props.ready.repository;
  return (
    <>
      <TextArea
        mono
        rows={3}
        aria-label="Message of the commit"
        value={keeping.message()}
        onInput={(event) => keeping.write(event.currentTarget.value)}
      />
      <ul class="flex flex-wrap gap-x-4 gap-y-1 text-label" aria-label="What was checked">
        <For each={props.ready.checks}>
          {(check) => {
            const mark = () => marks[check.state] ?? open;
            return (
              <li class={`flex items-baseline gap-1 ${mark().tone}`}>
                <Icon name={mark().icon} size="xs" />
                <span class="sr-only">{mark().words}: </span>
                <span class="selectable">{check.said}</span>
                <Show when={check.name === "findings"}>
                  <Show
                    when={check.state === "open"}
                    fallback={
                      <Button look="link" small onClick={() => app.setOverlay("findings")}>
                        Show them
                      </Button>
                    }
                  >
                    <Button
                      look="link"
                      small
                      disabled={app.findings.busy() !== ""}
                      onClick={() =>
                        void app.findings
                          .show(app.run.info.id)
                          .then(app.findings.search)
                          .then(() => keeping.look(app.run.info.id, chosen()))
                      }
                    >
                      Search it
                    </Button>
                  </Show>
                </Show>
                <Show when={check.name === "tests"}>
                  <Button
                    look="link"
                    small
                    disabled={keeping.busy() !== ""}
                    onClick={() => void keeping.test(chosen())}
                  >
                    {check.state === "open" ? "Run them" : "Run them again"}
                  </Button>
                  <Show when={check.state === "noted" && check.said.includes("no tests were found")}>
                    <Button
                      look="link"
                      small
                      onClick={() => {
                        app.setOverlay("");
                        app.askAbout(
                          "Write tests for this project with the test runner that is usual for it: a few that show what the program does, and run them.",
                          true,
                        );
                      }}
                    >
                      Write some
                    </Button>
                  </Show>
                </Show>
              </li>
            );
          }}
        </For>
      </ul>
      <OwnTests />
      <Show when={keeping.against().length > 0}>
        <Input
          aria-label="Why you commit all the same"
          placeholder="A check failed: say why you commit all the same"
          value={keeping.reason()}
          onInput={(event) => keeping.setReason(event.currentTarget.value)}
        />
      </Show>
      <div class="flex items-center gap-3 text-label">
        <label class="flex items-center gap-2">
          On a new branch
          <Input
            small
            mono
            class="w-56"
            placeholder={repository().branch === "" ? "needed: HEAD is on none" : `stays on ${repository().branch}`}
            invalid={keeping.needsBranch()}
            value={keeping.branch()}
            onInput={(event) => keeping.setBranch(event.currentTarget.value)}
          />
        </label>
        <Show when={repository().remote !== ""}>
          <Check label={`Push to ${repository().remote}`} checked={keeping.push()} onChange={keeping.setPush} />
        </Show>
        <span class="min-w-0 flex-1 text-right text-muted">{beside(props.ready)}</span>
      </div>
    </>
  );
}

/** The project's own tests while they run, and those that failed. */
function OwnTests() {
  const { keeping } = useApp();
  const failures = () => keeping.tested().flatMap((one) => one.failures);
  /** What was printed where tests failed that nobody names. */
  const unnamed = () =>
    keeping.tested().filter((one) => one.failures.length === 0 && !["passed", "not_found"].includes(one.state));
  return (
    <>
      <Show when={keeping.busy() === "tests"}>
        <div role="status" class="flex items-center gap-3 text-label text-muted">
          The project's own tests run in its build stage
          <Button onClick={() => void keeping.stop()}>Stop</Button>
        </div>
      </Show>
      <Show when={failures().length > 0}>
        <ul class="selectable max-h-28 overflow-auto text-label" aria-label="Tests that failed" tabIndex={0}>
          <For each={failures()}>
            {(test) => (
              <li class="py-0.5">
                <span class="text-danger">{test.name}</span>
                <Show when={test.file !== ""}>
                  <code class="ml-2 code text-muted">
                    {test.file}
                    {test.line > 0 ? `:${test.line}` : ""}
                  </code>
                </Show>
                <pre class="max-h-16 overflow-auto code whitespace-pre-wrap text-muted">{test.text}</pre>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <For each={unnamed()}>
        {(one) => (
          <pre
            class="selectable max-h-24 overflow-auto rounded-control bg-sunken px-2 py-1 code whitespace-pre-wrap"
            tabIndex={0}
            aria-label={`What the tests of ${one.service} printed`}
          >
            {one.output.trim().split("\n").slice(-20).join("\n")}
          </pre>
        )}
      </For>
    </>
  );
}

/** What of the user's stays out of the commit, and what git will run. */
function beside(ready: KeepReady): string {
  const { changed, staged, hooks, submodule } = ready.repository;
  return [
    changed > 0 &&
      `${counted(changed, "other changed file")} ${changed === 1 ? "stays" : "stay"} out${staged > 0 ? `, ${staged} staged` : ""}`,
    hooks.length > 0 && `git will run ${hooks.join(", ")}`,
    submodule !== "" && `this is a submodule of ${submodule}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** The commit that was made, or that it is under way; an earlier one can be taken back, too. */
function Came() {
  const { exporting, keeping } = useApp();
  const undo = () => void keeping.undo(exporting.chosenPaths());
  return (
    <>
      <Show when={keeping.busy() === "commit"}>
        <div role="status" class="flex items-center gap-3 text-label text-muted">
          git is at work, with the project's hooks
          <Button onClick={() => void keeping.stop()}>Stop</Button>
        </div>
      </Show>
      <Show when={keeping.made()}>
        {(made) => (
          <div class="grid gap-1.5 text-label">
            <div role="status" class="flex items-center gap-3">
              <span class="flex items-baseline gap-1.5 text-success">
                <Icon name="circle-check" size="xs" />
                <span class="selectable">
                  Committed {made().short} to {made().commit.branch}
                  {made().pushed === "" ? "" : `, pushed to ${made().pushed}`}
                </span>
              </span>
              <Show when={made().pushed === ""}>
                <Button busy={keeping.busy() === "undo"} onClick={undo}>
                  Undo the commit
                </Button>
              </Show>
            </div>
            <Show when={made().commit.altered.length > 0}>
              <p class="text-warning">A hook changed {made().commit.altered.join(", ")}.</p>
            </Show>
            <Show when={made().commit.extra.length > 0}>
              <p class="text-warning">A hook added {made().commit.extra.join(", ")} to the commit.</p>
            </Show>
            <Show when={made().problem !== ""}>
              <p class="selectable text-warning">
                {made().problem}. {made().hint}
              </p>
            </Show>
            <Show when={made().output.trim() !== ""}>
              <pre
                class="selectable max-h-24 overflow-auto rounded-control bg-sunken px-2 py-1 code whitespace-pre-wrap"
                tabIndex={0}
                aria-label="What git said"
              >
                {made().output.trim()}
              </pre>
            </Show>
          </div>
        )}
      </Show>
      <Show when={keeping.undone() !== ""}>
        <p role="status" class="text-label text-success">
          {keeping.undone()}
        </p>
      </Show>
      <Show when={keeping.made() === undefined && keeping.busy() === "" && keeping.ready()?.last}>
        {(last) => (
          <div class="flex items-center gap-3 text-label text-muted">
            <span class="selectable min-w-0 truncate">
              aipack's last commit here: {last().id} {last().subject}
            </span>
            <Button busy={keeping.busy() === "undo"} onClick={undo}>
              Take it back
            </Button>
          </div>
        )}
      </Show>
    </>
  );
}
