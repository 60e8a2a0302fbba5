import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleDashed,
  CircleQuestionMark,
  Hand,
  Info,
  Pin,
  Search,
  ShieldCheck,
  ShieldOff,
  ShieldQuestionMark,
  ShieldX,
  Split,
  StickyNote,
  TriangleAlert,
} from "lucide-react";
import { memo } from "react";
import { type EventSummary } from "../../../../shared/events.ts";
import { localMomentText, whenText } from "../../../../shared/measures.ts";
import { type Tone } from "../../../../shared/outcomes.ts";
import { assertNever, type EventId } from "../../../../shared/primitives.ts";
import { type RunSummary } from "../../../../shared/run.ts";
import { type Units, unitsOfEvent } from "../../../../shared/text/amount-text.ts";
import { SIGNATURE_FAULTS } from "../../../../shared/text/run-words.ts";
import { eventSentence } from "../../../../shared/text/sentences.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { modPressed } from "../../../core/commands.ts";
import { Chip } from "../../../ui/chip.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { RunSign } from "../../../ui/run-sign.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { SelectHow } from "../state/log-reducer.ts";
import styles from "./log-row.module.css";
import { eventTone, type RowChip, rowChips, rowDuration } from "./row-facts.ts";
import { RowSentence } from "./row-sentence.tsx";
import { type RunChip } from "./run-chips.ts";
import { Rail, type RailPlace } from "./run-rail.tsx";

export interface LogRowProps {
  readonly event: EventSummary;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  /** The row that the arrow keys start from, one of several that may be selected. */
  readonly current: boolean;
  /** Its place in the run of the selected event; null when it has none. */
  readonly rail: RailPlace | null;
  /** The run that a webhook is tied to, where the window holds it. */
  readonly run: RunSummary | null;
  /** How many units make one of the currency, as its profile says. */
  readonly unitsOf: Units;
  readonly onSelect: (id: EventId, how: SelectHow) => void;
}

/** The element of a row, for `aria-activedescendant`. */
export function rowElementId(id: EventId): string {
  return `event-${id}`;
}

/** One event as a sentence with a few facts beside it. Drawn again only when the event or the selection changed. */
export const LogRow = memo(function LogRow({
  event,
  top,
  selected,
  current,
  rail,
  run,
  unitsOf,
  onSelect,
}: LogRowProps) {
  const sentence = eventSentence(event, unitsOf);
  const tone = eventTone(event);
  const duration = rowDuration(event);
  const chips = rowChips(event, unitsOfEvent(event, unitsOf), run);
  const judged = chips.some(({ key }) => key === "run");
  const isFine = (chip: RowChip) => chip.key !== "run" && chip.tone === "good";
  const fine = chips.filter(isFine);
  const tags = event.tags?.length ? 1 : 0;
  const time = whenText(event.at);
  const old = time.includes(" ");
  return (
    // The keyboard moves through the list as a whole: the grid around the rows has the focus.
    <div
      id={rowElementId(event.id)}
      role="row"
      aria-selected={selected}
      tabIndex={-1}
      data-current={current || undefined}
      data-old={old || undefined}
      data-crowded={chips.length + tags > 2 || undefined}
      className={styles.row}
      // The narrowest log leaves out the sign of a signature that is as it should be.
      title={fine.find(({ key }) => key === "signature")?.title}
      style={{ transform: `translateY(${top}px)` }}
      onPointerDown={(pointer) => {
        if (pointer.button === 0 && !(pointer.ctrlKey && !modPressed(pointer)))
          onSelect(event.id, pointer.shiftKey ? "range" : modPressed(pointer) ? "toggle" : "only");
      }}
    >
      <span role="gridcell" className="grid place-items-center">
        {rail === null ? null : <Rail place={rail} />}
        <KindIcon event={event} tone={tone} />
      </span>
      <RowSentence
        sentence={sentence}
        // How a delivery ended is said by its chips.
        result={event.kind === "delivery" ? null : sentence.result}
        // That the call itself may have failed, no chip of a webhook says.
        judged={judged && !(event.kind === "call" && event.run?.call === "unclear")}
        hasStatus={event.kind === "call" && event.status !== null}
        tone={tone}
      />
      <span role="gridcell" className={styles.facts}>
        <span className={styles.chips}>
          <Annotations event={event} />
          {event.pinned === true ? <Pin size={12} className="text-muted" aria-label="Pinned" /> : null}
          {chips.map((chip) => (isFine(chip) ? null : <ChipView key={chip.key} chip={chip} />))}
        </span>
        {fine.length === 0 && !isOnlyProposed(event) ? null : (
          <span className={styles.fine}>
            {isOnlyProposed(event) ? (
              <Tooltip label={ONLY_PROPOSED}>
                <span className="inline-flex items-center text-muted" role="img" aria-label="Reading only proposed">
                  <CircleDashed size={12} aria-hidden="true" />
                </span>
              </Tooltip>
            ) : null}
            {fine.map((chip) => (
              <ChipView key={chip.key} chip={chip} />
            ))}
          </span>
        )}
      </span>
      <span role="gridcell" className={styles.duration}>
        {duration ?? (event.kind === "notice" ? null : <Spinner size={14} />)}
      </span>
      <span role="gridcell" className={styles.time} title={localMomentText(event.at)}>
        <Time text={time} />
      </span>
    </div>
  );
});

