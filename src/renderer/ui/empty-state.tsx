import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** A lucide icon or a drawing of our own. */
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A place with nothing in it: why, and what to do next. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-1 h-full py-8 px-6 text-center">
      <div className="grid place-items-center w-11 h-11 mb-2 rounded-[12px] bg-sunken text-muted" aria-hidden="true">
        {icon}
      </div>
      <div className="type-heading">{title}</div>
      {children === undefined ? null : <div className="max-w-80 text-secondary text-balance">{children}</div>}
      {actions === undefined ? null : <div className="flex gap-2 mt-3">{actions}</div>}
    </div>
  );
}
