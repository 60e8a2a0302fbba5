import type { ReactNode } from "react";
import type { ArrivedThrough } from "../../../shared/address.ts";
import {
  type CallDetail,
  type DeliveryDetail,
  type Facts as EventFacts,
  type NoticeDetail,
  type ProfileStamp,
} from "../../../shared/events.ts";
import type { Relayed } from "../../../shared/inbox.ts";
import { countText, durationText, localMomentText, sizeText, unbroken } from "../../../shared/measures.ts";
import { type Explanation } from "../../../shared/outcomes.ts";
import { type EventId, type HeaderList } from "../../../shared/primitives.ts";
import { amountText } from "../../../shared/text/amount-text.ts";
import { WAY_NAMES } from "../../../shared/text/explain-address.ts";
import { answeredByText } from "../../../shared/text/explain-delivery.ts";
import { explainEvent } from "../../../shared/text/explain-event.ts";
import { explainNotice } from "../../../shared/text/explain-notice.ts";
import { purposeTitle } from "../../../shared/text/explain-purpose.ts";
import { trueSender } from "../../../shared/tunnel-headers.ts";
import { useLog, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Attempts } from "../attempts/index.ts";
import { eventLogStore } from "../event-log/index.ts";
import { LinkOfCall } from "../link-picture/index.ts";
import { EditKey, ModeChip, useUnits } from "../profiles/index.ts";
import { DeliveryReadingSection } from "../readings/index.ts";
import { ReplayFacts } from "../replay/index.ts";
import { RunOfCall, RunOfDelivery } from "../runs/index.ts";
import styles from "./overview.module.css";

/** Its title stands above, in the head of the inspector. */
function ExplanationCallout({
  explanation,
  children,
}: {
  readonly explanation: Explanation;
  readonly children?: ReactNode;
}) {
  const { tone, sentence, nextStep } = explanation;
  return (
    <Callout tone={tone}>
      <p>
        <OpaqueText text={unbroken(sentence)} limit={1_200} />
      </p>
      {nextStep === "" ? null : (
        <p className="mt-1 text-plain">
          <OpaqueText text={nextStep} />
        </p>
      )}
      {children}
    </Callout>
  );
}

function Ending({ summary, explanation }: Pick<CallDetail, "summary"> & { readonly explanation: Explanation | null }) {
  const isOwn = useLog() === "own";
  return explanation === null ? (
    <Callout tone="neutral">
      {isOwn
        ? "The answer appears here as soon as it comes."
        : "The call was still under way when the file was written."}
    </Callout>
  ) : (
    <ExplanationCallout explanation={explanation}>
      <EditKey profileId={summary.profile.id} outcome={summary.outcome} className="mt-2" />
    </ExplanationCallout>
  );
}

export function CallOverview({ detail }: { readonly detail: CallDetail }) {
  const { summary, request, answer, url } = detail;
  const explanation = explainEvent(detail);
  const found = summary.operation === "link" && summary.outcome?.code === "success";
  return (
    <div className="flex flex-col gap-5 p-4">
      {summary.operation === "credit" || summary.operation === "charge" ? (
        // That all went well needs no words beside the verdict.
        <RunOfCall call={detail}>
          {explanation?.tone === "good" ? null : <Ending summary={summary} explanation={explanation} />}
        </RunOfCall>
      ) : (
        <Ending summary={summary} explanation={explanation} />
      )}
      {found ? <LinkOfCall call={detail} form="full" /> : null}
      <Section title="Call">
        <Facts>
          <ProfileFact profile={summary.profile} />
          <Fact name="Address" data>
            <span className={styles.address}>
              <span>
                <b>{summary.method}</b> <OpaqueText text={url} />
              </span>
              <CopyButton label="Copy address" text={url} />
            </span>
          </Fact>
          <ReplayFacts replay={summary.replay} />
          <RepeatFact of={summary.repeatOf} />
          <Fact name="Started" data>
            {localMomentText(summary.at)}
          </Fact>
          <Fact name="Took">{summary.duration === null ? "under way" : durationText(summary.duration)}</Fact>
          <Fact name="Sent">{request.size === 0 ? "no body" : exactSize(request.size)}</Fact>
          <Fact name="Answer">
            {answer === null ? (
              "none"
            ) : (
              <>
                <b>{answer.status}</b>
                {answer.statusText === "" ? "" : " "}
                <OpaqueText text={answer.statusText} />, {exactSize(answer.size)}
                {answer.cut ? ", cut at the cap: what came until then is kept" : ""}
              </>
            )}
          </Fact>
          {answer?.redacted === true ? (
            <Fact name="Masked">The service repeated a secret of yours; it was masked before it was stored.</Fact>
          ) : null}
        </Facts>
      </Section>
      <FoundFacts profileId={summary.profile.id} facts={summary.facts} title="Values" />
    </div>
  );
}