const ONLY_PROPOSED = "How it is read is only proposed: nobody has confirmed this kind of webhook yet.";

function isOnlyProposed(event: EventSummary): boolean {
  return event.kind === "delivery" && event.facts.reading === "proposed" && event.replay === undefined;
}

/** What somebody wrote about it: tags as they are, of a note only that there is one. */
function Annotations({ event: { note, tags = [] } }: { readonly event: EventSummary }) {
  return (
    <>
      {tags.length === 0 ? null : (
        <span className={styles.tags} title={`Tags: ${tags.join(", ")}`}>
          {tags.slice(0, 2).map((tag) => (
            <OpaqueText key={tag} as="span" className={styles.tag} text={tag} breaks={false} />
          ))}
          {tags.length > 2 ? `+${tags.length - 2}` : null}
        </span>
      )}
      {note === undefined ? null : (
        <span title={visibleText(note.slice(0, 400))} className="text-muted">
          <StickyNote size={12} role="img" aria-label={`Note: ${visibleText(note.slice(0, 80))}`} />
        </span>
      )}
    </>
  );
}

function Time({ text }: { readonly text: string }) {
  const point = text.indexOf(".");
  if (point === -1) {
    const clock = text.lastIndexOf(" ") + 1;
    return (
      <>
        <span className={styles.day}>{text.slice(0, clock)}</span>
        {text.slice(clock)}
      </>
    );
  }
  return (
    <>
      {text.slice(0, point)}
      <span className={styles.fraction}>{text.slice(point)}</span>
    </>
  );
}

function KindIcon({ event, tone }: { readonly event: EventSummary; readonly tone: Tone }) {
  switch (event.kind) {
    case "call":
      return event.operation === "link" ? (
        <Search size={14} className="text-kind-call" aria-label="Look-up" />
      ) : (
        <ArrowUpRight size={16} className="text-kind-call" aria-label="Call" />
      );
    case "delivery":
      return (
        <ArrowDownLeft
          size={16}
          className={event.onPath ? "text-kind-delivery" : "text-kind-notice"}
          aria-label={event.onPath ? "Webhook" : "Other request"}
        />
      );
    case "notice":
      return tone === "odd" || tone === "bad" ? (
        <TriangleAlert size={14} className={tone === "bad" ? "text-bad" : "text-odd"} aria-label="Warning" />
      ) : (
        <Info size={14} className="text-kind-notice" aria-label="Notice" />
      );
    default:
      return assertNever(event);
  }
}

/** What is not known to be wrong, and what is not there, have other signs than what is wrong. */
const FAULT_SIGNS: Readonly<Record<string, typeof ShieldX>> = {
  [SIGNATURE_FAULTS.unreadable]: ShieldQuestionMark,
  [SIGNATURE_FAULTS.unchecked]: ShieldQuestionMark,
  [SIGNATURE_FAULTS.missing]: ShieldOff,
};

/** In a narrow column its sign alone is seen; the words are read out all the same. */
function SignatureText({ text, good }: { readonly text: string; readonly good: boolean }) {
  const Sign = good ? ShieldCheck : (FAULT_SIGNS[text] ?? ShieldX);
  return (
    <>
      <Sign size={14} className={styles.sign} aria-hidden="true" />
      <span className={styles.signed}>{text}</span>
    </>
  );
}

function ChipView({ chip }: { readonly chip: RowChip }) {
  if (chip.key === "run") return <RunChipView chip={chip} />;
  const isStatus = chip.key === "status";
  return (
    <Chip tone={chip.tone} data={isStatus} title={chip.title} className={isStatus ? styles.status : undefined}>
      {chip.key === "signature" ? <SignatureText text={chip.text} good={chip.tone === "good"} /> : chip.text}
    </Chip>
  );
}

const MARKS = { ambiguous: Split, "not sure": CircleQuestionMark, "by hand": Hand } as const;

/** What became of a simulation, on its row and on its webhooks' rows. Shrinks before the sentence does. */
function RunChipView({ chip }: { readonly chip: RunChip }) {
  const hasMark = chip.mark !== null;
  const shown = (
    <Chip
      tone={chip.tone}
      title={hasMark ? undefined : chip.title}
      icon={<RunSign sign={chip.sign} />}
      className="flex-none"
    >
      <span className={styles.full}>{chip.text}</span>
      {chip.wait === null ? (
        <span className={styles.short} aria-hidden="true">
          {chip.short}
        </span>
      ) : (
        <span className={styles.count}>
          <Countdown {...chip.wait} />
        </span>
      )}
      {chip.mark === null ? null : <Mark mark={chip.mark} />}
    </Chip>
  );
  // What a sign alone says in a narrow column is told at once.
  return hasMark ? <Tooltip label={chip.title}>{shown}</Tooltip> : shown;
}

/** Its word beside the sign where the column has room for it; read out in any. */
function Mark({ mark }: { readonly mark: NonNullable<RunChip["mark"]> }) {
  const Sign = MARKS[mark];
  return (
    <span className="inline-flex items-center gap-1 ml-0.5 pl-1 border-l border-current">
      <Sign size={12} aria-hidden="true" />
      <span className={styles.mark}>{mark}</span>
    </span>
  );
}
