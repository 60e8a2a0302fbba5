import { MessageSquareOff } from "lucide-react";
import { useState } from "react";
import { type CallDetail, type DeliveryDetail } from "../../../shared/events.ts";
import { durationText, pluralText } from "../../../shared/measures.ts";
import { type ForwardSummary, forwardFailed } from "../../../shared/replay.ts";
import { purposeTitle } from "../../../shared/text/explain-purpose.ts";
import { Chip } from "../../ui/chip.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { type BodySource, BodyViewer, HeaderTable } from "../http-message/index.ts";
import { ForwardCallout } from "../replay/index.ts";
import styles from "./answer-view.module.css";

interface AnswerViewProps {
  readonly detail: CallDetail | DeliveryDetail;
  readonly version: number;
}

/**
 * The Answer tab: what the service answered, or what we did, and beside it what a target that it was handed on to did.
 */
export function AnswerView({ detail, version }: AnswerViewProps) {
  const [chosen, setSide] = useState<"ours" | "target" | null>(null);
  if (detail.kind !== "delivery" || detail.summary.forward === undefined)
    return <OneAnswer detail={detail} version={version} />;
  // What went wrong is what is looked for.
  const side = chosen ?? (forwardFailed(detail.summary.forward) ? "target" : "ours");
  return (
    <div className="flex flex-col h-full min-h-0 [&>:last-child]:flex-1 [&>:last-child]:min-h-0">
      <div className="flex-none py-2 px-3 border-b border-line">
        <Segmented
          label="Whose answer"
          size="small"
          value={side}
          onValueChange={setSide}
          options={[
            { value: "ours", label: "Ours" },
            { value: "target", label: "From the target" },
          ]}
        />
      </div>
      {side === "ours" ? (
        <OneAnswer detail={detail} version={version} />
      ) : (
        <TargetAnswer detail={detail} summary={detail.summary.forward} version={version} />
      )}
    </div>
  );
}

/** Status line, headers and body of one answer. */
function OneAnswer({ detail, version }: AnswerViewProps) {
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
    <div className="flex flex-col h-full min-h-0">
      <AnswerContent
        name="answer"
        line={line}
        cut={"cut" in answer && answer.cut ? "cut at the cap" : null}
        isMasked={"redacted" in answer && answer.redacted}
        source={{ id: summary.id, part: "answer", headers: answer.headers, size: answer.size, version }}
      />
    </div>
  );
}

/** What came back from where a delivery was handed on to. */
function TargetAnswer({
  detail,
  summary,
  version,
}: {
  readonly detail: DeliveryDetail;
  readonly summary: ForwardSummary;
  readonly version: number;
}) {
  // Absent while it waits, and when it never went out.
  const back = detail.forward;
  return (
    <div className="flex flex-col h-full min-h-0">
      <div className="flex flex-col gap-2 px-3 pt-3">
        <ForwardCallout detail={detail} aboveAnswer />
        {back === undefined ? null : (
          <p className="text-secondary type-data-small wrap-anywhere">
            {summary.again === undefined ? "" : "The first time: "}
            <OpaqueText text={back.url} /> · {durationText(summary.duration)}
          </p>
        )}
      </div>
      {summary.status === null || back === undefined ? null : (
        <AnswerContent
          name="target’s answer"
          line={`HTTP/${back.httpVersion} ${summary.status} ${back.statusText}`}
          cut={back.cut ? "first part only" : null}
          isMasked={back.redacted}
          source={{ id: detail.summary.id, part: "forward", headers: back.headers, size: back.size, version }}
        />
      )}
    </div>
  );
}

interface AnswerContentProps {
  /** Whose it is, for the accessible names. */
  readonly name: string;
  /** Its status line. */
  readonly line: string;
  /** Says that the answer is not there whole; null where it is. */
  readonly cut: string | null;
  /** Whether a secret was masked in it. */
  readonly isMasked: boolean;
  readonly source: BodySource;
}

function AnswerContent({ name, line, cut, isMasked, source }: AnswerContentProps) {
  const { headers } = source;
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 min-h-9 py-2 px-3">
        <OpaqueText as="span" className="type-data-strong select-text" text={line} />
        {cut === null ? null : <Chip tone="odd">{cut}</Chip>}
        {isMasked ? <Chip tone="odd">a secret was masked</Chip> : null}
      </div>
      <details className="flex-none max-h-[45%] overflow-auto border-y border-line">
        <summary className={styles.summary}>{pluralText(headers.length, "header line", "header lines")}</summary>
        <div className="px-3 pb-2">
          <HeaderTable headers={headers} label={`Headers of the ${name}`} />
        </div>
      </details>
      <BodyViewer label={`Body of the ${name}`} source={source} />
    </>
  );
}
