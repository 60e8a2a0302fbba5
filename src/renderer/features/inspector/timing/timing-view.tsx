import type { CallDetail, DeliveryDetail } from "../../../../shared/events.ts";
import { durationText, exactDurationText, localMomentText, utcMomentText } from "../../../../shared/measures.ts";
import { RelativeTime } from "../../../text/relative-time.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { callTimeline, deliveryTimeline, type Phase } from "./timing-phases.ts";
import styles from "./timing-view.module.css";

const FILLS = { network: "bg-(--accent-solid)", waiting: "bg-(--odd-solid)", ours: "bg-kind-delivery" } as const;

/** Where the time went, to scale, with every microsecond. */
export function TimingView({ detail }: { readonly detail: CallDetail | DeliveryDetail }) {
  const { at, duration } = detail.summary;
  const { phases, missing, total } =
    detail.kind === "call" ? callTimeline(detail.timing, duration) : deliveryTimeline(detail.timing, duration);
  return (
    <div className="flex flex-col gap-5 p-4">
      <table className={styles.table}>
        <caption className="pb-2 type-body-strong text-left">
          {duration === null
            ? `Under way; ${durationText(total)} are known`
            : `${exactDurationText(duration)} from start to end`}
        </caption>
        <thead className={styles.head}>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Share of the time</th>
            <th scope="col">Took</th>
            <th scope="col">Done after</th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => (
            <PhaseRow key={phase.name} phase={phase} total={total} />
          ))}
          {missing.map((name) => (
            <tr key={name} className="text-muted type-small">
              <th scope="row">{name}</th>
              <td colSpan={3}>{duration === null ? "not yet" : "did not come to pass, or cannot be told"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts>
        <Fact name={detail.kind === "call" ? "Started" : "Arrived"} data>
          {localMomentText(at)}
        </Fact>
        <Fact name="UTC" data>
          <span className="inline-flex items-center gap-1">
            {utcMomentText(at)} <CopyButton label="Copy UTC time" text={utcMomentText(at)} />
          </span>
        </Fact>
        <Fact name="Relative">
          <RelativeTime at={at} />
        </Fact>
      </Facts>
    </div>
  );
}

function PhaseRow({ phase, total }: { readonly phase: Phase; readonly total: number }) {
  const length = phase.until - phase.from;
  return (
    <tr title={phase.hint}>
      <th scope="row">{phase.name}</th>
      <td className="relative min-w-15">
        <span
          className={`absolute top-1/2 h-2.5 min-w-0.5 -mt-1.25 rounded-[2px] ${FILLS[phase.kind]}`}
          style={{ left: `${(phase.from / total) * 100}%`, width: `${(length / total) * 100}%` }}
        />
      </td>
      <td className="w-px pl-3 type-data-small text-right whitespace-nowrap">{exactDurationText(length)}</td>
      <td className="w-px pl-3 type-data-small text-right whitespace-nowrap">{exactDurationText(phase.until)}</td>
    </tr>
  );
}
