import { Show } from "solid-js";
import { useApp } from "~/state/app";
import { AskedPlaces } from "~/parts/AskedPlaces";
import { Empty, Skeleton } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** Before the first proof: which builder will be used, or how to get one. */
export function BeforeProof() {
  const app = useApp();
  const builders = () => app.proof.builders();
  return (
    <Show when={builders()} fallback={<Skeleton rows={4} />}>
      <Show when={builders()?.some((one) => one.ok)} fallback={<NoBuilder />}>
        <Empty icon="container" title="Nothing proven yet">
          Prove builds the image, starts it without network access next to the data services it needs, sends it requests
          from outside its container, twice, and reports what happened. It uses{" "}
          <span class="font-mono text-strong">{builders()?.find((one) => one.ok)?.address}</span>.
        </Empty>
      </Show>
    </Show>
  );
}

function NoBuilder() {
  const app = useApp();
  return (
    <div class="max-w-[60rem]">
      <Empty
        icon="circle-slash"
        title="No builder was found"
        actions={
          <>
            <Button look="primary" icon="reset" onClick={() => void app.proof.look()}>
              Look again
            </Button>
            <Button onClick={() => app.openSetting({ section: "general", title: "Builder" })}>Name a builder</Button>
            <Button
              onClick={() => {
                app.navigation.go("result");
                app.setOverlay("export");
              }}
            >
              Export without proof
            </Button>
          </>
        }
      >
        To prove a build, aipack needs BuildKit: start Docker or Podman, or run buildkitd, and look again. Everything
        else works without it.
      </Empty>
      <AskedPlaces places={app.proof.builders() ?? []} />
    </div>
  );
}
