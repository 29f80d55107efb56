/** Starts and ends the program under test, each time with ports and folders of its own. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

export const root = process.env.E2E_ROOT;
export const shots = join(root, "build/screenshots");

/** A port that nobody has: a leftover program must not be tested in place of the new one. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export const folder = (name) => mkdtemp(join(process.env.E2E_WORK, `${name}-`));

/** A copy of a fixture that a test may write to. */
export async function fixture(name, as = "project") {
  const to = join(await folder("fixture"), as);
  await cp(join(root, "testdata/repos", name), to, { recursive: true });
  return to;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** So long something may take that usually takes no time: two busy cores make a second of ten. */
export const patience = 60_000;

/** Waits until `what` gives something true. */
export async function until(what, label, ms = patience) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await what().catch(() => undefined);
    if (got) return got;
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain for ${label}`);
    await pause(50);
  }
}

/** Whether a process is over; one that nobody has waited for is a zombie. */
async function over(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  return /\) Z/.test(stat);
}

const running = new Set();
// A test that fails midway leaves nothing behind.
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts a program; `stop` ends it and waits until it is gone. */
export function start(program, args, env) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  return {
    child,
    ended,
    said: () => said,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await until(() => over(child.pid), `the end of ${program}; it said:\n${said}`);
    },
  };
}
