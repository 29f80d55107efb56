/** Drives the real WebKitGTK window through the inspector that WEBKIT_INSPECTOR_HTTP_SERVER opens. */
import { pause, until } from "./app.mjs";

export async function inspect(port) {
  const base = `http://127.0.0.1:${port}`;
  const place = await until(async () => {
    const page = await (await fetch(base)).text();
    return /socket\/\d+\/\d+\/WebPage/.exec(page)?.[0];
  }, "the inspector");
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${place}`);
  const waiting = new Map();
  let target;
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === "Target.targetCreated" && message.params.targetInfo.type === "page") {
      target = message.params.targetInfo.targetId;
    }
    if (message.method === "Target.dispatchMessageFromTarget") {
      const answer = JSON.parse(message.params.message);
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  await until(async () => target, "the page in the inspector");

  function send(method, params = {}) {
    const id = ++last;
    const message = JSON.stringify({ id, method, params });
    socket.send(JSON.stringify({ id, method: "Target.sendMessageToTarget", params: { targetId: target, message } }));
    return new Promise((done) => waiting.set(id, done));
  }

  /** The value of an expression; a promise is awaited. */
  async function evaluate(expression) {
    const { result, error } = await send("Runtime.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
    });
    if (error) throw new Error(error.message);
    const answer = await send("Runtime.awaitPromise", { promiseObjectId: result.result.objectId, returnByValue: true });
    if (answer.result.wasThrown) throw new Error(`${expression}: ${JSON.stringify(answer.result.result)}`);
    return JSON.parse(answer.result.result.value ?? "null");
  }

  const text = () => evaluate("document.body.innerText");
  return {
    evaluate,
    text,
    sees: (words) => until(async () => (await text()).includes(words), `“${words}” in the window`),
    /** Calls a bound method, as "Runs.Analyse", whichever Go package has its type. */
    call: (method, ...args) =>
      evaluate(
        `Object.values(window.go).find((types) => types.${method.split(".")[0]}).${method}(${args.map((a) => JSON.stringify(a)).join(",")})`,
      ),
    /** Presses a key as the page sees it. */
    async press(key, code, modifiers = {}) {
      const init = JSON.stringify({ key, code, bubbles: true, cancelable: true, ...modifiers });
      await evaluate(
        `void (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", ${init}))`,
      );
      await pause(150);
    },
    close: () => socket.close(),
  };
}
