/** Measures the Code map in the real window: how soon it answers, and what it costs in memory. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { folder, pause, until } from "./app.mjs";

/** Go's own network and cryptography, which lie on every developer's machine. */
export async function goSources() {
  const from = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  const to = join(await folder("code"), "go-sources");
  execFileSync("bash", ["-c", `mkdir "${to}" && cp -r "${from}/src/net" "${from}/src/crypto" "${to}"`]);
  writeFileSync(join(to, "go.mod"), "module std\n");
  writeFileSync(
    join(to, "main.go"),
    'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
  );
  const count = `find "${to}" -name '*.go' -print0`;
  const [lines, files] = [`${count} | xargs -0 cat | wc -l`, `${count} | tr -cd '\\0' | wc -c`].map((command) =>
    Number(execFileSync("bash", ["-c", command], { encoding: "utf8" })),
  );
  return { path: to, lines, files };
}

/**
 * Mebibytes of the program and of the processes of ours that it started, each page that several share counted once; the
 * web view's processes hold the page and are not counted.
 */
function memory(pid) {
  const ours = [pid];
  for (const one of readdirSync("/proc")) {
    if (!/^\d+$/.test(one)) continue;
    try {
      const [, parent] = readFileSync(`/proc/${one}/stat`, "utf8").split(") ").at(-1).split(" ");
      const [program] = readFileSync(`/proc/${one}/cmdline`, "utf8").split("\0");
      if (Number(parent) === pid && !basename(program).startsWith("WebKit")) ours.push(Number(one));
    } catch {
      // It has ended meanwhile.
    }
  }
  let kib = 0;
  for (const one of ours) {
    try {
      kib += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, "utf8"))[1]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return kib / 1024;
}

/** Runs in the page: waits for something, frame by frame. */
const frames = `async (what) => {
  const began = performance.now();
  while (!what()) {
    if (performance.now() - began > 30_000) throw new Error("waited in vain for " + what);
    await new Promise(requestAnimationFrame);
  }
}`;

/** Runs in the page: from the key until the graph around a focus is drawn. */
const untilGraph = `(async () => {
  const began = performance.now();
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "F", code: "KeyF", ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }));
  await (${frames})(() => document.querySelector('[aria-label="Graph around the focus"] button'));
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
})()`;

/** Runs in the page: from a letter in the search until what it finds is listed. */
const untilFound = (word) => `(async () => {
  const field = document.getElementById("code-search");
  field.focus();
  field.value = ${JSON.stringify(word)};
  const began = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await (${frames})(() =>
    [...document.querySelectorAll('[role="option"]')].some((one) => one.innerText.includes(${JSON.stringify(word)})));
  return performance.now() - began;
})()`;

/** The window shows the Result of the folder. */
export async function codeMap({ app, page }, path) {
  const { id: run } = (await page.call("History.Recents")).find((r) => r.path === path);
  await pause(3000);
  const { pid } = app.child;
  const before = memory(pid);
  let most = before;
  let current = 0;
  const began = performance.now();
  const graph = page.evaluate(untilGraph);
  await until(async () => {
    most = Math.max(most, memory(pid));
    return (await page.call("Code.Open", run)).state === "current";
  }, "the whole code");
  current = performance.now() - began;
  const first = await graph;
  const words = [
    "Transport",
    "RoundTrip",
    "Certificate",
    "handshakeMessage",
    "Resolver",
    "readRequest",
    "ListenAndServe",
  ];
  const found = [];
  for (const word of words) found.push(await page.evaluate(untilFound(word)));
  most = Math.max(most, memory(pid));
  await pause(25_000); // the readers end
  return { first, current, found, before, most, after: memory(pid) };
}
