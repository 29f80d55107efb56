import { Show } from "solid-js";
import type { ProviderInfo } from "~/bridge/types";
import { useApp } from "~/state/app";
import { chosenServer, elsewhere, serverChoices } from "~/state/models/servers";
import { Select } from "~/ui/Input";
import { Row } from "./Rows";

/** Which server is asked in OpenAI's place; one of the user's own account is filled in below. */
export function ServerRow(props: {
  one: ProviderInfo;
  asked: string;
  onAsk: (id: string) => void;
  onPick: (address: string) => void;
}) {
  const { models } = useApp();
  const chosen = () => props.asked || chosenServer(props.one);
  const server = () => models.servers.find((each) => each.id === chosen());
  function pick(id: string) {
    const picked = models.servers.find((each) => each.id === id);
    if (id === elsewhere || (picked && id === chosenServer(props.one))) props.onAsk("");
    else if (picked && !picked.ready) props.onAsk(id);
    else props.onPick(picked?.address ?? "");
  }
  return (
    <>
      <Row title="Server" says="any server with an OpenAI-compatible API">
        <Select
          class="w-72"
          label="Server"
          value={chosen()}
          options={serverChoices(models.servers, props.one)}
          onPick={pick}
        />
      </Row>
      <Show when={server()}>
        {(known) => (
          <p class="px-2.5 py-1.5 text-label text-muted" role="status">
            {props.asked ? "Fill in the words in capitals in the address below. " : ""}
            {known().note}
          </p>
        )}
      </Show>
    </>
  );
}
