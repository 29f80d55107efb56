import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { Rejected } from "~/bridge/fault";
import { createOnboarding, type OnboardingBridge } from "./onboarding";

test("rules only is one click away, whatever happens", async () => {
  const saved: unknown[][] = [];
  const bridge = {
    onboarding: () => Promise.resolve({ needed: true, choice: "", step: 1, model: "m", options: [] }),
    saveOnboarding: (...asked: unknown[]) => (
      saved.push(asked),
      Promise.reject(new Rejected("INTERNAL", "disk full", ""))
    ),
  } as unknown as OnboardingBridge;
  const onboarding = createRoot(() => createOnboarding(bridge));
  await onboarding.begin();
  expect([onboarding.open(), onboarding.way()]).toEqual([true, "embedded"]);
  await onboarding.skip();
  expect(onboarding.open()).toBe(false);
  expect(saved).toEqual([["rules", "", 4]]);
});
