import type { EventId } from "../../../shared/primitives.ts";
import type { Reason, Tie } from "../../../shared/run.ts";
import { agreeingText, comparedFieldTexts, explainCertainty, reasonText } from "../../../shared/text/explain-tie.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore } from "../event-log/index.ts";

const TONES = { certain: "good", likely: "good", ambiguous: "odd", unsure: "odd", "by-hand": "neutral" } as const;

/** Why a webhook was tied as it was, and how sure that is. */
export function Reasons({ tie, units }: { readonly tie: Tie; readonly units: number | null }) {
  const { label, sentence } = explainCertainty(tie.certainty);
  const agreeing = agreeingText(tie.fields);
  // The table shows what stands where; what keeps it from being the one is said in words.
  const doubts =
    tie.certainty === "unsure" ? tie.fields.filter(({ state }) => state === "differs" || state === "unclear") : [];
  return (
    <Section title="Why this webhook" aside={<Chip tone={TONES[tie.certainty]}>{label}</Chip>}>
      <ul className="flex flex-col gap-1 pl-4 list-disc">
        {agreeing === null ? null : <li>{agreeing}</li>}
        <li>{sentence}</li>
        {comparedFieldTexts(doubts, units).map((text) => (
          <OpaqueText key={text} as="li" text={text} limit={600} />
        ))}
        {tie.reasons.map((reason, index) =>
          reason.code === "by-hand" ? null : (
            // Reasons of one tie never change places.
            <li key={index}>
              <OpaqueText text={reasonText(reason)} limit={600} /> <Ways reason={reason} />
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}

/** To the events that a reason names. */
function Ways({ reason }: { readonly reason: Reason }) {
  const stores = useStores();
  const ids: readonly EventId[] = "as" in reason ? [reason.as] : "runIds" in reason ? reason.runIds.slice(0, 3) : [];
  return ids.map((id) => (
    <Button key={id} size="small" variant="quiet" onClick={() => void stores.get(eventLogStore).show(id)}>
      Go to {id}
    </Button>
  ));
}
