import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { Toasts } from "../core/toasts.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

/** Shows what `toasts` is told, in the lower right corner. F6 moves the focus there. */
export function ToastArea({ toasts }: { readonly toasts: Toasts }) {
  return (
    <Toast.Provider toastManager={toasts.manager} limit={3} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label="Messages">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={["right", "down"]}>
      <Toast.Content className="flex items-center gap-2.5 pt-2.5 pr-2.5 pb-2.5 pl-3">
        <span className={toast.type === "failure" ? "text-bad" : "text-good"}>
          {toast.type === "failure" ? <CircleAlert size={16} /> : <CircleCheck size={16} />}
        </span>
        <div className="flex-1 min-w-0 wrap-anywhere">
          <Toast.Title className="type-body-strong" render={<div />} />
          <Toast.Description className="text-secondary type-small" render={<div />} />
        </div>
        {toast.actionProps === undefined ? null : <Toast.Action render={<Button size="small" />} />}
        <Toast.Close render={<IconButton label="Dismiss" icon={<X />} size="small" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
