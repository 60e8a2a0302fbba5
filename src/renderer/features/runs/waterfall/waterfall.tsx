import { type CSSProperties, type ReactNode, useMemo } from "react";
import type { CallDetail, DeliveryDetail } from "../../../../shared/events.ts";
import { durationText, pluralText } from "../../../../shared/measures.ts";
import type { EventId, Microseconds } from "../../../../shared/primitives.ts";
import type { RunDetail } from "../../../../shared/run.ts";
import { useStores } from "../../../core/environment.ts";
import { classes } from "../../../ui/classes.ts";
import { useMotionStep } from "../../../ui/countdown.tsx";
import { Hidden } from "../../../ui/layout.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { eventLogStore } from "../../event-log/index.ts";
import styles from "./waterfall.module.css";
import { type Bar, type Lane, waterfallOf } from "./waterfall-lanes.ts";
import { createScale, type Scale } from "./waterfall-scale.ts";

interface WaterfallProps {
  readonly call: CallDetail;
  readonly run: RunDetail;
  readonly deliveries: ReadonlyMap<EventId, DeliveryDetail>;
}

/** The course of a run to scale: request, answer, the time in which the webhook is due, each webhook and our answer. */
export function Waterfall({ call, run, deliveries }: WaterfallProps) {
  const picture = useMemo(() => waterfallOf(call, run, deliveries), [call, run, deliveries]);
  const scale = useMemo(() => createScale(picture.moments, picture.solid), [picture]);
  const drawing = (
    <>
      <Ground scale={scale} limit={picture.limit} />
      {picture.lanes.map((lane) => (
        <LaneRow key={lane.key} lane={lane} scale={scale} />
      ))}
      <Axis scale={scale} />
    </>
  );
  return (
    <div>
      <Hidden>
        <LaneTable lanes={picture.lanes} />
      </Hidden>
      {run.summary.verdict.code === "waiting" ? (
        <MovingPlot startedAt={run.summary.startedAt} limit={picture.limit} scale={scale}>
          {drawing}
        </MovingPlot>
      ) : (
        <div className={styles.plot} aria-hidden="true">
          {drawing}
        </div>
      )}
      {picture.more > 0 ? (
        <p className="mt-1 text-muted type-small">
          {pluralText(picture.more, "more webhook", "more webhooks")} not drawn.
        </p>
      ) : null}
    </div>
  );
}

interface MovingPlotProps {
  readonly startedAt: number;
  readonly limit: Microseconds;
  readonly scale: Scale;
  readonly children: ReactNode;
}

/** With the present, moving towards the limit. It also ends what is under way; the drawing itself stays as it is. */
function MovingPlot({ startedAt, limit, scale, children }: MovingPlotProps) {
  const now = useNow(useMotionStep(100));
  const place = scale.place(Math.min(limit, Math.max(0, now - startedAt)));
  return (
    <div className={styles.plot} style={{ "--now": percent(place) } as CSSProperties} aria-hidden="true">
      {children}
      <div className={styles.present}>
        <span className={styles.now} />
      </div>
    </div>
  );
}

/** What the picture says, for those who do not see it. */
function LaneTable({ lanes }: { readonly lanes: readonly Lane[] }) {
  return (
    <table>
      <caption>Course of the run</caption>
      <tbody>
        {lanes.map((lane) => (
          <tr key={lane.key}>
            <th scope="row">{lane.name}</th>
            <td>{lane.words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Behind the lanes: lines at the ticks, what was cut out of the axis, the limit. */
function Ground({ scale, limit }: { readonly scale: Scale; readonly limit: Microseconds }) {
  return (
    <div className={styles.ground}>
      {scale.ticks.map(({ at, place }) => (
        <span key={at} className="absolute top-0 -bottom-1 w-px bg-line" style={{ left: percent(place) }} />
      ))}
      {scale.stretches
        .filter(({ cut }) => cut)
        .map(({ from, until, left, width }) => (
          <span key={from} className={styles.cut} style={{ left: percent(left), width: percent(width) }}>
            <span className="absolute top-2.5 left-1/2 px-1 rounded-small bg-panel text-muted type-caption whitespace-nowrap [translate:-50%]">
              {durationText(until - from)}
            </span>
          </span>
        ))}
      <span
        className="absolute top-0 bottom-0 w-0 border-l border-dashed border-muted [translate:-100%]"
        style={{ left: percent(scale.place(limit)) }}
      />
    </div>
  );
}

function LaneRow({ lane, scale }: { readonly lane: Lane; readonly scale: Scale }) {
  const stores = useStores();
  const { deliveryId } = lane;
  return (
    // For the pointer; by keyboard and by name there is the list below.
    <div
      className={classes(
        "relative grid grid-cols-[var(--name)_minmax(0,1fr)] items-center min-h-9 rounded-small",
        deliveryId !== null && styles.pressable,
      )}
      title={lane.words}
      {...(deliveryId === null ? {} : { onClick: () => void stores.get(eventLogStore).show(deliveryId) })}
    >
      <span className={styles.name}>
        {lane.name}
        <span className="block text-muted type-data-small">{lane.figure}</span>
      </span>
      <span className="relative h-full min-h-9" data-tone={lane.tone}>
        {lane.bars.map((bar) => (
          <BarView key={`${bar.look} ${bar.from}`} bar={bar} scale={scale} />
        ))}
      </span>
    </div>
  );
}

function BarView({ bar, scale }: { readonly bar: Bar; readonly scale: Scale }) {
  const { from, until, look } = bar;
  const left = scale.place(from);
  const className = classes(styles.bar, styles[look], until === null && styles.open);
  // What is still under way ends at the present, see MovingPlot.
  const width = until === null ? {} : { width: percent(scale.place(until) - left) };
  return <span className={className} style={{ left: percent(left), ...width }} title={bar.title} />;
}

function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <div className="relative h-5 ml-(--name)">
      {scale.ticks.map(({ at, place, text }) => (
        <span
          key={at}
          className={classes(styles.label, place < 0.05 && styles.atStart, place > 0.92 && styles.atEnd)}
          style={{ left: percent(place) }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}
