import { createEffect, createSignal, on, Show, type ComponentProps, type JSX } from "solid-js";
import { Button } from "~/ui/Button";
import { VirtualList } from "~/ui/VirtualList";

/**
 * A list that grows at its end and stays there while the user does; who has scrolled up reads on undisturbed, and is
 * told how much is new.
 */
export function LiveList<T>(
  props: Omit<ComponentProps<typeof VirtualList<T>>, "follow" | "onFollow" | "onMove"> & {
    follow: boolean;
    onFollow: (following: boolean) => void;
    onMove: (to: number) => void;
    empty: JSX.Element;
  },
) {
  const [seen, setSeen] = createSignal(0);
  const count = () => props.items.length;
  createEffect(on([count, () => props.follow], ([now, following]) => following && setSeen(now)));
  return (
    <Show when={count() > 0} fallback={props.empty}>
      <VirtualList {...props} role="log" />
      <Show when={!props.follow}>
        <div class="absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            small
            after="chevron-down"
            onClick={() => {
              props.onFollow(true);
              props.onMove(count() - 1);
            }}
          >
            Jump to latest{count() > seen() ? `, ${(count() - seen()).toLocaleString("en")} new` : ""}
          </Button>
        </div>
      </Show>
    </Show>
  );
}
