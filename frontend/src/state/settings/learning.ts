import { createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { Api } from "~/bridge/api";
import { rejected } from "~/bridge/fault";
import type { Fault, LessonRow, LessonShelf } from "~/bridge/types";
import { counted } from "~/state/shared/format";

export type LearningBridge = Pick<
  Api,
  "lessons" | "lessonsSwitch" | "lessonForget" | "lessonsClear" | "lessonRule" | "lessonsExport" | "lessonsImport"
>;

/** What repairs have taught, and whether it is used. */
export function createLearning(bridge: LearningBridge) {
  // A row that stays keeps its place on the page, and the focus.
  const [state, setState] = createStore<{ shelf?: LessonShelf }>({});
  const [fault, setFault] = createSignal<Fault>();

  async function doing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const came = await work();
      setFault(undefined);
      return came;
    } catch (thrown) {
      setFault(rejected(thrown));
      return undefined;
    }
  }
  const showing = async (work: () => Promise<LessonShelf>) => {
    const now = await doing(work);
    if (now) setState("shelf", reconcile(now, { key: "id" }));
  };

  return {
    shelf: () => state.shelf,
    fault,
    load: () => showing(bridge.lessons),
    /** "" is learning as a whole. */
    turn: (category: string, to: boolean) => showing(() => bridge.lessonsSwitch(category, to)),
    forget: (id: string) => showing(() => bridge.lessonForget(id)),
    clear: () => showing(bridge.lessonsClear),
    /** The suggestion to aipack's maintainers, as text. */
    rule: (id: string) => doing(() => bridge.lessonRule(id)),
    /** The file that was written; nothing when the user thinks better of it. */
    exportAll: () => doing(() => bridge.lessonsExport("")),
    /** How many came in, in a sentence; nothing when the user thinks better of it. */
    importMore: async () => {
      const said = await doing(() => bridge.lessonsImport(""));
      if (said) await showing(bridge.lessons);
      return said;
    },
  };
}

/** How often a lesson helped, and where not. */
export function lessonWords(one: LessonRow): string {
  const helped =
    one.helped === 0
      ? "has not helped yet"
      : `helped ${counted(one.helped, "time")} in ${counted(one.projects, "project")}`;
  return [helped, one.failed > 0 && `taken back ${counted(one.failed, "time")}`, one.archived && "put aside"]
    .filter(Boolean)
    .join(", ");
}
