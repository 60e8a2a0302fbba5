import type { ReactNode } from "react";
import { unbroken } from "../../../shared/measures.ts";
import type { Outcome } from "../../../shared/outcomes.ts";
import type { Instant } from "../../../shared/primitives.ts";
import type { RunDetail, RunSummary } from "../../../shared/run.ts";
import { explainRun } from "../../../shared/text/explain-run.ts";
import { explainCertainty } from "../../../shared/text/explain-tie.ts";
import { doubtOf, verdictSign } from "../../../shared/text/run-words.ts";
import { useLog, useStore } from "../../core/environment.ts";
import { Chip } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { useCountdown, useMotionStep } from "../../ui/countdown.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { RunSign } from "../../ui/run-sign.tsx";
import { useNow } from "../../ui/use-now.ts";
import { listenerStore } from "../listener/index.ts";
import styles from "./verdict-card.module.css";

interface VerdictCardProps {
  readonly run: RunSummary;
  /** The same in full, once it is read. */
  readonly detail: RunDetail | null;
  /** How its call ended; null while it is under way. */
  readonly outcome: Outcome | null;
  /** How many units make one of the currency; null where nobody has said. */
  readonly units: number | null;
  /** What can be done about it. */
  readonly actions: ReactNode;
  /** What is asked about it or to be copied, before what can be done. */
  readonly children?: ReactNode;
}

/** What came of a simulation, in large plain words, and what to do next. */
export function VerdictCard({ run, detail, outcome, units, actions, children }: VerdictCardProps) {
  const isOwn = useLog() === "own";
  const path = useStore(listenerStore, ({ status }) => status.settings.path);
  const context = detail === null ? null : { ...detail, webhookPath: isOwn ? path : undefined };
  const { tone, title, sentence, nextStep } = explainRun(run, units, context, outcome);
  const { verdict } = run;
  const doubt = doubtOf(run);
  return (
    <section
      className={classes(styles.card, "overflow-hidden border border-tone-line rounded-large bg-tone-fill")}
      data-tone={tone}
      aria-label="Verdict"
    >
      <div className="flex items-center gap-2 px-4 pt-3">
        <span className="inline-flex self-start py-1.25 text-tone">
          <RunSign sign={verdictSign(verdict)} size={18} />
        </span>
        <h3 className="flex-1 min-w-0 text-tone type-display wrap-anywhere">
          <span role="status">
            <OpaqueText text={title} />
          </span>
        </h3>
        {doubt === null ? null : (
          <Chip tone={doubt === "by-hand" ? "neutral" : "odd"} title={explainCertainty(doubt).sentence}>
            {explainCertainty(doubt).label}
          </Chip>
        )}
      </div>
      {verdict.code === "waiting" ? (
        isOwn ? (
          <Waiting from={run.startedAt} until={verdict.until} />
        ) : (
          <p className="px-4 pt-1 type-small text-secondary">
            It was still waited for when the file was written. Nothing more comes to an opened file.
          </p>
        )
      ) : null}
      {/* Once its question is answered it has the focus, with a ring that the card would cut off. */}
      <div className="flex flex-col gap-2 px-4 pt-1 pb-3 text-plain -outline-offset-2">
        <OpaqueText as="p" text={unbroken(sentence)} limit={1_200} />
        {nextStep === "" ? null : <OpaqueText as="p" className="type-body-strong" text={nextStep} />}
        {children}
        <div className="flex flex-wrap gap-x-1 gap-y-2 mt-1 empty:hidden">{actions}</div>
      </div>
    </section>
  );
}

/** The time that is left: seen by all, but read out by nobody each second. */
function Waiting({ from, until }: { readonly from: Instant; readonly until: Instant }) {
  const now = useNow(useMotionStep(100));
  const share = Math.min(1, Math.max(0, (now - from) / Math.max(1, until - from)));
  const left = useCountdown(until, from);
  return (
    <div className="flex items-center gap-3 px-4 pt-1">
      <div className="flex-1 h-1 overflow-hidden rounded-full bg-neutral-fill" aria-hidden="true">
        <span className={styles.passed} style={{ width: `${share * 100}%` }} />
      </div>
      <span className="text-plain type-data-strong tabular-nums whitespace-nowrap" role="timer">
        {left === null ? "any moment" : `${left} left`}
      </span>
    </div>
  );
}
