import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonSize } from "./button.tsx";
import styles from "./callout.module.css";
import { OpaqueText } from "./opaque-text.tsx";
import type { Tone } from "./tone.ts";

export interface CalloutProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons under the words, small ones: what to do next. */
  readonly actions?: ReactNode;
  /** Announced when it appears. */
  readonly live?: boolean;
}

const ICONS = { good: CircleCheck, odd: TriangleAlert, bad: CircleAlert, neutral: Info, accent: Info } as const;

/** A few sentences that stand out: what is the case, and what to do next. */
export function Callout({ tone, title, children, actions, live = false }: CalloutProps) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.callout} data-tone={tone} role={live ? "status" : undefined}>
      <Icon size={16} className="mt-0.5 text-tone" aria-hidden="true" />
      <div className="flex flex-1 flex-col gap-0.5 min-w-0 wrap-anywhere">
        {title === undefined ? null : <div className="text-tone type-body-strong">{title}</div>}
        {children === undefined ? null : <div className="text-plain">{children}</div>}
        {actions === undefined ? null : (
          <ButtonSize value="small">
            <div className="flex flex-wrap gap-2 mt-2">{actions}</div>
          </ButtonSize>
        )}
      </div>
    </div>
  );
}

/** What could not be done, and why; nothing while there is no reason. */
export function Failure({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Callout tone="bad" title={title} live>
      <OpaqueText text={text} limit={1_200} />
    </Callout>
  );
}
