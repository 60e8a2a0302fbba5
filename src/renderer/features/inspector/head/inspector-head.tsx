import { ArrowDownLeft, ArrowUpRight, Info, Pin, Search, Terminal, X } from "lucide-react";
import {
  type CallDetail,
  type DeliveryDetail,
  type EventDetail,
  type EventSummary,
  type Facts,
  shownFacts,
} from "../../../../shared/events.ts";
import type { ExportScope } from "../../../../shared/evidence.ts";
import { exactReference } from "../../../../shared/filter/index.ts";
import { localMomentText, shortClockText, weekdayText } from "../../../../shared/measures.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import { graverWords, toneOfEvent } from "../../../../shared/text/event-tone.ts";
import { explainEvent } from "../../../../shared/text/explain-event.ts";
import { eventSentence } from "../../../../shared/text/sentences.ts";
import { settle } from "../../../core/bridge.ts";
import { useCommands } from "../../../core/commands.ts";
import { useCopying } from "../../../core/copying.ts";
import { OwnOnly, useBridge, useStores, useToasts } from "../../../core/environment.ts";
import { IconButton } from "../../../ui/button.tsx";
import { StatusDot } from "../../../ui/chip.tsx";
import { ColumnBar } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { CompareButton } from "../../compare/index.ts";
import { eventLogStore } from "../../event-log/index.ts";
import { ExportButton } from "../../evidence/index.ts";
import { AnnotateButton, Annotations } from "../../notes/index.ts";
import { useUnits } from "../../profiles/index.ts";
import { ReplayAgainButton, ReplayButton } from "../../replay/index.ts";
import styles from "./inspector-head.module.css";
import { RepeatButton } from "./repeat-button.tsx";

/** A longer reference is cut in the title; it stands whole among the values below. */
const LONGEST_NAME = 64;

/** What the event is, in plain words: the sentence of its row, and how it ended. */
export function InspectorHead({ detail }: { readonly detail: EventDetail }) {
  const { subject } = eventSentence(detail.summary, useUnits());
  const explanation = explainEvent(detail);
  const [icon, kind] = looks(detail);
  useReferences(detail.kind === "notice" ? {} : shownFacts(detail.summary));
  return (
    <>
      <ColumnBar label="Event tools">
        <span className="inline-flex items-center gap-1.5 type-body-strong whitespace-nowrap">
          {icon}
          {kind}
        </span>
        <span className={styles.time} title={localMomentText(detail.summary.at)}>
          {weekdayText(detail.summary.at)}, {shortClockText(detail.summary.at)}
        </span>
        <span className="flex-1" />
        {/* Close together: all of them have room beside the name of the kind in the smallest window. */}
        <span className="inline-flex flex-none items-center gap-0.5">
          <OwnOnly>
            <AnnotateButton rows={[detail.summary]} compact />
            <PinButton summary={detail.summary} />
          </OwnOnly>
          <ExportButton command="export" group="Inspector" label="Export…" scope={scopeOf(detail)} />
          {detail.kind === "notice" ? null : (
            <>
              <OwnOnly>
                {detail.kind === "call" &&
                detail.summary.operation !== "replay" &&
                detail.summary.operation !== "recorded" ? (
                  <RepeatButton detail={detail} operation={detail.summary.operation} />
                ) : null}
                {detail.kind === "call" && detail.summary.replay !== undefined ? (
                  <ReplayAgainButton detail={detail} replay={detail.summary.replay} />
                ) : null}
                {detail.kind === "delivery" ? <ReplayButton detail={detail} /> : null}
              </OwnOnly>
              <CompareButton summary={detail.summary} />
              <OwnOnly>
                <CurlButton detail={detail} />
              </OwnOnly>
            </>
          )}
          <CloseButton />
        </span>
      </ColumnBar>
      <header className="flex-none max-h-42 px-4 pt-3 pb-2 overflow-auto">
        <h2 className="type-title wrap-anywhere select-text">
          {subject.map((part, index) =>
            part.kind === "name" ? (
              // The parts of one sentence never change places.
              <OpaqueText
                key={index}
                as="span"
                // Whole on the next line rather than broken at a hyphen.
                className="inline-block max-w-full"
                text={part.whole ?? part.text}
                limit={LONGEST_NAME}
              />
            ) : (
              part.text
            ),
          )}
        </h2>
        {detail.kind === "notice" ? null : (
          <p className="flex items-center gap-2 mt-1 text-secondary">
            <StatusDot
              tone={toneOfEvent(detail.summary, explanation?.tone ?? "neutral")}
              pulse={explanation === null}
            />
            <span>
              <OpaqueText text={explanation?.title ?? "Under way"} /> <Graver summary={detail.summary} />
            </span>
          </p>
        )}
        <Annotations summary={detail.summary} />
      </header>
    </>
  );
}

