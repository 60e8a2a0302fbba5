import type { ReactNode } from "react";

/** The bar on top of a column: 44 px, so that the three line up. */
export function ColumnBar({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <div
      className="flex flex-none items-center gap-2 h-(--toolbar) px-3 border-b border-line"
      role="toolbar"
      aria-label={label}
    >
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
    <section className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="type-heading">{title}</h3>
          {hint === undefined ? null : <p className="text-muted type-small">{hint}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** For screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
