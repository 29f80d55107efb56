import { Show, splitProps, type JSX } from "solid-js";
import { Caps } from "./Caps";
import { Icon, type IconName } from "./Icon";
import { tipOn } from "./Tooltip";

interface Shared {
  icon?: IconName;
  keys?: string[];
  busy?: boolean;
}

type Look = "secondary" | "primary" | "ghost" | "danger" | "link";

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border whitespace-nowrap font-medium transition-colors duration-(--d-instant) disabled:border-line disabled:bg-transparent disabled:text-disabled disabled:shadow-none";

const looks: Record<Look, string> = {
  secondary:
    "border-line-strong bg-raised text-strong shadow-raised hover:bg-[color-mix(in_srgb,var(--c-raised)_92%,var(--c-strong))] active:bg-[color-mix(in_srgb,var(--c-raised)_86%,var(--c-strong))]",
  primary: "border-transparent bg-accent-fill text-on-accent shadow-raised hover:bg-accent-fill-hover",
  ghost: "border-transparent bg-transparent text-body hover:bg-hover active:bg-active disabled:border-transparent",
  danger: "border-danger-line bg-raised text-danger shadow-raised hover:bg-danger-soft",
  link: "border-transparent bg-transparent text-accent hover:underline disabled:border-transparent",
};

export function Button(
  props: Shared & {
    look?: Look;
    small?: boolean;
    after?: IconName;
    children: JSX.Element;
  } & JSX.ButtonHTMLAttributes<HTMLButtonElement>,
) {
  const [own, rest] = splitProps(props, ["icon", "keys", "busy", "look", "small", "after", "children", "class"]);
  return (
    <button
      type="button"
      {...rest}
      aria-busy={own.busy}
      class={`${base} ${looks[own.look ?? "secondary"]} ${own.look === "link" ? "h-6 px-0.5 text-label" : own.small ? "h-(--h-control-s) px-1.75 text-label" : "h-(--h-control) px-2.5 text-ui"} ${own.class ?? ""}`}
    >
      <Show when={own.busy} fallback={<Show when={own.icon}>{(name) => <Icon name={name()} />}</Show>}>
        <Icon name="loader" class="text-current" />
      </Show>
      {own.children}
      <Show when={own.after}>{(name) => <Icon name={name()} size="xs" />}</Show>
      <Show when={own.keys}>{(keys) => <Caps keys={keys()} inverse={own.look === "primary"} />}</Show>
    </button>
  );
}

type IconProps = Shared & {
  icon: IconName;
  label: string;
  pressed?: boolean;
} & JSX.ButtonHTMLAttributes<HTMLButtonElement>;

const iconLook = (pressed: boolean | undefined, more: string | undefined) =>
  `${base} ${looks.ghost} size-(--h-control-s) p-0 ${pressed ? "bg-active text-strong" : ""} ${more ?? ""}`;

/** A button that shows only an icon; the tooltip names it and its key. */
export function IconButton(props: IconProps) {
  const [own, rest] = splitProps(props, ["icon", "keys", "busy", "label", "pressed", "class"]);
  return (
    <button
      type="button"
      {...tipOn(
        () => own.label,
        () => own.keys,
      )}
      {...rest}
      aria-label={own.label}
      aria-pressed={own.pressed}
      class={iconLook(own.pressed, own.class)}
    >
      <Icon name={own.busy ? "loader" : own.icon} />
    </button>
  );
}

/** The cross of an overlay. It has no tooltip: that would open with the focus and take the first Esc. */
export function CloseButton(props: JSX.ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...props} aria-label="Close" class={iconLook(false, "")}>
      <Icon name="x" />
    </button>
  );
}
