import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Kbd } from "./kbd.tsx";
import popup from "./popup.module.css";

export interface MenuProps {
  /** The button that opens it: `Button` or `IconButton`. */
  readonly trigger: ReactElement;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom";
  readonly className?: string | undefined;
  /** `MenuItem`, `MenuHeading`, `MenuSeparator`. */
  readonly children: ReactNode;
}

/** A button's list of things to do. */
export function Menu({ trigger, onOpenChange, align = "start", side = "bottom", className, children }: MenuProps) {
  return (
    <Base.Root {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={classes(popup.positioner, "z-(--layer-list)")}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup className={classes(popup.popup, "min-w-50", className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly note?: ReactNode;
  /** Draws a tick in the icon's place, for the one of several items that is chosen. */
  readonly chosen?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, keys, note, chosen, danger, disabled, onSelect, children }: MenuItemProps) {
  const content = (
    <>
      {chosen === undefined ? (
        icon
      ) : (
        <span className="flex-none w-4 text-accent">{chosen ? <Check size={14} /> : null}</span>
      )}
      <span className="min-w-0 truncate">{children}</span>
      {note === undefined ? null : <span className={popup.note}>{note}</span>}
      {keys === undefined ? null : (
        <span className={popup.note}>
          <Kbd keys={keys} />
        </span>
      )}
    </>
  );
  const props = {
    className: popup.item,
    disabled: disabled ?? false,
    onClick: onSelect,
    "data-danger": danger || undefined,
  };
  return chosen === undefined ? (
    <Base.Item {...props}>{content}</Base.Item>
  ) : (
    <Base.CheckboxItem {...props} checked={chosen} closeOnClick>
      {content}
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="h-px my-1 -mx-1 bg-line" />;
}

/** A heading and the items under it. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={popup.heading}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
