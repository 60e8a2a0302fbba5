import { RotateCw } from "lucide-react";
import type { DeliveryDetail, EventSummary } from "../../../shared/events.ts";
import { forwardFailed, forwardNow } from "../../../shared/replay.ts";
import { explainForward } from "../../../shared/text/explain-replay.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";
import { replayStore } from "./replay-store.ts";

/** Whether it was forwarded in vain, and forwarding it once more can make up for that. */
export function canForwardAgain(summary: EventSummary): boolean {
  if (summary.kind !== "delivery" || summary.completeness !== "whole") return false;
  const { forward } = summary;
  if (forward === undefined || !forwardFailed(forward)) return false;
  const { outcome } = forwardNow(forward);
  // It would come back another time.
  return outcome.code !== "not-sent" || (outcome.because !== "loop" && outcome.because !== "own-listener");
}

interface ForwardCalloutProps {
  readonly detail: DeliveryDetail;
  /** The target's answer stands right below. */
  readonly aboveAnswer?: boolean;
}

/** What became of handing a webhook on, with the way to do it again where it failed. */
export function ForwardCallout({ detail, aboveAnswer = false }: ForwardCalloutProps) {
  const stores = useStores();
  const busy = useStore(replayStore, (state) => state.busy !== null);
  const { id, forward } = detail.summary;
  if (forward === undefined) return null;
  const { again } = forward;
  const { outcome } = forwardNow(forward);
  // Of several tries the one told of here is the last, and each has its own answer.
  const answerStands = again !== undefined ? "with the last try" : aboveAnswer ? "right below" : undefined;
  const { tone, title, sentence, nextStep } = explainForward(outcome, answerStands);
  const canForward = canForwardAgain(detail.summary);
  const failed = forwardFailed(forward) && outcome.code !== "not-sent";
  const words = [
    failed ? `${title}.` : "",
    sentence,
    nextStep,
    again === undefined ? "" : `The first time: ${explainForward(forward.outcome).title}.`,
  ].filter((each) => each !== "");
  return (
    <Callout
      tone={tone}
      title={failed ? "Forwarding failed" : again === undefined ? title : `Forwarded again: ${title.toLowerCase()}`}
      actions={
        canForward || again !== undefined ? (
          <>
            {canForward ? (
              <Button icon={<RotateCw />} busy={busy} onClick={() => void stores.get(replayStore).forwardAgain([id])}>
                Forward again
              </Button>
            ) : null}
            {again === undefined ? null : (
              <Button variant="quiet" onClick={() => stores.get(eventLogStore).select(again.by)}>
                Go to the last try
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      <OpaqueText text={words.join(" ")} />
    </Callout>
  );
}
