import { explainReplay } from "../../../../shared/explain-replay.ts";
import { durationText, pluralText } from "../../../../shared/measures.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import type { ForwardAnswer, ForwardSummary } from "../../../../shared/replay.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import answer from "../answer-view.module.css";
import { BodyViewer } from "../body/body-viewer.tsx";
import { HeaderTable } from "../headers-view.tsx";
import styles from "./target-answer.module.css";

/** What came back from where a delivery was handed on to. */
export function TargetAnswer({
  id,
  summary,
  answer: { url, httpVersion, statusText, headers, size, cut },
  version,
}: {
  readonly id: EventId;
  readonly summary: ForwardSummary;
  readonly answer: ForwardAnswer;
  readonly version: number;
}) {
  const { tone, title, sentence, nextStep } = explainReplay(summary.outcome);
  return (
    <div className={answer.answer}>
      <div className={styles.words}>
        <Callout tone={tone} title={title}>
          <OpaqueText text={`${sentence}${nextStep === "" ? "" : ` ${nextStep}`}`} />
        </Callout>
        <p className={styles.to}>
          <OpaqueText text={url} /> · {durationText(summary.duration)}
        </p>
      </div>
      {summary.status === null ? null : (
        <>
          <div className={answer.line}>
            <span className={answer.status}>
              <OpaqueText text={`HTTP/${httpVersion} ${summary.status} ${statusText}`} />
            </span>
            {cut ? <Chip tone="odd">first part only</Chip> : null}
          </div>
          <details className={answer.headers}>
            <summary className={answer.summary}>{pluralText(headers.length, "header line", "header lines")}</summary>
            <div className={answer.table}>
              <HeaderTable headers={headers} label="Headers of the target’s answer" />
            </div>
          </details>
          <BodyViewer label="Body of the target’s answer" source={{ id, part: "forward", headers, size, version }} />
        </>
      )}
    </div>
  );
}
