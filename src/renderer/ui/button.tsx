import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  /** `primary`: the one thing to do here. `quiet`: no frame until pointed at. `danger`: loses something. */
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  /** A lucide icon, drawn before the text. */
  readonly icon?: ReactNode;
  /** Shows a spinner in the icon's place and takes no presses; the width stays. */
  readonly busy?: boolean;
  readonly submit?: boolean;
  /** Saves what is changed in the dialog or panel around it: the keys of saving press it, from every field there. */
  readonly saves?: boolean;
}

/** How large a button is that does not say so itself. */
export const ButtonSize = createContext<"small" | "medium">("medium");

export function Button({
  variant = "secondary",
  size,
  icon,
  busy = false,
  submit = false,
  saves = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const usual = useContext(ButtonSize);
  const button = (
    <button
      {...rest}
      {...(saves ? { "data-saves": "" } : {})}
      type={submit ? "submit" : "button"}
      className={classes(styles.button, styles[variant], styles[size ?? usual], className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
  if (!saves) return button;
  return (
    <Tooltip label="From every field here" keys="mod+enter" side="top">
      {button}
    </Tooltip>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "children"> {
  /** What it does: its accessible name. */
  readonly label: string;
  /** Shown beside it when it is pointed at: `true` for its label, or more words than that. */
  readonly tip?: string | true;
  /** Its shortcut, shown with the tip. */
  readonly keys?: string | undefined;
  readonly icon: ReactNode;
  readonly size?: "small" | "medium";
  /** Draws the button as pressed in, and says so: it switches something on, and that is on. */
  readonly pressed?: boolean;
}

export function IconButton({ label, tip, keys, icon, size = "medium", pressed, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      aria-label={label}
      aria-pressed={pressed}
      {...rest}
      type="button"
      className={classes(styles.button, styles.quiet, styles[size], styles.icon, className)}
    >
      {icon}
    </button>
  );
  if (tip === undefined) return button;
  return (
    <Tooltip label={tip === true ? label : tip} keys={keys}>
      {button}
    </Tooltip>
  );
}
