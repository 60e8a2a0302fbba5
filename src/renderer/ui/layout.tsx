import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner.tsx";

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

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  readonly onSubmit: () => void | Promise<unknown>;
}

/** A form, sent by its button or by Enter. What is wrong in it is said by its fields, not by the browser. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}

/** What is under way, in words: in a line of its own or, `centred`, in place of all that is not here yet. */
export function Busy({ centred = false, children }: { readonly centred?: boolean; readonly children: ReactNode }) {
  const place = centred ? "flex-1 justify-center h-full text-muted" : "text-secondary";
  return (
    <div className={`flex items-center gap-2 ${place}`} role="status">
      <Spinner /> {children}
    </div>
  );
}
