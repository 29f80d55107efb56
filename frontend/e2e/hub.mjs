/** A hub of models on this computer that serves one small file, and serves it badly: as a mirror behind a bad line. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { folder, pause, root } from "./app.mjs";

/** Writes a small model of random weights; "-abort" makes one on which llama.cpp aborts. */
export const tinyModel = (...args) =>
  execFileSync("go", ["run", "./build/tinymodel", ...args], { cwd: root, stdio: "inherit" });

/**
 * The first answer is cut after a third, the second is a refusal, the third
 * falls silent in the middle of the rest; what comes then waits for `goOn`.
 */
export async function hub() {
  const file = join(await folder("hub"), "tiny.gguf");
  tinyModel(file);
  const data = readFileSync(file);
  const sum = createHash("sha256").update(data).digest("hex");
  const ranges = [];
  let goOn;
  const watched = new Promise((done) => (goOn = done));
  const server = createServer((request, response) => {
    if (!request.url.endsWith("/tiny.gguf")) return void response.writeHead(404).end();
    const said = { "X-Linked-Etag": `"${sum}"`, "X-Linked-Size": data.length, "X-Repo-Commit": "a".repeat(40) };
    if (request.method === "HEAD") return void response.writeHead(200, said).end();
    ranges.push(request.headers.range ?? "");
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (ranges.length === 2) return void response.writeHead(503, { "Retry-After": "6" }).end();
    response.writeHead(from > 0 ? 206 : 200, {
      ETag: `"${sum.slice(0, 16)}"`,
      "Content-Length": data.length - from,
      ...(from > 0 ? { "Content-Range": `bytes ${from}-${data.length - 1}/${data.length}` } : {}),
    });
    void send(response, data.subarray(from), ranges.length, watched);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    data,
    ranges,
    goOn,
    stop: () => (server.closeAllConnections(), server.close()),
  };
}

const third = (bytes) => Math.floor(bytes.length / 3);

async function send(response, bytes, asked, watched) {
  if (asked === 1) {
    response.write(bytes.subarray(0, third(bytes)), () => response.destroy());
  } else if (asked === 3) {
    response.write(bytes.subarray(0, third(bytes))); // and then nothing
  } else {
    await watched;
    response.write(bytes.subarray(0, third(bytes)));
    await pause(1000);
    response.end(bytes.subarray(third(bytes)));
  }
}
