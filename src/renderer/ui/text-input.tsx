import { Field } from "@base-ui/react/field";
import { Input } from "@base-ui/react/input";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./text-input.module.css";

export interface TextInputProps extends Omit<ComponentProps<"input">, "size" | "defaultValue" | "value" | "style"> {
  readonly value?: string;
  /** Set in the data font: references, amounts, addresses, header names. */
  readonly data?: boolean;
  /** Inside the frame, before and after the text. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/** One line of text. Inside a `Field` it takes label, hint and error from there. */
export function TextInput({ data = false, before, after, className, ...rest }: TextInputProps) {
  return (
    <span className={classes(styles.frame, className)}>
      {before}
      <Input
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
        className={classes(styles.input, data && styles.data)}
      />
      {after}
    </span>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value" | "defaultValue" | "style"> {
  readonly value?: string;
  readonly data?: boolean;
}

/** Several lines of text. */
export function TextArea({ data = false, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      spellCheck={false}
      {...(rest as ComponentProps<typeof Field.Control>)}
      render={<textarea rows={rows} />}
      className={classes(styles.area, data && styles.data, className)}
    />
  );
}
