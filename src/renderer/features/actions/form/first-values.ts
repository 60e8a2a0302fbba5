import type { FormMemory } from "../../../../shared/form-memory.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import { FORMS, type Values } from "./forms.ts";
import type { Samples } from "./suggestions.ts";

// 500.00 in a currency of 100 units, and over the smallest test amount that is publicly known (10000).
const SAMPLE_AMOUNT = "50000";
const SAMPLE_REMARK = "Test charge from Linkdesk";

/**
 * What a form opens with: the values last sent from this profile; failing that the sandbox's examples, so that
 * one press on the button works from the first second; failing that nothing but the other form's currency.
 */
export function firstValues(operation: Operation, memory: FormMemory, samples: Samples | null): Values {
  const last = memory.last[operation];
  if (last !== undefined) return last;
  if (samples === null) {
    // Every field is named: one that is left out would go on showing what stood there before.
    const blank: Values = Object.fromEntries(FORMS[operation].fields.map(({ name }) => [name, ""]));
    // A service has one currency more often than not.
    const currency = (memory.last.charge ?? memory.last.credit)?.currency;
    return operation === "link" || currency === undefined ? blank : { ...blank, currency };
  }
  const amount = SAMPLE_AMOUNT;
  const currency = samples.currencies[0] ?? "";
  const [first, second] = samples.references;
  switch (operation) {
    case "link":
      return { linkId: samples.links[0]?.value ?? "" };
    case "credit":
      return { amount, currency, userReference: first?.value ?? "" };
    case "charge":
      return { amount, currency, from: first?.value ?? "", to: (second ?? first)?.value ?? "", remark: SAMPLE_REMARK };
    default:
      return assertNever(operation);
  }
}