/** Its tone is not its own alone: a call that was accepted is red for the webhook that never came. */
function Graver({ summary }: { readonly summary: EventSummary }) {
  const words = graverWords(summary);
  return words === null ? null : <span className="text-plain">· {words}</span>;
}

/** Whom and what an event is about, to be taken elsewhere, or asked for alone, in one press. */
function useReferences({ linkId, userReference, from, to }: Facts): void {
  const toasts = useToasts();
  const copyText = useCopying();
  const stores = useStores();
  const named = [
    { id: "reference", what: "reference", text: userReference },
    { id: "reference", what: "link ID", text: linkId },
    { id: "payer", what: "payer’s reference", text: from },
    { id: "payee", what: "payee’s reference", text: to },
  ];
  useCommands(
    named.flatMap(({ id, what, text = "" }) =>
      text === ""
        ? []
        : [
            {
              id: `copy-${id}`,
              title: `Copy ${what}`,
              group: "Inspector" as const,
              async run() {
                if (await copyText(text)) toasts.done(`Copied the ${what}`);
              },
            },
            {
              id: `show-${id}`,
              title: `Show only this ${what}`,
              group: "Inspector" as const,
              keywords: "filter",
              run: () => void stores.get(eventLogStore).setFilter(exactReference(text)),
            },
          ],
    ),
  );
}

/** The call of a simulation is handed over with its webhooks. */
function scopeOf({ summary }: EventDetail): ExportScope {
  const { id } = summary;
  return summary.kind === "call" && summary.run !== undefined ? { of: "run", id } : { of: "events", ids: [id] };
}

function looks(detail: EventDetail) {
  switch (detail.kind) {
    case "call":
      return detail.summary.operation === "link"
        ? ([<Search key="icon" size={14} className="text-kind-call" aria-hidden="true" />, "Look-up"] as const)
        : ([<ArrowUpRight key="icon" size={16} className="text-kind-call" aria-hidden="true" />, "Call"] as const);
    case "delivery":
      return [
        <ArrowDownLeft key="icon" size={16} className="text-kind-delivery" aria-hidden="true" />,
        detail.summary.onPath ? "Webhook" : "Request",
      ] as const;
    case "notice":
      return [<Info key="icon" size={14} className="text-kind-notice" aria-hidden="true" />, "Notice"] as const;
    default:
      return assertNever(detail);
  }
}

/** Lets go of the selected event. */
export function CloseButton() {
  const stores = useStores();
  return <IconButton tip label="Close event" icon={<X />} onClick={() => stores.get(eventLogStore).select(null)} />;
}

/** Keeps an event when the log is cleared and when old events are removed. */
function PinButton({ summary }: { readonly summary: EventSummary }) {
  const bridge = useBridge();
  const toasts = useToasts();
  const pinned = summary.pinned === true;

  async function toggle() {
    const result = await settle(bridge.journal.pin({ ids: [summary.id], pinned: !pinned }));
    toasts.outcome(pinned ? "unpin the event" : "pin the event", result);
  }

  useCommands([
    {
      id: "pin",
      title: pinned ? "Unpin event" : "Pin event",
      group: "Inspector",
      keys: "p",
      keywords: "keep",
      run: () => void toggle(),
    },
  ]);
  return (
    <IconButton
      tip={pinned ? "Unpin" : "Pin: keep when the log is cleared"}
      keys="p"
      label="Pin event"
      icon={<Pin />}
      pressed={pinned}
      onClick={() => void toggle()}
    />
  );
}

/** Copies a command that sends the same again: a call to the service, a delivery to the listener. */
function CurlButton({ detail }: { readonly detail: CallDetail | DeliveryDetail }) {
  const bridge = useBridge();
  const toasts = useToasts();
  const copyText = useCopying();
  const { id } = detail.summary;

  async function command(): Promise<string | null> {
    const result = toasts.outcome("copy as cURL", await settle(bridge.calls.curl({ id })));
    return result.ok ? result.value.text : null;
  }

  async function copy() {
    const text = await command();
    if (text === null || !(await copyText(text))) return;
    const hasSecrets = text.includes("$LINKDESK_KEY");
    if (detail.kind === "call") toasts.done("Copied as cURL, without secrets");
    else
      toasts.done(hasSecrets ? "Copied as cURL, to the listener, without secrets" : "Copied as cURL, to the listener");
  }

  useCommands([
    { id: "copy-curl", title: "Copy as cURL", group: "Inspector", keywords: "command line", run: () => void copy() },
  ]);
  return <IconButton tip label="Copy as cURL" icon={<Terminal />} onClick={() => void copy()} />;
}
