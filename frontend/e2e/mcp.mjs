/** An MCP server behind an address on this machine (Streamable HTTP, answers as JSON), with one tool. */
import { createServer } from "node:http";

/** Answers whoever sends `key` in the header X-Key. `calls` are the arguments that its tool was called with. */
export function mcp(key) {
  const state = { calls: [] };
  const results = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "tracker", version: "1" },
    }),
    "tools/list": () => ({
      tools: [
        {
          name: "issue",
          description: "Tells of an issue.",
          inputSchema: { type: "object", properties: { id: { type: "string" } } },
        },
      ],
    }),
    "tools/call": ({ arguments: given }) => {
      state.calls.push(given);
      return { content: [{ type: "text", text: "The issue is about the port." }] };
    },
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      if (request.headers["x-key"] !== key) return void response.writeHead(401).end();
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(body);
      if (id === undefined) return void response.writeHead(202).end();
      const answer = results[method]
        ? { result: results[method](params) }
        : { error: { code: -32601, message: "there is no such method" } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ state, address: `http://127.0.0.1:${server.address().port}/mcp`, stop: () => server.close() }),
    ),
  );
}
