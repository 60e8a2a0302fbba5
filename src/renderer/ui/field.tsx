import { Field as Base } from "@base-ui/react/field";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./field.module.css";

export interface FieldProps {
  /** Always visible; people and tests find the control by it. */
  readonly label: string;
  /** A sentence under the control. Gives way to `error`. */
  readonly hint?: ReactNode;
  /** What is wrong, as a sentence; marks the control as invalid and is announced. */
  readonly error?: string | undefined;
  /**
   * What sets the error right with one press; shown below it, and part of the hint where that says what is wrong. Who
   * goes on with Tab is typing and passes it over; Shift Tab leads back to it.
   */
  readonly remedy?: ReactNode;
  /** Something small at the right end of the label's line: a unit, a count, a link-like button. */
  readonly aside?: ReactNode;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
  /** One control: TextInput, TextArea, SuggestInput, Select. It is tied to label, hint and error by itself. */
  readonly children: ReactNode;
}

/** A label, a control, and what there is to say about it. */
export function Field({ label, hint, error, remedy, aside, optional, disabled, className, children }: FieldProps) {
  const invalid = error !== undefined && error !== "";
  const beside = useRef<HTMLDivElement>(null);
  /** Lets one press of Tab go from the field to the next one, past the buttons beside it. */
  function passOver({ key, shiftKey, target }: KeyboardEvent) {
    if (key !== "Tab" || shiftKey || beside.current?.contains(target as Node) !== false) return;
    const buttons = [...beside.current.querySelectorAll("button")].filter(({ tabIndex }) => tabIndex === 0);
    for (const button of buttons) button.tabIndex = -1;
    const reachable = () => {
      for (const button of buttons) button.tabIndex = 0;
    };
    // The focus has found where it goes; or it stays, where a list took the key.
    target.addEventListener("blur", reachable, { once: true });
    target.addEventListener("keyup", reachable, { once: true });
  }
  return (
    <Base.Root
      className={classes(styles.field, className)}
      invalid={invalid}
      disabled={disabled ?? false}
      onKeyDown={remedy === undefined ? undefined : passOver}
    >
      <div className="flex items-baseline gap-1.5 min-h-4">
        <Base.Label className="type-small-strong text-plain">{label}</Base.Label>
        {optional ? <span className="type-small text-muted">optional</span> : null}
        {aside === undefined ? null : <span className="ml-auto type-small text-muted">{aside}</span>}
      </div>
      {children}
      {invalid ? (
        // One piece, like the hint: a form may lay out label, control and what is said of it as three.
        <div ref={beside} className="flex flex-col gap-1">
          <Base.Error match className="type-small text-bad">
            {error}
          </Base.Error>
          {remedy}
        </div>
      ) : hint === undefined ? null : (
        <Base.Description className="type-small text-muted" render={<div ref={beside} />}>
          {hint}
        </Base.Description>
      )}
    </Base.Root>
  );
}
