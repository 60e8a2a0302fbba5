import { ArrowDownLeft, ArrowUpRight, Info, Search } from "lucide-react";
import type { EventDetail } from "../../../shared/events.ts";
import { clockText, localMomentText } from "../../../shared/measures.ts";
import { assertNever } from "../../../shared/primitives.ts";
import { explainEvent } from "../../text/explain-event.ts";
import { eventSentence } from "../../text/sentences.ts";
import { StatusDot } from "../../ui/chip.tsx";
import { ColumnBar } from "../../ui/column.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { CompareButton } from "../compare/index.ts";
import { ReplayButton } from "../replay/index.ts";
import { CloseButton } from "./close-button.tsx";
import { CurlButton } from "./curl-button.tsx";
import styles from "./inspector-head.module.css";
import { PinButton } from "./pin-button.tsx";
import { RepeatButton } from "./repeat/repeat-button.tsx";

/** What the event is, in plain words: the sentence of its row, and how it ended. */
export function InspectorHead({ detail }: { readonly detail: EventDetail }) {
  const { subject } = eventSentence(detail.summary);
  const explanation = explainEvent(detail);
  const [icon, kind] = looks(detail);
  return (
    <>
      <ColumnBar label="Event tools">
        <span className={styles.kind}>
          {icon}
          {kind}
        </span>
        <span className={styles.time} title={localMomentText(detail.summary.at)}>
          {clockText(detail.summary.at)}
        </span>
        <span className={styles.space} />
        <PinButton summary={detail.summary} />
        {detail.kind === "notice" ? null : (
          <>
            {detail.kind === "call" && detail.summary.operation !== "replay" ? (
              <RepeatButton detail={detail} operation={detail.summary.operation} />
            ) : null}
            {detail.kind === "delivery" ? <ReplayButton detail={detail} /> : null}
            <CompareButton summary={detail.summary} />
            <CurlButton detail={detail} />
          </>
        )}
        <CloseButton />
      </ColumnBar>
      <header className={styles.head}>
        <h2 className={styles.sentence}>
          {subject.map((part, index) =>
            part.kind === "name" ? (
              // The parts of one sentence never change places.
              <OpaqueText key={index} text={part.text} limit={Number.POSITIVE_INFINITY} />
            ) : (
              part.text
            ),
          )}
        </h2>
        {detail.kind === "notice" ? null : (
          <p className={styles.ending}>
            <StatusDot tone={explanation?.tone ?? "neutral"} pulse={explanation === null} />
            <OpaqueText text={explanation?.title ?? "Under way"} />
          </p>
        )}
      </header>
    </>
  );
}

function looks(detail: EventDetail) {
  switch (detail.kind) {
    case "call":
      return detail.summary.operation === "link"
        ? ([<Search key="icon" size={14} className={styles.call} aria-hidden="true" />, "Look-up"] as const)
        : ([<ArrowUpRight key="icon" size={16} className={styles.call} aria-hidden="true" />, "Call"] as const);
    case "delivery":
      return [
        <ArrowDownLeft key="icon" size={16} className={styles.delivery} aria-hidden="true" />,
        detail.summary.onPath ? "Webhook" : "Request",
      ] as const;
    case "notice":
      return [<Info key="icon" size={14} className={styles.notice} aria-hidden="true" />, "Notice"] as const;
    default:
      return assertNever(detail);
  }
}
