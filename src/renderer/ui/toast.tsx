import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import type { Toasts } from "../core/toasts.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

/**
 * Shows what `toasts` is told, the newest of it, in the middle of the status line, where it covers nothing: the line
 * is as high as the message needs. F6 moves the focus there.
 */
export function ToastArea({ toasts }: { readonly toasts: Toasts }) {
  useEffect(() => toasts.begin(), [toasts]);
  return (
    <Toast.Provider toastManager={toasts.manager} limit={1} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label="Messages" ref={giveRoom}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Tells the status line how high the message is. */
function giveRoom(area: HTMLElement | null): (() => void) | undefined {
  if (area === null) return undefined;
  const page = document.documentElement.style;
  const observer = new ResizeObserver(() => page.setProperty("--toast-room", `${area.offsetHeight}px`));
  observer.observe(area);
  return () => {
    observer.disconnect();
    page.removeProperty("--toast-room");
  };
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={["right", "down"]}>
      <Toast.Content className="flex items-center gap-2 pl-2.5 pr-0.5">
        <span className={toast.type === "failure" ? "text-bad" : "text-good"}>
          {toast.type === "failure" ? <CircleAlert size={14} /> : <CircleCheck size={14} />}
        </span>
        <div className="flex flex-1 flex-wrap gap-x-2 min-w-0 py-1 wrap-anywhere">
          <Toast.Title className="type-small-strong" render={<div />} />
          <Toast.Description className="text-secondary type-small" render={<div />} />
        </div>
        {toast.actionProps === undefined ? null : <Toast.Action render={<Button size="small" />} />}
        <Toast.Close render={<IconButton label="Dismiss" icon={<X />} size="small" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
