import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./field.module.css";

export interface FieldProps {
  /** Always visible; people and tests find the control by it. */
  readonly label: string;
  /** A sentence under the control. Gives way to `error`. */
  readonly hint?: ReactNode;
  /** What is wrong, as a sentence; marks the control as invalid and is announced. */
  readonly error?: string | undefined;
  /** Something small at the right end of the label's line: a unit, a count, a link-like button. */
  readonly aside?: ReactNode;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
  /** One control: TextInput, TextArea, SuggestInput, Select. It is tied to label, hint and error by itself. */
  readonly children: ReactNode;
}

/** A label, a control, and what there is to say about it. */
export function Field({ label, hint, error, aside, optional, disabled, className, children }: FieldProps) {
  const invalid = error !== undefined && error !== "";
  return (
    <Base.Root className={classes(styles.field, className)} invalid={invalid} disabled={disabled ?? false}>
      <div className={styles.top}>
        <Base.Label className={styles.label}>{label}</Base.Label>
        {optional ? <span className={styles.optional}>optional</span> : null}
        {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
      {invalid ? (
        <Base.Error match className={styles.error}>
          {error}
        </Base.Error>
      ) : hint === undefined ? null : (
        <Base.Description className={styles.hint} render={<div />}>
          {hint}
        </Base.Description>
      )}
    </Base.Root>
  );
}
