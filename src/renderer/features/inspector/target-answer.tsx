import { explainForward } from "../../../shared/explain-replay.ts";
import { durationText, pluralText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { ForwardAnswer, ForwardSummary } from "../../../shared/replay.ts";
import { Callout } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { BodyViewer, HeaderTable } from "../http-message/index.ts";
import answer from "./answer-view.module.css";
import styles from "./target-answer.module.css";

/** What came back from where a delivery was handed on to. */
export function TargetAnswer({
  id,
  summary,
  answer: back,
  version,
}: {
  readonly id: EventId;
  readonly summary: ForwardSummary;
  /** Absent while it waits, and when it never went out. */
  readonly answer: ForwardAnswer | undefined;
  readonly version: number;
}) {
  const { tone, title, sentence, nextStep } = explainForward(summary.outcome);
  return (
    <div className={answer.answer}>
      <div className={styles.words}>
        <Callout tone={tone} title={title}>
          <OpaqueText text={`${sentence}${nextStep === "" ? "" : ` ${nextStep}`}`} />
        </Callout>
        {back === undefined ? null : (
          <p className={styles.to}>
            <OpaqueText text={back.url} /> · {durationText(summary.duration)}
          </p>
        )}
      </div>
      {summary.status === null || back === undefined ? null : (
        <>
          <div className={answer.line}>
            <span className={answer.status}>
              <OpaqueText text={`HTTP/${back.httpVersion} ${summary.status} ${back.statusText}`} />
            </span>
            {back.cut ? <Chip tone="odd">first part only</Chip> : null}
          </div>
          <details className={answer.headers}>
            <summary className={answer.summary}>
              {pluralText(back.headers.length, "header line", "header lines")}
            </summary>
            <div className={answer.table}>
              <HeaderTable headers={back.headers} label="Headers of the target’s answer" />
            </div>
          </details>
          <BodyViewer
            label="Body of the target’s answer"
            source={{ id, part: "forward", headers: back.headers, size: back.size, version }}
          />
        </>
      )}
    </div>
  );
}
