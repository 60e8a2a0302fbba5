import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./reminder.module.css";
import { Tooltip } from "./tooltip.tsx";

interface ReminderProps {
  readonly icon: ReactNode;
  readonly text: string;
  /** The whole of it, where the text may be cut. */
  readonly hint?: string;
  readonly onOpen: () => void;
  /** The way back: its words, its name where they do not say enough alone, and what it does. */
  readonly reset: { readonly words: string; readonly label?: string; readonly run: () => void };
}

/** In the bar for as long as something is bent on purpose: what it is, and one press back. */
export function Reminder({ icon, text, hint, onOpen, reset }: ReminderProps) {
  const button = (
    <button
      type="button"
      className="flex items-center gap-1.5 min-w-0 h-full pr-1.5 pl-2.5 rounded-[5px] type-body-strong"
      onClick={onOpen}
    >
      {icon}
      <span className="min-w-0 truncate">{text}</span>
    </button>
  );
  return (
    <div className={styles.reminder}>
      {hint === undefined ? button : <Tooltip label={hint}>{button}</Tooltip>}
      <Button size="small" aria-label={reset.label} onClick={reset.run}>
        {reset.words}
      </Button>
    </div>
  );
}
