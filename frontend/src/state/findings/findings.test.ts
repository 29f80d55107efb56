import { createRoot } from "solid-js";
import { describe, expect, it, vi } from "vitest";
import type { AuditReport, Finding } from "~/bridge/types";
import { createFindings, type FindingsBridge } from "./findings";

const finding = (over: Partial<Finding> = {}): Finding => ({
  id: "a",
  kind: "secret",
  severity: "critical",
  rule: "github-pat",
  message: "The line holds a token",
  path: "a.js",
  line: 3,
  fix: "Revoke it.",
  ...over,
});
const none: AuditReport = { at: "0001-01-01T00:00:00Z", looks: [], findings: [] };
const found = (...findings: Finding[]): AuditReport => ({
  at: "2026-11-29T12:00:00Z",
  looks: [
    { name: "secrets in the files", looked: true, said: "9 files were read", ms: 1 },
    { name: "secrets in the history", looked: false, said: "the folder lies in no git repository", ms: 1 },
  ],
  findings,
});

function made(over: Partial<FindingsBridge> = {}) {
  const bridge: FindingsBridge = {
    findingsLast: vi.fn(() => Promise.resolve(structuredClone(none))),
    findingsLook: vi.fn(() => Promise.resolve(found(finding(), finding({ id: "b", severity: "low" })))),
    findingsFetch: vi.fn(() => Promise.resolve(found())),
    findingsIgnore: vi.fn(() => Promise.resolve(found(finding({ ignored: { reason: "old", until: "2027-01-01" } })))),
    findingsHeed: vi.fn(() => Promise.resolve(found(finding()))),
    findingsSARIF: vi.fn(() => Promise.resolve("{}")),
    findingsStop: vi.fn(() => Promise.resolve()),
    ...over,
  };
  return { bridge, findings: createRoot(() => createFindings(bridge)) };
}

describe("findings", () => {
  it("tells a project that was never searched from one in which nothing was found", async () => {
    const { findings } = made();
    await findings.show("run");
    expect(findings.audited()).toBeUndefined();
    await findings.search();
    expect(findings.audited()).toBe(Date.parse("2026-11-29T12:00:00Z"));
    expect(findings.open()).toHaveLength(2);
    expect(findings.critical()).toBe(1);
    expect(findings.unlooked().map((one) => one.name)).toEqual(["secrets in the history"]);
  });

  it("ignores nothing without a reason", async () => {
    const { bridge, findings } = made();
    await findings.show("run");
    findings.ask("a");
    findings.setReason("  ");
    await findings.ignore();
    expect(bridge.findingsIgnore).not.toHaveBeenCalled();
    findings.setReason("revoked");
    await findings.ignore();
    expect(bridge.findingsIgnore).toHaveBeenCalledWith("run", "a", "revoked", "");
    expect(findings.open()).toHaveLength(0);
    expect(findings.ignoring()).toBe("");
  });

  it("keeps what was found before where a search fails, and says why", async () => {
    const { findings } = made({
      findingsFetch: () => Promise.reject(new Error("no network")),
    });
    await findings.show("run");
    await findings.search();
    await findings.fetch();
    expect(findings.fault()?.message).toContain("no network");
    expect(findings.open()).toHaveLength(2);
    expect(findings.busy()).toBe("");
  });

  it("drops what comes for another run", async () => {
    let answer: (report: AuditReport) => void = () => undefined;
    const { findings } = made({ findingsLook: () => new Promise((done) => (answer = done)) });
    await findings.show("one");
    const search = findings.search();
    await findings.show("two");
    answer(found(finding()));
    await search;
    expect(findings.open()).toHaveLength(0);
  });
});
