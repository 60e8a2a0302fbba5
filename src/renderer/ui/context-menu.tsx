import { ContextMenu as Base } from "@base-ui/react/context-menu";
import type { MouseEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import popup from "./popup.module.css";

export interface ContextMenuProps {
  readonly className?: string | undefined;
  /** Before the menu opens: to say what it is about. */
  readonly onContextMenu: (event: MouseEvent) => void;
  /** `MenuItem`, `MenuSeparator`. */
  readonly items: ReactNode;
  readonly children: ReactNode;
}

/** Messages stand in the status line, above whatever else is there. */
const ABOVE_STATUS_LINE = { top: 8, right: 8, bottom: 36, left: 8 };

/** A part of the window with a menu of its own, by the other mouse button or the menu key. */
export function ContextMenu({ className, onContextMenu, items, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger className={className} onContextMenu={onContextMenu}>
        {children}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} collisionPadding={ABOVE_STATUS_LINE}>
          <Base.Popup className={classes(popup.popup, popup.whole, "min-w-50")}>{items}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
