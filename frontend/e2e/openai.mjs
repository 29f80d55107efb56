/** A server that speaks OpenAI's protocol, on this machine, with answers written down. */
import { createServer } from "node:http";
import { pause } from "./app.mjs";

/**
 * Answers every chat: the trial tool is called, everything else gets `answer`. `failing` is how many of the
 * next chats are refused as overloaded; `calls` are tool calls [name, arguments] that the next chats are answered
 * with; while `held` is a promise, answers wait for it. An answer that is a list of parts comes part by part, `between`
 * milliseconds apart. `sent` holds the bodies that came.
 */
export function openai(answer = "{}") {
  const state = { sent: [], failing: 0, answer, calls: [], held: undefined, between: 0 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", async () => {
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
      const call = state.calls.length > 0 ? state.calls.shift() : undefined;
      if (!call) await state.held;
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunks(asked, state.answer, call)) {
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
        if (state.between > 0) await pause(state.between);
      }
      response.end("data: [DONE]\n\n");
    });
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ state, address: `http://127.0.0.1:${server.address().port}/v1`, stop: () => server.close() }),
    ),
  );
}

function* chunks(asked, answer, next) {
  const base = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: asked.model };
  const delta = (value, finish_reason = null) => ({ ...base, choices: [{ index: 0, delta: value, finish_reason }] });
  const trial = asked.tools?.some((tool) => tool.function.name === "report_ready");
  const [name, args] = trial ? ["report_ready", '{"word":"ready"}'] : (next ?? []);
  if (name) {
    const id = `call-${asked.messages.length}`;
    const call = { index: 0, id, type: "function", function: { name, arguments: args } };
    yield delta({ role: "assistant", tool_calls: [call] });
    yield delta({}, "tool_calls");
  } else {
    for (const content of [answer].flat()) yield delta({ role: "assistant", content });
    yield delta({}, "stop");
  }
  yield { ...base, choices: [], usage: { prompt_tokens: 6100, completion_tokens: 40, total_tokens: 6140 } };
}
