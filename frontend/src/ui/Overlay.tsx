import { Dialog as Kit } from "@kobalte/core/dialog";
import { DropdownMenu } from "@kobalte/core/dropdown-menu";
import { Popover as PopoverKit } from "@kobalte/core/popover";
import { For, Show, type JSX } from "solid-js";
import { CloseButton } from "./Button";
import { Caps } from "./Caps";
import { Icon, type IconName } from "./Icon";

/**
 * A decision over a dimmed window. Focus starts in the first field or on the main action, is kept inside and returns
 * to the opener; Enter in a field does the main action, Esc closes.
 */
export function Dialog(props: {
  open: boolean;
  title: string;
  description?: string;
  wide?: boolean;
  onClose: () => void;
  onMain?: () => void;
  footer?: JSX.Element;
  children: JSX.Element;
}) {
  return (
    <Kit open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Kit.Portal>
        <Kit.Overlay class="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <div class="fixed inset-x-0 top-[min(7.25rem,8vh)] z-(--z-dialog) flex justify-center" data-modal>
          <Kit.Content
            onOpenAutoFocus={(event) => {
              const inside = event.currentTarget as HTMLElement;
              const first =
                inside.querySelector<HTMLElement>("[data-body] input") ??
                [...inside.querySelectorAll<HTMLElement>("footer button")].at(-1) ??
                inside.querySelector<HTMLElement>("[data-body] button");
              // What has taken the focus as it came keeps it.
              if (!first || inside.contains(document.activeElement)) return;
              event.preventDefault();
              first.focus();
            }}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== "Enter" || !props.onMain || !(event.target instanceof HTMLInputElement)) return;
              event.preventDefault();
              props.onMain();
            }}
            class={`appear flex max-h-[84vh] flex-col overflow-hidden rounded-card bg-raised shadow-dialog ${props.wide ? "w-[60rem]" : "w-[37.5rem]"} max-w-[94vw]`}
          >
            <header class="flex items-start gap-3 px-4.5 pt-3.5 pb-3">
              <div class="min-w-0 flex-1">
                <Kit.Title class="text-screen font-semibold text-strong">{props.title}</Kit.Title>
                <Show when={props.description}>
                  <Kit.Description class="text-muted">{props.description}</Kit.Description>
                </Show>
              </div>
              <Kit.CloseButton as={CloseButton} />
            </header>
            <div class="min-h-0 flex-1 overflow-auto border-t border-line" data-body>
              {props.children}
            </div>
            <Show when={props.footer}>
              <footer class="flex items-center justify-end gap-2 border-t border-line px-4.5 py-3">
                {props.footer}
              </footer>
            </Show>
          </Kit.Content>
        </div>
      </Kit.Portal>
    </Kit>
  );
}

/** The palette's frame: a dialog without a head, near the top. Its field has the focus before the next key comes. */
export function Sheet(props: { open: boolean; label: string; onClose: () => void; children: JSX.Element }) {
  return (
    <Kit open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Kit.Portal>
        <Kit.Overlay class="fixed inset-0 z-(--z-palette) bg-scrim" />
        <div class="fixed inset-x-0 top-21 z-(--z-palette) flex justify-center" data-modal>
          <Kit.Content
            aria-label={props.label}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              (event.currentTarget as HTMLElement).querySelector("input")?.focus();
            }}
            class="appear flex max-h-[76vh] w-[38.75rem] max-w-[94vw] flex-col overflow-hidden rounded-card bg-raised shadow-dialog"
          >
            {props.children}
          </Kit.Content>
        </div>
      </Kit.Portal>
    </Kit>
  );
}

/** Explains what it hangs on; never covers it. */
export function Popover(props: {
  trigger: JSX.Element;
  triggerLabel: string;
  triggerClass: string;
  /** Reached by another key than Tab. */
  passed?: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  label: string;
  children: (close: () => void) => JSX.Element;
}) {
  let trigger: HTMLButtonElement | undefined;
  const isTrigger = (event: { target: EventTarget | null }) =>
    event.target instanceof Node && trigger?.contains(event.target) === true;
  const close = () => {
    props.onOpen(false);
    trigger?.focus();
  };
  return (
    <>
      <button
        type="button"
        ref={trigger}
        tabIndex={props.passed ? -1 : 0}
        aria-label={props.triggerLabel}
        aria-haspopup="dialog"
        aria-expanded={props.open}
        class={props.triggerClass}
        onClick={() => props.onOpen(!props.open)}
      >
        {props.trigger}
      </button>
      {/* A form has one for every field: all but the button is made when it opens. */}
      <Show when={props.open}>
        <PopoverKit
          open
          anchorRef={() => trigger}
          placement="bottom-end"
          gutter={4}
          overflowPadding={8}
          onOpenChange={(open) => !open && props.onOpen(false)}
        >
          <PopoverKit.Portal>
            <PopoverKit.Content
              aria-label={props.label}
              onInteractOutside={(event) => isTrigger(event) && event.preventDefault()}
              onEscapeKeyDown={close}
              class="appear z-(--z-popover) max-h-(--kb-popper-content-available-height) w-100 max-w-[90vw] overflow-auto rounded-card bg-raised shadow-popover"
            >
              {props.children(close)}
            </PopoverKit.Content>
          </PopoverKit.Portal>
        </PopoverKit>
      </Show>
    </>
  );
}

export interface MenuItem {
  label: string;
  detail?: string;
  icon?: IconName | undefined;
  keys?: string[];
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

export function Menu(props: { label: string; triggerClass: string; trigger: JSX.Element; items: MenuItem[] }) {
  return (
    <DropdownMenu placement="bottom-end" gutter={4}>
      <DropdownMenu.Trigger aria-label={props.label} class={props.triggerClass}>
        {props.trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="appear z-(--z-popover) min-w-54 rounded-card bg-raised p-1 shadow-popover">
          <For each={props.items}>
            {(item) => (
              <DropdownMenu.Item
                disabled={item.disabled ?? false}
                onSelect={() => item.run()}
                class={`flex min-h-7 items-center gap-2 rounded-mark px-2 outline-none data-[disabled]:text-disabled data-[highlighted]:bg-selection ${item.danger ? "text-danger" : ""}`}
              >
                <Show when={item.icon}>{(name) => <Icon name={name()} class="text-muted" />}</Show>
                <span class="flex-1">{item.label}</span>
                <Show when={item.detail}>
                  <span class="text-label text-muted">{item.detail}</span>
                </Show>
                <Show when={item.keys}>{(keys) => <Caps keys={keys()} />}</Show>
              </DropdownMenu.Item>
            )}
          </For>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu>
  );
}
