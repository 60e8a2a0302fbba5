import type { EventId } from "../../../shared/primitives.ts";
import { useStore } from "../../core/environment.ts";
import { questionTitle, readingParts } from "../../text/explain-reading.ts";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { useInSight } from "../../ui/use-in-sight.ts";
import { JudgingProgress } from "./judging-progress.tsx";
import {
  ConfirmReading,
  CorrectReading,
  useAnswered,
  useReading,
  WordQuestion,
  YesMeans,
} from "./reading-question.tsx";
import { readingsStore } from "./readings-store.ts";

/** The question about a webhook where there is little room: what it is read to say, yes or no. */
export function BriefQuestion({
  deliveryId,
  units,
  isNews,
}: {
  readonly deliveryId: EventId;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
  /** It has just come up, and is brought into sight. */
  readonly isNews: boolean;
}) {
  const loaded = useReading(deliveryId);
  const isCorrected = useStore(readingsStore, ({ draft }) => draft?.deliveryId === deliveryId);
  const isAnswered = useAnswered(deliveryId);
  const asked = loaded.state === "ready" && loaded.says.webhook.newWords.length > 0 ? loaded.says.webhook : null;
  const question = useInSight<HTMLElement>(
    isNews ? (asked === null ? loaded.state : questionTitle(asked, null)) : null,
  );
  if (loaded.state !== "ready") return null;
  const { webhook, reading, profileId } = loaded.says;
  if (reading === null || profileId === null) return null;
  const [word] = webhook.newWords;
  // Of a confirmed one only the simulation's verdict is still to come.
  const isJudged = isAnswered || (webhook.by !== "proposed" && word === undefined);
  const [before, path, after] = readingParts(webhook, units);
  const says = (
    <p className="m-0 text-secondary">
      <OpaqueText text={before} limit={400} />
      {path === "" ? null : <OpaqueText as="code" text={path} limit={200} />}
      <OpaqueText text={after} limit={400} />
    </p>
  );
  return (
    <section
      ref={question}
      className="flex flex-col gap-2 px-3 pt-2 pb-3 border border-odd-line rounded bg-odd-fill wrap-anywhere"
      aria-label={isCorrected ? "You are correcting how it is read" : "Is it read correctly?"}
    >
      {isCorrected ? (
        // What a yes would save is the correction, which there is no room for here.
        <>
          <p className="m-0 text-plain type-body-strong">You are correcting how the webhook is read</p>
          <p className="m-0 text-secondary">The correction is not saved yet.</p>
          <div className="flex">
            <CorrectReading deliveryId={deliveryId} says={loaded.says} size="small" />
          </div>
        </>
      ) : word === undefined ? (
        <>
          <p className="m-0 text-plain type-body-strong wrap-anywhere">
            {isJudged ? "You said that the webhook is read correctly" : "Is the webhook read correctly?"}
          </p>
          {says}
          <YesMeans webhook={webhook} />
          <div className="flex flex-wrap gap-2">
            <ConfirmReading deliveryId={deliveryId} isJudged={isJudged} size="small" />
            <CorrectReading deliveryId={deliveryId} says={loaded.says} size="small" />
          </div>
        </>
      ) : (
        <>
          <WordQuestion deliveryId={deliveryId} webhook={webhook} />
          {says}
          <div className="flex">
            <CorrectReading deliveryId={deliveryId} says={loaded.says} size="small" />
          </div>
        </>
      )}
      <JudgingProgress profileId={profileId} isAwaited={isJudged} />
    </section>
  );
}