const COMPLETENESS = {
  whole: "whole",
  cut: "cut: the first part is kept",
  aborted: "incomplete: the sender hung up",
  "timed-out": "incomplete: the sender was too slow",
  malformed: "not HTTP: its bytes are kept",
} as const;

const ANSWER_STATE = {
  pending: "not out yet",
  sent: "sent whole",
  failed: "not sent: the sender was gone",
  withheld: "withheld on purpose",
  unknown: "not known here",
} as const;

export function DeliveryOverview({ detail }: { readonly detail: DeliveryDetail }) {
  const { summary, request, answer } = detail;
  const explanation = explainEvent(detail);
  const units = useUnits()(summary.profile?.id);
  return (
    <div className="flex flex-col gap-5 p-4">
      {/* What went wrong stands first; that all went well is said by the head already. */}
      {explanation === null || explanation.tone === "good" ? null : <ExplanationCallout explanation={explanation} />}
      {summary.completeness === "malformed" ? null : <DeliveryReadingSection deliveryId={summary.id} units={units} />}
      {summary.completeness === "malformed" ? null : <RunOfDelivery delivery={summary} />}
      {summary.completeness === "whole" && summary.onPurpose?.does !== "proof" ? <Attempts delivery={summary} /> : null}
      <Section title="Request">
        <Facts>
          {summary.profile === null ? null : <ProfileFact profile={summary.profile} />}
          <Fact name="Target" data>
            <b>
              <OpaqueText text={summary.method} limit={80} />
            </b>{" "}
            <OpaqueText text={summary.path} />
          </Fact>
          <ReplayFacts replay={summary.replay} />
          <Fact name="Path">{summary.onPath ? "the webhook path" : "not the webhook path"}</Fact>
          {request.through === undefined ? null : <ThroughFacts through={request.through} headers={request.headers} />}
          {request.relayed === undefined ? null : <RelayedFacts relayed={request.relayed} />}
          <Fact name="From" data>
            {endpoint(request.remoteAddress, request.remotePort)}
          </Fact>
          <Fact name="To" data>
            {endpoint(request.localAddress, request.localPort)}
          </Fact>
          <Fact name="Arrived" data>
            {localMomentText(summary.at)}
          </Fact>
          <Fact name="Completeness">{COMPLETENESS[summary.completeness]}</Fact>
          {request.problem === null ? null : (
            <Fact name="Problem">
              <OpaqueText text={request.problem} />
            </Fact>
          )}
          <Fact name="Body">{request.size === 0 ? "none" : exactSize(request.size)}</Fact>
          <Fact name="Answer">
            {summary.onPurpose === undefined ? null : `${purposeTitle(summary.onPurpose, summary.status)}: `}
            {answer === null ? (
              summary.onPurpose === undefined && summary.answerState === "failed" ? (
                "none: there was nobody to answer"
              ) : (
                ANSWER_STATE[summary.answerState]
              )
            ) : (
              <>
                <b>{answer.status ?? "not HTTP"}</b>, {ANSWER_STATE[summary.answerState]}
              </>
            )}
          </Fact>
          <Fact name="Took">{summary.duration === null ? "under way" : durationText(summary.duration)}</Fact>
        </Facts>
      </Section>
    </div>
  );
}

