import { lowered, whenText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { Reason, Tie } from "../../../shared/run.ts";
import {
  agreeingText,
  comparedFieldTexts,
  type EventName,
  explainCertainty,
  reasonText,
} from "../../../shared/text/explain-tie.ts";
import { subjectText } from "../../../shared/text/sentences.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { eventLogStore, rowWithId } from "../event-log/index.ts";
import { useUnits } from "../profiles/index.ts";

const TONES = { certain: "good", likely: "good", ambiguous: "odd", unsure: "odd", "by-hand": "neutral" } as const;

/** Why a webhook was tied as it was, and how sure that is. */
export function Reasons({ tie, units }: { readonly tie: Tie; readonly units: number | null }) {
  const { label, sentence } = explainCertainty(tie.certainty);
  const agreeing = agreeingText(tie.fields);
  const named = useEventName();
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
              <OpaqueText text={reasonText(reason, named)} limit={1_200} /> <Ways reason={reason} />
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}

/** By what its row shows: "the charge of 60.00 EUR from ada to tunde at 08:01:12"; by its number where it is not loaded. */
function useEventName(): EventName {
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const unitsOf = useUnits();
  return (id, what) => {
    const row = rowWithId(rows, id);
    if (row === null) return `${what} No. ${id}`;
    return `the ${row.kind === "call" ? lowered(subjectText(row, unitsOf)) : what} at ${whenText(row.at)}`;
  };
}

/** To the events that a reason names; the late ones among rivals stand in the line before. */
function Ways({ reason }: { readonly reason: Reason }) {
  const stores = useStores();
  const rows = useStore(eventLogStore, (state) => state.window.rows);
  const ids: readonly EventId[] =
    "as" in reason ? [reason.as] : "runIds" in reason && reason.code !== "late-rivals" ? reason.runIds.slice(0, 3) : [];
  return ids.map((id) => {
    const at = rowWithId(rows, id)?.at;
    return (
      <Button key={id} size="small" variant="quiet" onClick={() => void stores.get(eventLogStore).show(id)}>
        Go to {at === undefined ? `No. ${id}` : whenText(at)}
      </Button>
    );
  });
}
