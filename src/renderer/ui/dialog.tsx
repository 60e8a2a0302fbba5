import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly open: boolean;
  /** Asked to close by Escape, the cross or a press outside: may decide not to (unsaved changes). */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: "small" | "medium" | "large" | "wide";
  /** Fixes the height to what the size allows, so that nothing jumps when the content changes. */
  readonly fixedHeight?: boolean;
  /** The line of buttons under the content, the main one last. */
  readonly footer?: ReactNode;
  /** Focused first, in place of the first control. */
  readonly initialFocus?: () => HTMLElement | null;
  /** Gives the focus to something else, as the dialog closes, than to where it was before. */
  readonly onFocusBack?: () => void;
  /** Leaves the padding to the content. */
  readonly flush?: boolean;
  /** There is nothing in it to use: it takes the focus itself, so that keys can scroll it. */
  readonly reading?: boolean;
  readonly children: ReactNode;
}

const SIZES = { small: "max-w-110", medium: "max-w-160", large: "max-w-230", wide: "max-w-310" } as const;

/** The room of one message is kept at the bottom: a dialog as high as the window does not move when one comes. */
const VIEWPORT =
  "fixed inset-0 z-(--layer-dialog) grid place-items-center p-6 pb-[max(36px,calc(var(--toast-room,0px)+8px))]";

/** A modal dialog with a title line, content that scrolls, and a footer. Fits a window of 1024×680. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = "medium",
  fixedHeight = false,
  footer,
  initialFocus,
  onFocusBack,
  flush = false,
  reading = false,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={VIEWPORT}>
          <Base.Popup
            data-modal=""
            className={classes(styles.popup, SIZES[size], fixedHeight && "h-[min(100%,720px)]")}
            {...(initialFocus === undefined ? {} : { initialFocus: () => initialFocus() ?? true })}
            {...(onFocusBack === undefined ? {} : { finalFocus: () => (onFocusBack(), false) })}
          >
            <div className="flex-none pt-3 pr-14 pb-3 pl-5 border-b border-line">
              <div className="min-w-0 py-1">
                <Base.Title className="type-title">{title}</Base.Title>
                {description === undefined ? null : (
                  <Base.Description className="text-muted type-small">{description}</Base.Description>
                )}
              </div>
            </div>
            <div
              className={classes(styles.content, flush && "p-0")}
              {...(reading ? { tabIndex: 0, role: "region", "aria-label": title } : {})}
            >
              {children}
            </div>
            {footer === undefined ? null : (
              <div className="flex flex-none items-center justify-end gap-2 py-3 px-5 border-t border-line bg-sunken">
                {footer}
              </div>
            )}
            {/* Last, so that the focus begins with the content. */}
            <Base.Close render={<IconButton label="Close" icon={<X />} className="absolute top-3 right-3" />} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  /** What happens, in sentences. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** A third way out, which loses something. */
  readonly instead?: { readonly label: string; readonly onChoose: () => void };
  /** The question is answered, either way: it is to be open no longer. */
  readonly onClose: () => void;
  /** Focused as it closes, in place of what was before; null: that. */
  readonly finalFocus?: () => HTMLElement | null;
  /** Yes; told after `onClose`. */
  readonly onConfirm: () => void;
  /** No; told after `onClose`, where that does more than nothing. */
  readonly onCancel?: () => void;
}

/** A question that must be answered before anything happens. Where something can be undone, do not ask: undo. */
export function Confirm({
  open,
  title,
  children,
  confirm,
  cancel = "Cancel",
  danger = false,
  instead,
  finalFocus,
  onClose,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  function answer(then: (() => void) | undefined) {
    onClose();
    then?.();
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next ? undefined : answer(onCancel))}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} forceRender />
        <AlertDialog.Viewport className={VIEWPORT}>
          <AlertDialog.Popup
            data-modal=""
            finalFocus={() => finalFocus?.() ?? true}
            className={classes(styles.popup, "gap-2 max-w-110 p-5")}
          >
            <AlertDialog.Title className="type-title">{title}</AlertDialog.Title>
            <AlertDialog.Description className="flex flex-col gap-2 text-secondary" render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className="flex justify-end gap-2 mt-3">
              <AlertDialog.Close render={<Button>{cancel}</Button>} />
              {instead === undefined ? null : (
                <Button variant="danger" onClick={() => answer(instead.onChoose)}>
                  {instead.label}
                </Button>
              )}
              <Button variant={danger ? "danger" : "primary"} onClick={() => answer(onConfirm)}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
