import type { ReactNode } from "react";
import styles from "./column.module.css";

/** The bar on top of a column: 44 px, so that the three line up. */
export function ColumnBar({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

/** A part of a column or a dialog with its heading. */
export function Section({
  title,
  hint,
  aside,
  children,
}: {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.top}>
        <div>
          <h3 className={styles.title}>{title}</h3>
          {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** For screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
