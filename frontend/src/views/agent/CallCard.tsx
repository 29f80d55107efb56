import type { AskedChange } from "~/bridge/types";
import { visible } from "~/state/shared/visible";
import { Chip } from "~/ui/Chip";
import { ConsentCard } from "./ConsentCard";

/** A call of another program's tool that waits for the user, with all that would be sent. */
export function CallCard(props: { asked: AskedChange }) {
  return (
    <ConsentCard
      asked={props.asked}
      id="call"
      label="A call of a tool"
      icon="plug"
      heading={
        <>
          The model wants to call <span class="code">{props.asked.tool}</span> of the server{" "}
          <span class="code">{props.asked.server}</span>
        </>
      }
      chips={
        <Chip tone="warn" icon="alert">
          another program
        </Chip>
      }
      bodyLabel="What would be sent"
      body={visible(props.asked.arguments)}
      question="Call it with this?"
      verb="Call"
      object="tool"
      longer={`any call of ${props.asked.lasting}`}
      note="What is sent leaves aipack, and what the tool does there cannot be taken back here. What it answers the model is shown as data."
    />
  );
}
