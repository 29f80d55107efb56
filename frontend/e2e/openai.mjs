/** A server that speaks OpenAI's protocol, on this machine, with answers written down. */
import { createServer } from "node:http";

/**
 * Answers every chat: the trial tool is called, everything else gets `answer`. `failing` is how many of the
 * next chats are refused as overloaded. `sent` holds the bodies that came.
 */
export function openai(answer = "{}") {
  const state = { sent: [], failing: 0, answer };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      if (request.url.endsWith("/models")) {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ object: "list", data: [{ id: "test-model", object: "model" }] }));
        return;
      }
      const asked = JSON.parse(body);
      state.sent.push(asked);
      if (state.failing > 0) {
        state.failing--;
        response.writeHead(503, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: "overloaded, try again", type: "server_error" } }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunks(asked, state.answer)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end("data: [DONE]\n\n");
    });
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ state, address: `http://127.0.0.1:${server.address().port}/v1`, stop: () => server.close() }),
    ),
  );
}

function* chunks(asked, answer) {
  const base = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: asked.model };
  const delta = (value, finish_reason = null) => ({ ...base, choices: [{ index: 0, delta: value, finish_reason }] });
  const wanted = asked.tools?.find((tool) => tool.function.name === "report_ready")?.function.name;
  if (wanted) {
    const call = {
      index: 0,
      id: "call-1",
      type: "function",
      function: { name: wanted, arguments: '{"word":"ready"}' },
    };
    yield delta({ role: "assistant", tool_calls: [call] });
    yield delta({}, "tool_calls");
  } else {
    yield delta({ role: "assistant", content: answer });
    yield delta({}, "stop");
  }
  yield { ...base, choices: [], usage: { prompt_tokens: 6100, completion_tokens: 40, total_tokens: 6140 } };
}
