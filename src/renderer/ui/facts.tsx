import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./facts.module.css";

/** Names and values, in two aligned columns. Fill with `Fact`. */
export function Facts({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return <dl className={classes(styles.facts, className)}>{children}</dl>;
}

export interface FactProps {
  readonly name: ReactNode;
  /** Set in the data font, selectable, wrapped anywhere. */
  readonly data?: boolean;
  readonly children: ReactNode;
}

export function Fact({ name, data = false, children }: FactProps) {
  return (
    <>
      <dt className="text-muted type-small">{name}</dt>
      <dd className={classes("min-w-0 wrap-anywhere select-text", data && "type-data")}>{children}</dd>
    </>
  );
}
