import { Show } from "solid-js";
import type { AskedChange } from "~/bridge/types";
import { visible } from "~/state/shared/visible";
import { Chip } from "~/ui/Chip";
import { ConsentCard } from "./ConsentCard";

/** A command that waits for the user: what would run, where, and why it is asked about. */
export function CommandCard(props: { asked: AskedChange }) {
  return (
    <ConsentCard
      asked={props.asked}
      id="command"
      label="A command"
      icon="play"
      heading="The model wants to run a command"
      chips={
        <>
          <Show when={props.asked.background}>
            <Chip>in the background</Chip>
          </Show>
          <Chip tone={props.asked.contained ? "ok" : "warn"} icon={props.asked.contained ? "container" : "alert"}>
            {props.asked.contained ? "contained" : "on this computer"}
          </Chip>
        </>
      }
      bodyLabel="The command"
      body={visible(props.asked.line)}
      question={`Run it ${props.asked.where}?`}
      verb="Run"
      object="command"
      longer={props.asked.lasting}
      note="It runs on a copy of the project; each file that it changes is shown to you before it is kept."
    />
  );
}
