import type { ComponentProps, ReactNode } from "react";
import styles from "./chip.module.css";
import { classes } from "./classes.ts";
import type { Tone } from "./tone.ts";

export interface ChipProps extends ComponentProps<"span"> {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  /** Digits and codes: set in the data font, so that columns of chips line up. */
  readonly data?: boolean;
  /** Filled with the tone's full colour: for what nobody may miss. */
  readonly loud?: boolean;
}

/** A short fact beside other text: a status, a duration, a state. */
export function Chip({ tone = "neutral", icon, data = false, loud = false, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      data-tone={tone}
      className={classes(styles.chip, data && styles.data, loud && styles.loud, className)}
    >
      {icon}
      {children}
    </span>
  );
}

/** A dot in a tone's colour; `pulse` while something is under way. The words beside it carry the meaning. */
export function StatusDot({ tone, pulse = false }: { readonly tone: Tone; readonly pulse?: boolean }) {
  return <span data-tone={tone} className={classes(styles.dot, pulse && styles.pulse)} aria-hidden="true" />;
}
