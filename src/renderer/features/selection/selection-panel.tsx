import { GitCompareArrows, ListChecks, Pin, RotateCw, Trash2, X } from "lucide-react";
import { useMemo } from "react";
import type { CallSummary, EventSummary, ProfileStamp } from "../../../shared/events.ts";
import { countText, listText, pluralText, whenText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { eventSentence, subjectText } from "../../../shared/text/sentences.ts";
import { settle } from "../../core/bridge.ts";
import { commandsStore, useCommands } from "../../core/commands.ts";
import { OwnOnly, useBridge, useLog, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { ColumnBar } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { profilesText, withOtherProfiles } from "../actions/index.ts";
import { compareStore } from "../compare/index.ts";
import { eventLogStore, rowWithId } from "../event-log/index.ts";
import { ExportButton } from "../evidence/index.ts";
import { AnnotateButton } from "../notes/index.ts";
import { MakePlaybookButton } from "../playbooks/index.ts";
import { profilesStore, useUnits, viewOf } from "../profiles/index.ts";
import { canForwardAgain, replayStore } from "../replay/index.ts";
import { hidesSelected } from "./removal-store.ts";
import { beforeAndAfterText, differs, doubtText, type Repeated, repeatStore } from "./repeat-in-order.ts";
import { useSandboxThen } from "./sandbox-then.ts";
import styles from "./selection-panel.module.css";
import { useNotSelected } from "./use-not-selected.ts";

/** Listed one by one up to here: what comes after it is counted. */
const LISTED = 100;

/**
 * In the inspector's place while several events are selected: what they are, and what can be done with them together.
 */
export function SelectionPanel() {
  const stores = useStores();
  const ids = useStore(eventLogStore, (state) => state.selectedIds);
  const window = useStore(eventLogStore, (state) => state.window);
  const unitsOf = useUnits();
  const isHidden = useStore(eventLogStore, hidesSelected);
  const notSelected = useNotSelected();
  // Wherever the focus is left when something was done with them.
  useCommands([
    {
      id: "deselect",
      title: "Select nothing",
      group: "Event log",
      keys: "escape",
      run: () => stores.get(eventLogStore).select(null),
    },
  ]);
  const rows = useMemo(() => ids.flatMap((id) => rowWithId(window.rows, id) ?? []), [ids, window]);
  return (
    <>
      <ColumnBar label="Selection tools">
        <span className="type-body-strong" role="status">
          {countText(ids.length)} {notSelected === null ? "events" : "loaded events"} selected
        </span>
        <span className="flex-1" />
        <IconButton tip label="Select nothing" icon={<X />} onClick={() => stores.get(eventLogStore).select(null)} />
      </ColumnBar>
      <div className="flex-1 min-h-0 py-3 px-4 overflow-auto [scrollbar-gutter:stable]">
        <p className="mb-3 text-secondary">
          {kindsText(rows, ids.length)}
          {notSelected === null ? "" : `. ${notSelected}`}
        </p>
        {isHidden ? (
          <Callout
            tone="odd"
            title={`The filter hides ${rows.length === 0 ? "all" : "some"} of them`}
            actions={<Button onClick={() => void stores.get(eventLogStore).setFilter("")}>Clear filter</Button>}
          >
            They are still in the log. Show them first to export or to remove them.
          </Callout>
        ) : null}
        {/* Each line is filled: they end at one edge. */}
        <div className="flex flex-wrap gap-2 mt-3 mb-4 [&>*]:grow">
          <OwnOnly>
            <RepeatAll rows={rows} />
            <ForwardAll rows={rows} />
          </OwnOnly>
          <ComparePair pair={pairOf(rows)} />
          <OwnOnly>
            <PinAll rows={rows} />
          </OwnOnly>
          {isHidden ? null : (
            <ExportButton command="export" group="Inspector" label="Export…" scope={{ of: "events", ids }} wide />
          )}
          <OwnOnly>
            <MakePlaybook rows={rows} ids={ids} />
            <AnnotateButton rows={rows} />
            <Button
              icon={<Trash2 />}
              disabled={isHidden}
              onClick={() => stores.get(commandsStore).run("remove-for-good")}
            >
              Remove for good…
            </Button>
          </OwnOnly>
        </div>
        {isHidden ? null : <WhyNot rows={rows} count={ids.length} />}
        <OwnOnly>
          <ShowSent rows={rows} />
          {isHidden ? null : <SentAgain ids={ids} />}
        </OwnOnly>
        <ol className="-mx-2 p-0 list-none" aria-label="Selected events">
          {rows.slice(0, LISTED).map((row) => (
            <li key={row.id}>
              <button type="button" className={styles.row} onClick={() => stores.get(eventLogStore).select(row.id)}>
                <span className="text-muted type-data-small leading-[inherit]">{whenText(row.at)}</span>
                <OpaqueText as="span" text={eventSentence(row, unitsOf).text} limit={160} />
              </button>
            </li>
          ))}
        </ol>
        {ids.length > LISTED ? <p className="text-secondary">and {countText(ids.length - LISTED)} more</p> : null}
      </div>
    </>
  );
}

/** "2 calls and 3 webhooks"; rows that are not loaded any more are only counted. */
function kindsText(rows: readonly EventSummary[], count: number): string {
  const of = (kind: EventSummary["kind"], one: string, many: string) => {
    const found = rows.filter((row) => row.kind === kind).length;
    return found === 0 ? [] : [pluralText(found, one, many)];
  };
  const rest = count - rows.length;
  const parts = [
    ...of("call", "call", "calls"),
    ...of("delivery", "webhook", "webhooks"),
    ...of("notice", "notice", "notices"),
    ...(rest === 0 ? [] : [`${countText(rest)} not among the rows shown now`]),
  ];
  return listText(parts);
}

interface Rows {
  readonly rows: readonly EventSummary[];
}

type Pair = readonly [EventSummary, EventSummary];

/** The two that can be compared: exactly two that have a request. */
function pairOf(rows: readonly EventSummary[]): Pair | null {
  const [one, other, ...more] = rows;
  const isPair = one !== undefined && other !== undefined && more.length === 0;
  return isPair && rows.every(({ kind }) => kind !== "notice") ? [one, other] : null;
}

/** Why a button is off: a tip would show to a pointer alone. */
function WhyNot({ rows, count }: Rows & { readonly count: number }) {
  const isOwn = useLog() === "own";
  const reasons = [
    ...(isOwn && !rows.some(isRepeatable) ? ["There is no call among them to send again."] : []),
    ...(isOwn && !canBePlaybook(rows, count)
      ? ["A playbook is made of calls, or of webhooks that belong to a simulation."]
      : []),
    ...(pairOf(rows) === null ? ["To compare, select exactly two calls or webhooks."] : []),
  ];
  return reasons.length === 0 ? null : <p className="-mt-2 mb-4 text-muted type-small">{reasons.join(" ")}</p>;
}

function RepeatAll({ rows }: Rows) {
  const stores = useStores();
  const progress = useStore(repeatStore, (state) => state.progress);
  const inUse = useStore(profilesStore, (state) => state.selectedId);
  const profiles = useStore(profilesStore, (state) => state.profiles);
  const repeatable = rows.filter(isRepeatable);
  const calls = repeatable.map(({ id }) => id);
  // As they are called and what they are for now: by these they go out.
  const senders = repeatable.map(({ profile }) => viewOf(profile.id)({ profiles })?.profile ?? profile);
  const elsewhere = withOtherProfiles(senders, inUse);
  const title =
    calls.length === 0
      ? "Send again"
      : `Send ${calls.length === 1 ? "the call again" : `${countText(calls.length)} calls again, in order`}`;
  const sandboxThen = useSandboxThen(repeatable);
  const start = () => void stores.get(repeatStore).sendAll(calls);
  const canStart = calls.length > 0 && progress === null;
  useCommands([
    canStart && { id: "repeat", title, group: "Inspector", keys: "shift+r", keywords: "repeat", run: start },
  ]);
  return (
    <>
      {elsewhere === "" ? null : (
        <p className="basis-full text-odd wrap-anywhere">
          {`Sent again ${calls.length === 1 ? "it goes" : "they go"} out${elsewhere} as before, whichever is in use.`}
        </p>
      )}
      {sandboxThen === null ? null : <p className="basis-full text-odd wrap-anywhere">{sandboxThen}</p>}
      {progress === null ? (
        <Button
          className="basis-full"
          icon={<RotateCw />}
          disabled={calls.length === 0}
          title={calls.length === 0 ? undefined : whereText(senders)}
          onClick={start}
        >
          {title} <Kbd keys="shift+r" />
        </Button>
      ) : (
        // As high and as wide as the button that it stands for: the others stay where they are.
        <div className="flex basis-full items-center gap-2 min-h-(--control)" role="status">
          <Spinner />
          {progress.awaiting
            ? `Sent ${progress.done} of ${progress.of}, waiting for its webhook`
            : `Sending ${progress.done + 1} of ${progress.of}`}
          <Button size="small" onClick={stores.get(repeatStore).stop}>
            Stop
          </Button>
        </div>
      )}
    </>
  );
}

/** Below the buttons, which it would move. */
function ShowSent({ rows }: Rows) {
  const stores = useStores();
  const isUnderWay = useStore(repeatStore, (state) => state.progress !== null);
  const last = useStore(repeatStore, (state) => state.last);
  if (isUnderWay || last.sent.length === 0 || !rows.some(({ id }) => last.calls.includes(id))) return null;
  return (
    <Button className="mb-4" icon={<ListChecks />} onClick={stores.get(repeatStore).showSent}>
      {last.sent.length === 1 ? "Show the call sent again" : `Show the ${countText(last.sent.length)} sent again`}
    </Button>
  );
}

/** Of calls that were just sent again it is made of what came then: that is what one has before one's eyes. */
function MakePlaybook({ rows, ids }: Rows & { readonly ids: readonly EventId[] }) {
  const { calls, sent } = useStore(repeatStore, (state) => state.last);
  const isUnderWay = useStore(repeatStore, (state) => state.progress !== null);
  const selected = rows.filter(isRepeatable);
  const isSent =
    !isUnderWay &&
    sent.length === calls.length &&
    selected.length === sent.length &&
    selected.every(({ id }) => calls.includes(id));
  return isSent && sent.length > 0 ? (
    <MakePlaybookButton
      ids={sent}
      disabled={false}
      of={sent.length === 1 ? "the call sent again" : `the ${countText(sent.length)} sent again`}
    />
  ) : (
    <MakePlaybookButton ids={ids} disabled={!canBePlaybook(rows, ids.length)} />
  );
}

/** How those of the last series ended that are selected: what differs first. */
function SentAgain({ ids }: { readonly ids: readonly EventId[] }) {
  const series = useStore(repeatStore, (state) => state.series);
  // Over a selection of what was sent it would read as if that had been sent once more.
  const shown = series.filter(({ from }) => ids.includes(from));
  const text = beforeAndAfterText(shown);
  if (text === null) return null;
  const others = shown.filter(differs);
  const doubt = doubtText(shown);
  // Below stand all that are selected: of more than were sent again it is said how many these are.
  const isAll = shown.length === 1 || ids.every((id) => shown.some(({ from, sent }) => id === from || id === sent));
  const which = isAll ? "Sent again" : `${countText(shown.length)} of them sent again`;
  return (
    <section className="mb-4">
      <h3 className="mb-1 type-body-strong">{`${which}, ${text}`}</h3>
      {doubt === null ? null : <p className="mb-1 text-secondary type-small">{doubt}</p>}
      {others.length === 0 ? null : (
        <ol className="-mx-2 p-0 list-none" aria-label="Ended differently than before">
          {others.slice(0, LISTED).map((each) => (
            <Differing key={each.sent} {...each} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** One that ended otherwise; a press selects both, to be compared. */
function Differing({ from, sent, before, after }: Repeated) {
  const stores = useStores();
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const unitsOf = useUnits();
  const row = rowWithId(rows, from) ?? rowWithId(rows, sent);
  const subject = row === null ? `No. ${sent}` : subjectText(row, unitsOf);
  return (
    <li>
      <button
        type="button"
        className={styles.pair}
        onClick={() => void stores.get(eventLogStore).showAll([from, sent])}
      >
        <OpaqueText as="span" text={subject} limit={160} />
        <OpaqueText as="span" text={` — ${before?.words} before, ${after?.words} now`} limit={160} />
      </button>
    </li>
  );
}

function isRepeatable(row: EventSummary): row is CallSummary {
  return row.kind === "call" && row.operation !== "replay" && row.operation !== "recorded";
}

/** What is not among the rows that are loaded may be a call. */
function canBePlaybook(rows: readonly EventSummary[], count: number): boolean {
  const isStep = (row: EventSummary) =>
    row.kind === "call" ? row.operation !== "replay" : row.kind === "delivery" && typeof row.tie?.runId === "number";
  return rows.length < count || rows.some(isStep);
}

/** Where calls go that are sent again. */
function whereText(senders: readonly Pick<ProfileStamp, "id" | "name" | "mode">[]): string {
  const sandbox = senders.some(({ mode }) => mode === "sandbox") ? " The sandbox behaves as it is set now." : "";
  return `With ${profilesText(senders)}, as they were sent before.${sandbox}`;
}

/** Forwards once more what was forwarded in vain; draws nothing where there is none. */
function ForwardAll({ rows }: Rows) {
  const stores = useStores();
  const busy = useStore(replayStore, (state) => state.busy !== null);
  const ids = rows.filter(canForwardAgain).map(({ id }) => id);
  const title = `Forward ${pluralText(ids.length, "webhook", "webhooks")} again`;
  const start = () => void stores.get(replayStore).forwardAgain(ids);
  useCommands([ids.length > 0 && { id: "forward-again", title, group: "Inspector", run: start }]);
  return ids.length === 0 ? null : (
    <Button icon={<RotateCw />} busy={busy} onClick={start}>
      {title}
    </Button>
  );
}

function ComparePair({ pair }: { readonly pair: Pair | null }) {
  const stores = useStores();
  const log = useLog();
  const compare = () => {
    if (pair !== null) void stores.get(compareStore).compare(pair[0].id, pair[1].id, log);
  };
  useCommands([
    pair !== null && {
      id: "compare",
      title: "Compare the two events",
      group: "Inspector",
      keys: "c",
      keywords: "diff",
      run: compare,
    },
  ]);
  return (
    <Button icon={<GitCompareArrows />} disabled={pair === null} onClick={compare}>
      Compare the two <Kbd keys="c" />
    </Button>
  );
}

function PinAll({ rows }: Rows) {
  const bridge = useBridge();
  const toasts = useToasts();
  const allPinned = rows.length > 0 && rows.every(({ pinned }) => pinned === true);
  const title = allPinned ? "Unpin all" : "Pin all";

  async function toggle() {
    const ids = rows.map(({ id }) => id);
    const result = await settle(bridge.journal.pin({ ids, pinned: !allPinned }));
    toasts.outcome(`${allPinned ? "unpin" : "pin"} the events`, result);
  }

  useCommands([
    rows.length > 0 && {
      id: "pin",
      title,
      group: "Inspector",
      keys: "p",
      keywords: "keep",
      run: () => void toggle(),
    },
  ]);
  return (
    <Button icon={<Pin />} disabled={rows.length === 0} onClick={() => void toggle()}>
      {title} <Kbd keys="p" />
    </Button>
  );
}
