import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { PreviewBatch } from "~/bridge/events";
import { createPreview } from "./preview";

const info = { id: "p1", run_id: "r", service: "web", engine: "Docker 27", pages: ["http://127.0.0.1:49153"] };

/** A program that starts when `go` is called, and remembers what it was asked. */
function bridge() {
  const asked: string[] = [];
  let hear: (batch: PreviewBatch) => void = () => undefined;
  let go: (problem?: Error) => void = () => undefined;
  const made = createRoot(() =>
    createPreview({
      previewEngine: () => Promise.resolve({ name: "Docker 27", silent: [] }),
      startPreview: (run, service) => {
        asked.push(`start ${run} ${service}`);
        return new Promise((resolve, reject) => (go = (problem) => (problem ? reject(problem) : resolve(info))));
      },
      stopPreview: (id) => Promise.resolve(void asked.push(`stop ${id}`)),
      openPreview: (id) => Promise.resolve(void asked.push(`open ${id}`)),
      onPreview: (then) => {
        hear = then;
        return () => undefined;
      },
    }),
  );
  return {
    made,
    asked,
    say: (text: string, done = false, id = "p1") => hear({ id, text, done }),
    go: (e?: Error) => go(e),
  };
}

test("what the service says before its start is answered is kept, in whole lines", async () => {
  const { made, asked, say, go } = bridge();
  const started = made.start("r", "web");
  expect(made.kept.state).toBe("starting");
  say("listen");
  say("ing\nready\nhal");
  go();
  await started;
  expect(made.kept.state).toBe("running");
  expect(made.lines()).toEqual(["listening", "ready"]);
  say("someone else's\n", false, "p2");
  say("f\nlast", true);
  expect(made.lines()).toEqual(["listening", "ready", "half", "last"]);
  expect(made.kept.state).toBe("ended");
  made.open();
  await made.stop();
  expect(made.kept.state).toBe("");
  expect(asked).toEqual(["start r web", "open p1", "stop p1"]);
});

test("a start that fails says why and leaves nothing", async () => {
  const { made, go } = bridge();
  const started = made.start("r", "web");
  go(new Error(JSON.stringify({ code: "ENGINE_ABSENT", message: "no engine", hint: "start Docker" })));
  await started;
  expect(made.kept.state).toBe("");
  expect(made.fault()?.message).toContain("no engine");
});

test("a second start ends the first", async () => {
  const { made, asked, go } = bridge();
  const first = made.start("r", "web");
  go();
  await first;
  const second = made.start("r", "api");
  await Promise.resolve();
  await new Promise((done) => setTimeout(done, 0));
  go();
  await second;
  expect(asked).toEqual(["start r web", "stop p1", "start r api"]);
});

test("what is still starting can be stopped, and started again before that has ended", async () => {
  const { made, asked, go } = bridge();
  const first = made.start("r", "web");
  await made.stop();
  expect(made.kept.state).toBe("");
  const second = made.start("r", "api");
  const late = go;
  expect(made.kept).toMatchObject({ state: "starting", service: "api" });
  late();
  await second;
  expect(made.kept).toMatchObject({ state: "running", id: "p1" });
  expect(asked).toEqual(["start r web", "stop ", "start r api"]);
  void first;
});

test("a preview that starts although it was stopped is removed", async () => {
  const { made, asked, go } = bridge();
  const started = made.start("r", "web");
  await made.stop();
  go();
  await started;
  expect(made.kept.state).toBe("");
  expect(asked).toEqual(["start r web", "stop ", "stop p1"]);
});
