import { batch, createMemo, createSignal, onCleanup } from "solid-js";
import type { Snapshot, Stamped } from "~/bridge/types";
import { createCourse } from "./phases";
import { infoOf } from "./run";

/** Most runs last milliseconds: an event is shown at least this long, and none makes the viewer wait longer than `longest`. */
const shortest = 120;
const longest = 1_500;

/** Milliseconds from one recorded event to the next, at normal speed. */
export function gap(a: Stamped, b: Stamped): number {
  return Math.min(longest, Math.max(shortest, b.ts - a.ts));
}

/** Plays a recorded run on the Analysis screen. Must be created inside an owner. */
export function createReplay(snapshot: Snapshot) {
  const all = [...snapshot.events].sort((a, b) => a.seq - b.seq);
  const course = createCourse();
  const [position, setPosition] = createSignal(0);
  const [playing, setPlaying] = createSignal(false);
  const [speed, setSpeed] = createSignal<1 | 4>(1);
  const events = createMemo<readonly Stamped[]>(() => all.slice(0, position()));
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Moves to where `n` events have happened; backwards starts over. */
  function seek(n: number) {
    const to = Math.max(0, Math.min(all.length, n));
    const from = position();
    batch(() => {
      if (to < from) course.reset();
      course.apply(all.slice(to < from ? 0 : from, to));
      if (to === all.length) course.settle(snapshot.state);
      setPosition(to);
    });
  }

  function tick() {
    clearTimeout(timer);
    const last = all[position() - 1];
    const next = all[position()];
    if (!playing() || !next) {
      setPlaying(false);
      return;
    }
    timer = setTimeout(
      () => {
        seek(position() + 1);
        tick();
      },
      last ? gap(last, next) / speed() : 0,
    );
  }

  function play() {
    if (position() === all.length) seek(0);
    setPlaying(true);
    tick();
  }

  function pause() {
    clearTimeout(timer);
    setPlaying(false);
  }

  onCleanup(pause);

  return {
    info: infoOf(snapshot),
    course,
    events,
    position,
    length: all.length,
    playing,
    speed,
    play,
    pause,
    toggle: () => (playing() ? pause() : play()),
    step: (by: number) => {
      pause();
      seek(position() + by);
    },
    seek,
    at: (wanted: 1 | 4) => {
      setSpeed(wanted);
      if (playing()) tick();
    },
  };
}

export type Replay = ReturnType<typeof createReplay>;
