import { groupDigits } from "../../../shared/amounts.ts";
import type { Expectation } from "../../../shared/run.ts";
import { fieldText } from "../../text/explain-tie.ts";
import { Section } from "../../ui/column.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { capital } from "./comparison.tsx";

const FIELDS = ["amount", "currency", "user", "from", "to", "remark", "tag"] as const;

/** What the webhook is known by, while none is there to compare it with. */
export function Awaited({ expectation }: { readonly expectation: Expectation }) {
  const known = FIELDS.flatMap((field) => {
    const value = expectation[field];
    return value === null ? [] : [{ field, value }];
  });
  return (
    <Section
      title={expectation.awaits === "nothing" ? "A webhook would carry" : "The webhook is known by"}
      hint="Wherever in its body these values stand."
    >
      {known.length === 0 ? (
        <p>The request said none of the values that a webhook could be known by.</p>
      ) : (
        <Facts>
          {known.map(({ field, value }) => (
            <Fact key={field} name={capital(fieldText(field))} data>
              <OpaqueText text={field === "amount" && /^\d+$/.test(value) ? groupDigits(value) : value} limit={200} />
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
