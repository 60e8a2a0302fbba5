import { MessageSquareOff } from "lucide-react";
import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { purposeTitle } from "../../../shared/explain-purpose.ts";
import { pluralText } from "../../../shared/measures.ts";
import { Chip } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./answer-view.module.css";
import { BodyViewer } from "./body/body-viewer.tsx";
import { HeaderTable } from "./headers-view.tsx";

/** The Answer tab: status line, headers and body of what the service answered, or of what we did. */
export function AnswerView({
  detail,
  version,
}: {
  readonly detail: CallDetail | DeliveryDetail;
  readonly version: number;
}) {
  const { answer, summary } = detail;
  if (answer === null)
    return (
      <EmptyState icon={<MessageSquareOff size={20} />} title="No answer">
        {detail.kind === "delivery"
          ? detail.summary.onPurpose === undefined
            ? "There was nobody left to answer."
            : `${purposeTitle(detail.summary.onPurpose, null)}.`
          : detail.summary.outcome === null
            ? "The call is under way; its answer appears here."
            : "None came. The overview says why."}
      </EmptyState>
    );
  const line =
    "httpVersion" in answer
      ? `HTTP/${answer.httpVersion} ${answer.status} ${answer.statusText}`
      : `${answer.status ?? "Not HTTP, on purpose"}`;
  return (
    <div className={styles.answer}>
      <div className={styles.line}>
        <span className={styles.status}>
          <OpaqueText text={line} />
        </span>
        {"cut" in answer && answer.cut ? <Chip tone="odd">cut at the cap</Chip> : null}
        {"redacted" in answer && answer.redacted ? <Chip tone="odd">a secret was masked</Chip> : null}
      </div>
      <details className={styles.headers}>
        <summary className={styles.summary}>{pluralText(answer.headers.length, "header line", "header lines")}</summary>
        <div className={styles.table}>
          <HeaderTable headers={answer.headers} label="Headers of the answer" />
        </div>
      </details>
      <BodyViewer
        label="Body of the answer"
        source={{ id: summary.id, part: "answer", headers: answer.headers, size: answer.size, version }}
      />
    </div>
  );
}
