import type { ArrivedThrough } from "../../../shared/address.ts";
import { proofTokenIn } from "../../../shared/diagnosis.ts";
import { type DeliveryDetail, type DeliverySummary } from "../../../shared/events.ts";
import type { Relayed } from "../../../shared/inbox.ts";
import { countText, durationText, localMomentText } from "../../../shared/measures.ts";
import { type HeaderList } from "../../../shared/primitives.ts";
import { forwardFailed } from "../../../shared/replay.ts";
import { WAY_NAMES } from "../../../shared/text/explain-address.ts";
import { answeredByText } from "../../../shared/text/explain-delivery.ts";
import { explainEvent } from "../../../shared/text/explain-event.ts";
import { purposeTitle } from "../../../shared/text/explain-purpose.ts";
import { trueSender } from "../../../shared/tunnel-headers.ts";
import { useLog, useStore } from "../../core/environment.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Attempts } from "../attempts/index.ts";
import { RightAddress, useDiagnosis } from "../diagnosis/index.ts";
import { useUnits } from "../profiles/index.ts";
import { DeliveryReadingSection } from "../readings/index.ts";
import { ForwardCallout, ReplayFacts } from "../replay/index.ts";
import { hasCauses, RunOfDelivery, runsStore } from "../runs/index.ts";
import { hasReason, SignatureReason } from "../signature/index.ts";
import { ExplanationCallout, exactSize, NumberFact, ProfileFact } from "./overview-parts.tsx";

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

/**
 * Whether a Linkdesk has sent it to see where an address leads. Whoever put that header on a webhook of theirs changes
 * nothing.
 */
function isAddressTest({ summary, request }: DeliveryDetail): boolean {
  const isTied = summary.tie !== undefined && summary.tie.runId !== null;
  return !isTied && (summary.onPurpose?.does === "proof" || proofTokenIn(request.headers) !== undefined);
}

/** The overview of a webhook: what its reading says, whose it is, how it came and was answered. */
export function DeliveryOverview({ detail }: { readonly detail: DeliveryDetail }) {
  const { summary, request, answer } = detail;
  const explanation = explainEvent(detail);
  const units = useUnits()(summary.profile?.id);
  const isStray = summary.completeness === "whole" && !summary.onPath && summary.onPurpose === undefined;
  return (
    <div className="flex flex-col gap-5 p-4">
      {/* What went wrong stands first; that all went well is said by the head already. */}
      {explanation === null || explanation.tone === "good" ? null : (
        <ExplanationCallout explanation={explanation}>
          {isStray ? <StrayAddress delivery={summary} /> : null}
        </ExplanationCallout>
      )}
      {summary.forward !== undefined && (forwardFailed(summary.forward) || summary.forward.again !== undefined) ? (
        <ForwardCallout detail={detail} />
      ) : null}
      {detail.signature !== undefined && hasReason(detail.signature) ? <SignatureReason detail={detail} /> : null}
      {isAddressTest(detail) ? (
        <Section title="Simulation">
          <p className="text-secondary">
            A test of an address, sent by Linkdesk, here or on another machine: it is no webhook of a service, and
            belongs to no simulation.
          </p>
        </Section>
      ) : (
        <>
          {summary.completeness === "malformed" ? null : (
            <DeliveryReadingSection deliveryId={summary.id} units={units} />
          )}
          {summary.completeness === "malformed" ? null : <RunOfDelivery delivery={summary} />}
          {summary.completeness === "whole" ? <Attempts delivery={summary} /> : null}
        </>
      )}
      <Section title="Request">
        <Facts>
          <NumberFact id={summary.id} />
          {summary.profile === null ? null : <ProfileFact profile={summary.profile} />}
          <Fact name="Target" data>
            <OpaqueText as="b" text={summary.method} limit={80} /> <OpaqueText text={summary.path} />
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

function StrayAddress({ delivery: { id, tie } }: { readonly delivery: DeliverySummary }) {
  const runId = tie?.runId ?? null;
  const view = useDiagnosis(useLog() === "own" ? (runId ?? "any") : null);
  const opened = useStore(runsStore, (state) => state.opened);
  const run = opened.state === "ready" && opened.id === runId ? opened.detail : null;
  const isThere = run !== null && hasCauses(run.summary.verdict.code, run.ties);
  // Of a webhook that was sent several times, the newest is looked at: what holds for it holds for the others.
  const strays =
    run?.ties.some(({ deliveryId }) => deliveryId === id) === true
      ? run.ties.map(({ deliveryId }) => deliveryId)
      : [id];
  return <RightAddress view={view} strays={strays} runId={isThere ? runId : null} />;
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

/** RFC 3986 section 3.2.2: an IPv6 address stands in brackets before a port. */
function endpoint(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}
