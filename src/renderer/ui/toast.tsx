import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import type { Toasts } from "../core/toasts.ts";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./toast.module.css";

/** So many failures are shown at once, and beside them the newest of all other messages: three in all. */
const FAILURES_SHOWN = 2;

/**
 * Shows what `toasts` is told, the newest on top, in the middle of the status line, where it covers nothing: the line
 * gives it the room that it needs. F6 leads there after the columns, Escape dismisses the one that has it.
 */
export function ToastArea({ toasts }: { readonly toasts: Toasts }) {
  useEffect(() => toasts.begin(), [toasts]);
  return (
    <Toast.Provider toastManager={toasts.manager} limit={Number.POSITIVE_INFINITY} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label="Messages" ref={giveRoom}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Tells the status line how high the messages are, as long as there are any: the page's every style is found anew. */
function giveRoom(area: HTMLElement | null): (() => void) | undefined {
  if (area === null) return undefined;
  const page = document.documentElement.style;
  const takeBack = () => {
    page.removeProperty("--toast-room");
    page.removeProperty("--toast-width");
  };
  const observer = new ResizeObserver(() => {
    if (area.offsetHeight === 0) {
      takeBack();
      return;
    }
    // With the margin below them.
    page.setProperty("--toast-room", `${area.offsetHeight + 1}px`);
    page.setProperty("--toast-width", "320px");
  });
  observer.observe(area);
  return () => {
    observer.disconnect();
    takeBack();
  };
}

type Message = ReturnType<typeof Toast.useToastManager>["toasts"][number];

/** A failure keeps its place until it is dismissed: it is other failures that it waits behind, never a lesser message. */
function withPlace(toasts: readonly Message[]): { readonly placed: ReadonlySet<Message>; readonly waiting: number } {
  const standing = toasts.filter(({ transitionStatus }) => transitionStatus !== "ending");
  const failures = standing.filter(({ type }) => type === "failure");
  const waiting = new Set(failures.slice(FAILURES_SHOWN));
  return { placed: new Set(standing.filter((toast) => !waiting.has(toast))), waiting: waiting.size };
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager();
  const { placed, waiting } = withPlace(toasts);
  const dismissAll = () => {
    for (const { id, type } of toasts) if (type === "failure") close(id);
  };
  return (
    <>
      {waiting === 0 ? null : (
        <div className={classes(styles.more, "flex items-center gap-2 pl-2.5 pr-0.5 text-secondary type-small")}>
          <span className="flex-1">{waiting === 1 ? "1 more failed" : `${waiting} more failed`}</span>
          <Button size="small" variant="quiet" onClick={dismissAll}>
            Dismiss all
          </Button>
        </div>
      )}
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className={styles.toast}
          data-waiting={placed.has(toast) ? undefined : ""}
          inert={!placed.has(toast)}
          swipeDirection={["right", "down"]}
        >
          <Toast.Content className="flex items-center gap-2 pl-2.5 pr-0.5">
            <Sign type={toast.type} />
            <div className="flex flex-1 flex-wrap gap-x-2 min-w-0 py-1 wrap-anywhere">
              <Toast.Title className="type-small-strong" render={<div />} />
              <Toast.Description className="text-secondary type-small" render={<div />} />
            </div>
            {toast.actionProps === undefined ? null : <Toast.Action render={<Button size="small" />} />}
            <Toast.Close render={<IconButton label="Dismiss" icon={<X />} size="small" />} />
          </Toast.Content>
        </Toast.Root>
      ))}
    </>
  );
}

function Sign({ type }: Pick<Message, "type">) {
  if (type === "failure" || type === "bad") return <CircleAlert size={14} className="text-bad" />;
  if (type === "odd") return <TriangleAlert size={14} className="text-odd" />;
  if (type === "hint" || type === "neutral") return <Info size={14} className="text-secondary" />;
  return <CircleCheck size={14} className="text-good" />;
}
