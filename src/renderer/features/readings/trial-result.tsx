import { ArrowUpRight } from "lucide-react";
import { whenText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { readingText } from "../../text/explain-reading.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { type Trial, trialText } from "./trial.ts";

const EXAMPLES_SHOWN = 5;

interface TrialResultProps {
  readonly trial: Trial;
  /** How many units make one of the currency, where the profile says so. */
  readonly units: number | null;
  readonly onShow: (id: EventId) => void;
}

/** How a reading does with the webhooks in the log: how many fit, how many contradict, and which. */
export function TrialResult(props: TrialResultProps) {
  return (
    <div className="flex flex-col gap-1">
      <TrialCount trial={props.trial} />
      <TrialExamples {...props} />
    </div>
  );
}

/** How many webhooks of the log fit, and how many contradict. */
export function TrialCount({ trial }: Pick<TrialResultProps, "trial">) {
  if (trial.state === "trying")
    return (
      <p className="flex gap-2 items-center text-plain type-body-strong" role="status">
        <Spinner /> Trying it on the log
      </p>
    );
  if (trial.state === "failed")
    return (
      <p className="flex gap-2 items-center text-bad type-body-strong" role="status">
        <OpaqueText text={trial.message} limit={600} />
      </p>
    );
  return (
    <p className="flex gap-2 items-center text-plain type-body-strong" role="status">
      {trialText(trial.trial)}
    </p>
  );
}

/** Some of them, each with the way to it. */
export function TrialExamples({ trial, units, onShow }: TrialResultProps) {
  if (trial.state !== "tried" || trial.trial.examples.length === 0) return null;
  return (
    <ul className="m-0 p-0 list-none" aria-label="Webhooks in the log">
      {trial.trial.examples.slice(0, EXAMPLES_SHOWN).map(({ deliveryId, at, fits, webhook }) => (
        <li key={deliveryId} className="flex gap-2 items-center min-h-7 py-0.5">
          <Chip tone={fits ? "good" : "odd"}>{fits ? "fits" : "contradicts"}</Chip>
          <span className="flex-1 min-w-0 text-secondary type-small truncate">
            <OpaqueText text={readingText(webhook, units)} limit={200} />
          </span>
          <Button size="small" variant="quiet" icon={<ArrowUpRight />} onClick={() => onShow(deliveryId)}>
            {whenText(at)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