/** What came from outside: by which way, and from whom, as far as the tunnel can be believed. */
function ThroughFacts({ through, headers }: { readonly through: ArrivedThrough; readonly headers: HeaderList }) {
  const sender = trueSender(through, headers);
  return (
    <>
      <Fact name="Came by">the public address: {WAY_NAMES[through.way]}</Fact>
      {sender === null ? null : (
        <Fact name="Sender" data>
          {sender}
        </Fact>
      )}
    </>
  );
}

/** What a relay has kept for us: from where, and when it came there and here. */
function RelayedFacts({ relayed: { relay, inbox, position, at, receivedAt, asked } }: { readonly relayed: Relayed }) {
  return (
    <>
      {asked === undefined ? null : (
        <Fact name="Answered by">
          <OpaqueText text={answeredByText(asked)} />
        </Fact>
      )}
      <Fact name="Came by">
        the relay {relay}: <OpaqueText text={inbox} />, number {countText(position)}
      </Fact>
      <Fact name="At the relay" data>
        {localMomentText(at)}
      </Fact>
      <Fact name="In this log" data>
        {localMomentText(receivedAt)}
      </Fact>
    </>
  );
}

export function NoticeOverview({ detail }: { readonly detail: NoticeDetail }) {
  return (
    <div className="flex flex-col gap-5 p-4">
      <ExplanationCallout explanation={explainNotice(detail.summary.notice)} />
      <Facts>
        <Fact name="Noticed" data>
          {localMomentText(detail.summary.at)}
        </Fact>
      </Facts>
    </div>
  );
}

function ProfileFact({ profile }: { readonly profile: ProfileStamp }) {
  return (
    <Fact name="Profile">
      <span className="inline-flex flex-wrap items-center gap-1.5">
        <OpaqueText text={profile.name} limit={80} /> <ModeChip mode={profile.mode} />
      </span>
    </Fact>
  );
}

const FACT_NAMES: Readonly<Record<Exclude<keyof EventFacts, "subject" | "reading" | "amountUnit">, string>> = {
  eventName: "Event",
  linkId: "Link ID",
  amount: "Amount",
  currency: "Currency",
  userReference: "User reference",
  from: "From",
  to: "To",
  remark: "Remark",
};

/** The values that matter, with a way to copy each exactly. */
function FoundFacts({
  profileId,
  facts,
  title,
}: {
  readonly profileId: string | undefined;
  readonly facts: EventFacts;
  readonly title: string;
}) {
  const ofProfile = useUnits()(profileId);
  const units = facts.amountUnit === "other" ? null : ofProfile;
  const known = (Object.keys(FACT_NAMES) as (keyof typeof FACT_NAMES)[]).flatMap((key) => {
    const value = facts[key];
    return value === undefined ? [] : [{ key, name: FACT_NAMES[key], value }];
  });
  if (known.length === 0) return null;
  return (
    <Section title={title}>
      <Facts>
        {known.map(({ key, name, value }) => (
          <Fact key={key} name={name} data>
            <span className={styles.address}>
              <span>
                {value === "" ? (
                  <span className="text-muted type-small">empty</span>
                ) : (
                  <OpaqueText text={key === "amount" ? amountText(value, "", units) : value} />
                )}
              </span>
              <CopyButton label={`Copy ${name.toLowerCase()}`} text={value} />
            </span>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function exactSize(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${sizeText(bytes)} (${countText(bytes)} bytes)`;
}

/** RFC 3986 section 3.2.2: an IPv6 address stands in brackets before a port. */
function endpoint(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Of a call that was sent once more, the way to the one before. */
function RepeatFact({ of }: { readonly of: EventId | undefined }) {
  const stores = useStores();
  if (of === undefined) return null;
  return (
    <Fact name="Repeat">
      sent again as it was
      <Button size="small" variant="quiet" onClick={() => stores.get(eventLogStore).select(of)}>
        The call it repeats
      </Button>
    </Fact>
  );
}
