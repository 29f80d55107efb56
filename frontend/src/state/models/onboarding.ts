import { createSignal } from "solid-js";
import type { Api } from "~/bridge/api";
import type { OnboardingInfo } from "~/bridge/types";
import { createAttempts } from "~/state/shared/attempts";

export type OnboardingBridge = Pick<Api, "onboarding" | "saveOnboarding">;

export type Way = "embedded" | "ollama" | "cloud" | "rules";

/** The first steps: one working model in under a minute, or none needed. Rules only is one click away at any time. */
export function createOnboarding(bridge: OnboardingBridge) {
  const [info, setInfo] = createSignal<OnboardingInfo>();
  const [open, setOpen] = createSignal(false);
  const [step, setStep] = createSignal(1);
  const [way, setWay] = createSignal<Way>("rules");
  const [model, setModel] = createSignal("");
  const [wanted, setWanted] = createSignal("");
  const { fault, attempt } = createAttempts();

  const load = () =>
    attempt(async () => {
      const found = await bridge.onboarding();
      setInfo(found);
      setModel(found.model);
      setStep(Math.min(3, Math.max(1, found.step)));
      const chosen = found.choice || found.options.find((one) => one.ready && one.id !== "rules")?.id || "embedded";
      setWay(chosen as Way);
    });

  const save = (choice: Way, id: string, at: number) => attempt(() => bridge.saveOnboarding(choice, id, at));

  /** Goes to a step and remembers it. */
  async function go(to: number) {
    await save(way(), way() === "embedded" ? model() : "", to);
    if (to > 3) setOpen(false);
    else setStep(to);
  }

  return {
    info,
    open,
    step,
    way,
    setWay,
    model,
    setModel,
    /** A file of the hub in place of one of the list, as it is typed: OWNER/REPOSITORY/FILE.gguf. */
    wanted,
    setWanted,
    fault,
    go,
    /** At the start: shown only where no choice was ever made. */
    begin: async () => {
      await load();
      setOpen(info()?.needed === true);
    },
    show: async () => {
      setOpen(true);
      await load();
      setStep(1);
    },
    /** Puts it aside without an answer: the next start asks again. */
    close: () => setOpen(false),
    skip: async () => {
      setOpen(false);
      await save("rules", "", 4);
    },
  };
}

export type Onboarding = ReturnType<typeof createOnboarding>;
