import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";
import styles from "./switch.module.css";

export interface SwitchProps {
  readonly label: ReactNode;
  /** A sentence under the label. */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** Something that is on or off, at once. The whole line can be pressed. */
export function Switch({ label, hint, checked, onCheckedChange, disabled = false }: SwitchProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-start gap-2.5 min-h-6">
      <Base.Root
        id={id}
        className={styles.switch}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : hintId}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
      <div className="flex flex-col min-w-0 pt-0.5">
        <label htmlFor={id} className="type-body">
          {label}
        </label>
        {hint === undefined ? null : (
          <div id={hintId} className="text-muted type-small">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
