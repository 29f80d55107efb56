import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import { Sequence, type RunBatch } from "~/bridge/events";
import type { ServiceState, Snapshot, Stamped } from "~/bridge/types";
import { createRun } from "./run";

const event = (seq: number, type = "phase.started", body: Stamped["event"] = { phase: `p${seq}` }): Stamped => ({
  seq,
  run_id: "r",
  ts: 1_000 + seq,
  type,
  event: body,
});

const snapshotOf = (events: Stamped[], more: Partial<Snapshot> = {}): Snapshot => ({
  run_id: "r",
  path: "/p",
  hint: "",
  name: "p",
  state: "running",
  seq: events.at(-1)?.seq ?? 0,
  started_at: 1_000,
  duration_ms: 0,
  missing: "",
  error: null,
  events,
  services: [],
  documents: [],
  original: [],
  problems: [],
  ...more,
});

describe("Sequence", () => {
  test("hands on in order whatever the order of arrival", () => {
    const sequence = new Sequence<{ seq: number }>();
    expect(sequence.add([{ seq: 3 }, { seq: 2 }])).toEqual([]);
    expect(sequence.stuck).toBe(true);
    expect(sequence.add([{ seq: 1 }]).map((one) => one.seq)).toEqual([1, 2, 3]);
    expect(sequence.stuck).toBe(false);
    expect(sequence.last).toBe(3);
  });

  test("drops what it has handed on already", () => {
    const sequence = new Sequence<{ seq: number }>();
    sequence.add([{ seq: 1 }]);
    expect(sequence.add([{ seq: 1 }, { seq: 2 }]).map((one) => one.seq)).toEqual([2]);
  });
});

/** A bridge whose events and clock the test moves. */
function fake(snapshots: Snapshot[]) {
  let send: (batch: RunBatch) => void = () => undefined;
  const later: (() => void)[] = [];
  let asked = 0;
  return {
    bridge: {
      snapshot: () => {
        const next = snapshots[Math.min(asked++, snapshots.length - 1)];
        return next ? Promise.resolve(next) : Promise.reject(new Error("no snapshot"));
      },
      onRun: (then: (batch: RunBatch) => void) => {
        send = then;
        return () => undefined;
      },
    },
    send: (...events: Stamped[]) => send({ run_id: "r", events }),
    end: (snapshot: Snapshot, first: ServiceState, ...events: Stamped[]) =>
      send({ run_id: "r", events, end: { snapshot, first } }),
    after: (f: () => void) => later.push(f),
    async tick() {
      for (const f of later.splice(0)) f();
      await new Promise((done) => setTimeout(done, 0));
    },
    asked: () => asked,
  };
}

describe("a run", () => {
  test("shows the snapshot and then what is newer, once and in order", async () => {
    const world = fake([snapshotOf([event(1, "run.started", {}), event(2)])]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    await run.follow("r");
    world.send(event(4), event(2));
    world.send(event(3));
    await world.tick();
    expect(run.events().map((one) => one.seq)).toEqual([1, 2, 3, 4]);
  });

  test("reads the snapshot again when an event does not come", async () => {
    const start = [event(1, "run.started", {})];
    const world = fake([snapshotOf(start), snapshotOf([...start, event(2), event(3)])]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    await run.follow("r");
    world.send(event(3));
    expect(run.events().length).toBe(1);
    await world.tick();
    expect(world.asked()).toBe(2);
    expect(run.events().map((one) => one.seq)).toEqual([1, 2, 3]);
  });

  test("takes the documents when the run ends", async () => {
    const start = [event(1, "run.started", {})];
    const ended = [...start, event(2, "run.completed", { services: [] })];
    const world = fake([snapshotOf(start), snapshotOf(ended, { state: "completed", services: ["."] })]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    await run.follow("r");
    world.send(event(2, "run.completed", { services: [] }));
    await world.tick();
    expect(run.info.state).toBe("completed");
    expect(run.info.services).toEqual(["."]);
    expect(run.course.course.state).toBe("completed");
  });

  test("is over with its last batch, without another question, in whatever order the batches come", async () => {
    const world = fake([snapshotOf([event(1, "run.started", {})])]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    await run.follow("r");
    const ended = snapshotOf([], { state: "completed", services: ["."], seq: 3 });
    world.end(ended, { service: "." } as ServiceState, event(3, "run.completed", { services: [] }));
    expect(run.info.state).toBe("running");
    world.send(event(2));
    expect(run.info.state).toBe("completed");
    expect(run.first()?.service).toBe(".");
    expect(run.events().length).toBe(3);
    expect(world.asked()).toBe(1);
  });

  test("a snapshot that was on its way does not bring an ended run back", async () => {
    const world = fake([snapshotOf([event(1, "run.started", {})])]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    const following = run.follow("r");
    const ended = snapshotOf([], { state: "completed", services: ["."], seq: 2 });
    world.end(ended, { service: "." } as ServiceState, event(1, "run.started", {}), event(2, "run.completed", {}));
    await following;
    expect(run.info.state).toBe("completed");
  });

  test("ignores events of another run", async () => {
    const world = fake([snapshotOf([event(1, "run.started", {})])]);
    const run = createRoot(() => createRun(world.bridge, world.after));
    await run.follow("r");
    world.send({ ...event(2), run_id: "other" });
    await run.follow("");
    world.send(event(2));
    await world.tick();
    expect(run.events()).toEqual([]);
  });
});
