import { createRoot } from "solid-js";
import { describe, expect, test } from "vitest";
import type { Download } from "~/bridge/types";
import { bytes } from "~/state/shared/format";
import { createDownloads, progressWords, type DownloadsBridge } from "./downloads";

const row = (more: Partial<Download>): Download =>
  ({
    id: "m",
    name: "M",
    state: "downloading",
    done: 1e9,
    total: 2e9,
    rate: 5e7,
    eta_s: 22,
    attempt: 1,
    ...more,
  }) as Download;

describe("downloads", () => {
  test.each([
    [row({}), "1.0 GB of 2.0 GB, 50 MB/s, about 20 s left"],
    [row({ eta_s: 128 }), "1.0 GB of 2.0 GB, 50 MB/s, about 2 min 10 s left"],
    [row({ state: "elsewhere" }), "1.0 GB of 2.0 GB, another aipack is downloading it"],
    [
      row({ state: "waiting", why: "the server answers 503 Service Unavailable", pause_s: 30, attempt: 2 }),
      "1.0 GB of 2.0 GB, the server answers 503 Service Unavailable; trying again in 30 s (try 3)",
    ],
    [row({ state: "copying" }), "1.0 GB of 2.0 GB, copying"],
    [row({ state: "stalled" }), "1.0 GB of 2.0 GB, stalled: no data for 10 s, retrying"],
    [
      row({ state: "failed", error: { code: "DISK_FULL", message: "the disk is full", hint: "", report: "" } }),
      "the disk is full",
    ],
  ])("%#", (download, words) => expect(progressWords(download, bytes)).toBe(words));

  test("the list comes whole; one that ended changes what is on the disk", async () => {
    let send: (rows: Download[]) => void = () => undefined;
    let read = 0;
    const bridge = {
      modelFiles: () => (read++, Promise.resolve({ models: [] })),
      onDownload: (then: typeof send) => ((send = then), () => undefined),
    } as unknown as DownloadsBridge;
    const downloads = createRoot(() => createDownloads(bridge));
    await downloads.loadFiles();
    send([row({}), row({ id: "n" })]);
    expect(downloads.active()).toBe(2);
    send([row({ state: "done" })]);
    expect(downloads.rows.length).toBe(1);
    expect(read).toBe(2);
  });
});
