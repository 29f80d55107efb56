import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { parsed } from "~/state/plan/result";
import Compared from "~/parts/Compared";
import { PaneTitle, paneHead } from "~/parts/Facts";
import { Empty } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** Two texts side by side: what was detected and what it is now, or the project's own Dockerfile and ours. */
export default function DiffPane(props: { mode: "detected" | "existing" | "hand" }) {
  const app = useApp();
  const state = () => app.result.state();
  const detected = () => props.mode === "detected";
  const sides = () => {
    const known = state();
    if (detected()) return { left: plan(known?.original), right: plan(known?.document) };
    const left = props.mode === "hand" ? known?.generated : known?.existing;
    return { left: left ?? "", right: known?.dockerfile.content ?? "" };
  };
  const left = () => sides().left;
  const right = () => sides().right;
  const heads = () =>
    ({
      detected: ["As detected", "", "As it is now", `${state()?.edited.length ?? 0} edited`],
      existing: ["Yours", state()?.existing_path, state()?.by_hand ? "By hand" : "Ours", state()?.dockerfile_path],
      hand: ["Ours", "of the plan", "By hand", state()?.dockerfile_path],
    })[props.mode];
  return (
    <section data-pane class="flex min-h-0 flex-1 flex-col" aria-label="Comparison">
      <div class={paneHead}>
        <span class="flex flex-1 items-center gap-2">
          <PaneTitle title={heads()[0] ?? ""} detail={heads()[1] ?? ""} />
        </span>
        <span class="flex flex-1 items-center gap-2">
          <PaneTitle title={heads()[2] ?? ""} detail={heads()[3] ?? ""} />
        </span>
        <Show when={detected() && (state()?.edited.length ?? 0) > 0}>
          <Button small icon="undo" onClick={() => void app.result.reset("")}>
            Revert all edits
          </Button>
        </Show>
      </div>
      <Show
        when={left() !== right()}
        fallback={
          <Empty icon="circle-check" title={detected() ? "Nothing was edited" : "Both are the same"}>
            {detected() ? "The document is as it was detected." : "Your Dockerfile is the one that aipack would write."}
          </Empty>
        }
      >
        <Compared left={left()} right={right()} kind={detected() ? "json" : "dockerfile"} />
      </Show>
    </section>
  );
}

/** The document without its evidence: an edit becomes evidence too, which would be shown twice. */
function plan(text: string | undefined): string {
  const doc = parsed(text);
  return doc ? JSON.stringify({ ...doc, evidence: undefined }, null, 2) : (text ?? "");
}
