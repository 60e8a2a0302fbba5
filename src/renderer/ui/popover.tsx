import { Popover as Base } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, type RefObject, useRef } from "react";
import { classes } from "./classes.ts";
import popup from "./popup.module.css";

export interface PopoverProps {
  readonly trigger: ReactElement;
  readonly title: string;
  /** Under the title. */
  readonly description?: ReactNode;
  /** At the right end of the title's line. */
  readonly actions?: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  /** What it hangs from in place of its button, where that one moves about. */
  readonly anchor?: RefObject<Element | null>;
  /** What it shows has the focus when it opens, where Enter on its first button would do what nobody asked for. */
  readonly takesFocus?: boolean;
  /** Pixels; the popover never leaves the window. */
  readonly width: 280 | 600;
  readonly children: ReactNode;
}

/** A panel that hangs from a button; the rest of the window stays usable. */
export function Popover(props: PopoverProps) {
  const {
    trigger,
    title,
    description,
    actions,
    open,
    onOpenChange,
    align = "start",
    anchor,
    takesFocus = false,
  } = props;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          {...(anchor === undefined ? {} : { anchor })}
          align={align}
          sideOffset={anchor === undefined ? 6 : 0}
          collisionPadding={8}
        >
          <Base.Popup
            data-popover=""
            {...(takesFocus ? { initialFocus: panel } : {})}
            className={classes(
              popup.popup,
              "relative flex flex-col max-h-[min(var(--available-height),620px)] p-0 overflow-hidden",
              props.width === 280 ? "w-70" : "w-150",
            )}
          >
            <div className="flex-none py-3 px-4 border-b border-line">
              <Base.Title className="type-heading">{title}</Base.Title>
              {description === undefined ? null : (
                <Base.Description className="text-muted type-small" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            <div ref={panel} tabIndex={-1} className="min-h-0 outline-none overflow-auto">
              {props.children}
            </div>
            {/* Last: the first key after opening must not do what cannot be taken back. */}
            {actions === undefined ? null : <div className="absolute top-4 right-4">{actions}</div>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
