import { type CallDetail, type Facts as EventFacts } from "../../../shared/events.ts";
import { durationText, localMomentText } from "../../../shared/measures.ts";
import { type Explanation } from "../../../shared/outcomes.ts";
import { type EventId } from "../../../shared/primitives.ts";
import { amountText } from "../../../shared/text/amount-text.ts";
import { explainEvent } from "../../../shared/text/explain-event.ts";
import { objectsToBody } from "../../../shared/text/explain-status.ts";
import { useLog, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { type BodySource, useBody } from "../http-message/index.ts";
import { LinkOfCall } from "../link-picture/index.ts";
import { EditKey, useUnits } from "../profiles/index.ts";
import { ReplayFacts } from "../replay/index.ts";
import { RunOfCall } from "../runs/index.ts";
import { ExplanationCallout, exactSize, NumberFact, ProfileFact } from "./overview-parts.tsx";

interface CallOverviewProps {
  readonly detail: CallDetail;
  /** Where the body that was sent is read from. */
  readonly source: BodySource;
}

/** The overview of a call: how it ended, its verdict, what was sent and found. */
export function CallOverview({ detail, source }: CallOverviewProps) {
  const { summary, request, answer, url } = detail;
  const { outcome, operation } = summary;
  const explanation = explainEvent(detail);
  const ending =
    outcome !== null && objectsToBody(outcome, operation) ? (
      <RefusedBody detail={detail} source={source} />
    ) : (
      <Ending summary={summary} explanation={explanation} />
    );
  const found = summary.operation === "link" && summary.outcome?.code === "success";
  return (
    <div className="flex flex-col gap-5 p-4">
      {summary.operation === "credit" || summary.operation === "charge" ? (
        // That all went well needs no words beside the verdict.
        <RunOfCall call={detail}>{explanation?.tone === "good" ? null : ending}</RunOfCall>
      ) : (
        ending
      )}
      {found ? <LinkOfCall call={detail} form="full" /> : null}
      <Section title="Call">
        <Facts>
          <NumberFact id={summary.id} />
          <ProfileFact profile={summary.profile} />
          <Fact name="Address" data>
            <span className="flex items-start gap-1">
              <span className="min-w-0 pt-0.75">
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

/** The body may have been written by hand: whether it is JSON decides what is to be done. */
function RefusedBody({ detail, source }: CallOverviewProps) {
  const body = useBody(source, true);
  // What was read a moment later would change the advice under the eyes.
  if (body.state === "loading") return null;
  const sentBody = body.state === "ready" ? body.reading.text?.value : undefined;
  return <Ending summary={detail.summary} explanation={explainEvent(detail, sentBody)} />;
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

const FACT_NAMES: Readonly<
  Record<Exclude<keyof EventFacts, "subject" | "ended" | "reading" | "amountMeant" | "begins" | "others">, string>
> = {
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
  const units = useUnits()(profileId);
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
            <span className="flex items-start gap-1">
              <span className="min-w-0 pt-0.75">
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

/** Leads from a call that was sent once more to the one before. */
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
