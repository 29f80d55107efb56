import { createEffect, on } from "solid-js";
import { useApp } from "~/state/app";
import { rejected } from "~/bridge/fault";
import { ErrorCard } from "~/parts/Messages";
import { Button } from "~/ui/Button";

/** In place of a screen that broke. */
export function CrashScreen(props: { error: unknown; onRetry: () => void }) {
  const app = useApp();
  // Another screen, or another project, has nothing to do with it.
  createEffect(on([app.navigation.screen, () => app.run.info.id], () => props.onRetry(), { defer: true }));
  const stack = () => (props.error instanceof Error ? (props.error.stack ?? "") : "");
  const fault = () => {
    const known = rejected(
      props.error instanceof Error ? { code: "INTERNAL", message: props.error.message } : props.error,
    );
    return {
      code: known.code,
      message: known.message,
      hint: "Your work is kept. Reload the screen, or copy the report.",
    };
  };
  return (
    <ErrorCard
      fault={fault()}
      title="This screen crashed"
      onReport={(text) => void app.api.report(`${text}\n${stack()}`)}
    >
      <Button small onClick={() => props.onRetry()}>
        Reload screen
      </Button>
      <Button small onClick={() => app.navigation.go("home")}>
        Go home
      </Button>
    </ErrorCard>
  );
}
