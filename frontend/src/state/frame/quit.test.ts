import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import type { UnderWay } from "~/bridge/types";
import { createQuit } from "./quit";

const proof = {
  kind: "proof",
  id: "p",
  run_id: "r",
  name: "shop",
  service: "",
  services: 1,
  started_at: 1,
} as UnderWay;

test("the program hears that it is asked, and quits only when told to", async () => {
  const said: string[] = [];
  let close: (ends: UnderWay[]) => void = () => undefined;
  const leaving = createRoot(() =>
    createQuit({
      askingToQuit: () => (said.push("asking"), Promise.resolve()),
      quit: () => (said.push("quit"), Promise.resolve()),
      onClosing: (then) => ((close = then), () => undefined),
    }),
  );
  expect(leaving.ends()).toEqual([]);
  close([proof]);
  expect(leaving.ends()).toEqual([proof]);
  leaving.stay();
  expect(leaving.ends()).toEqual([]);
  expect(said).toEqual(["asking"]);
  close([proof]);
  await leaving.quit();
  expect(said).toEqual(["asking", "asking", "quit"]);
});
