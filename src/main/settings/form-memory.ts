import type { CallRequest } from "../../shared/contract.ts";
import { EMPTY_FORM_MEMORY, type FormMemory, type KeptBodies } from "../../shared/form-memory.ts";
import { holdsRemoved, type RemovedTexts, removedFields, withoutFields } from "../../shared/removed-texts.ts";

const RECENT_AT_MOST = 20;
/** Longer texts are sent but not remembered: they would make every later write of the settings slow. */
const LENGTH_AT_MOST = 10_000;

/** A form memory after a call was sent. A body of the user's own says nothing about the form's fields. */
export function remembered(memory: FormMemory, action: CallRequest["action"]): FormMemory {
  switch (action.operation) {
    case "link":
      return {
        ...memory,
        last: { ...memory.last, link: { linkId: short(action.linkId) } },
        recent: { ...memory.recent, linkIds: withRecent(memory.recent.linkIds, action.linkId) },
      };
    case "credit": {
      if ("raw" in action.body) return memory;
      const { amount, currency, userReference } = action.body;
      return {
        ...memory,
        last: {
          ...memory.last,
          credit: { amount: short(amount), currency: short(currency), userReference: short(userReference) },
        },
        recent: {
          ...memory.recent,
          amounts: withRecent(memory.recent.amounts, amount),
          currencies: withRecent(memory.recent.currencies, currency),
          references: withRecent(memory.recent.references, userReference),
        },
      };
    }
    case "charge": {
      if ("raw" in action.body) return memory;
      const { amount, currency, from, to, remark } = action.body;
      return {
        ...memory,
        last: {
          ...memory.last,
          charge: {
            amount: short(amount),
            currency: short(currency),
            from: short(from),
            to: short(to),
            remark: short(remark),
          },
        },
        recent: {
          ...memory.recent,
          amounts: withRecent(memory.recent.amounts, amount),
          currencies: withRecent(memory.recent.currencies, currency),
          references: withRecent(withRecent(memory.recent.references, to), from),
          remarks: withRecent(memory.recent.remarks, remark),
        },
      };
    }
  }
}

/** A form memory with what was typed and not sent yet. The forms begin with it; it is not offered as a recent value. */
export function withDraft(memory: FormMemory, values: FormMemory["last"], bodies: KeptBodies): FormMemory {
  const texts = Object.values(values).flatMap((each) => Object.values(each ?? {}));
  const written = Object.values(bodies).map((body) => body ?? "");
  if ([...texts, ...written].some((text) => text.length > LENGTH_AT_MOST)) return memory;
  return { ...memory, last: { ...memory.last, ...values }, bodies: { ...memory.bodies, ...bodies } };
}

/** A form memory without what was removed for good: of its forms, the fields that hold none of it stay as they are. */
export function withoutGone(memory: FormMemory, gone: RemovedTexts): FormMemory {
  const isGone = holdsRemoved(gone);
  const kept = (values: readonly string[]) => values.filter((value) => !isGone(value));
  const { last, bodies, recent } = memory;
  const emptied = Object.entries(last).map(([form, values = {}]) => [
    form,
    withoutFields(values, removedFields(values, gone)),
  ]);
  return {
    last: Object.fromEntries(emptied),
    bodies: Object.fromEntries(Object.entries(bodies).filter(([, body]) => !isGone(body ?? ""))),
    recent: {
      ...recent,
      linkIds: kept(recent.linkIds),
      references: kept(recent.references),
      remarks: kept(recent.remarks),
    },
  };
}

/** What a sandbox profile's forms start with: one press on a button must be enough to see something happen. */
export const SANDBOX_FORM_MEMORY: FormMemory = {
  ...EMPTY_FORM_MEMORY,
  last: {
    link: { linkId: "lnk_ada_kwame" },
    credit: { amount: "50000", currency: "NGN", userReference: "ref_ada" },
    charge: { amount: "50000", currency: "NGN", from: "ref_ada", to: "ref_tunde", remark: "Lunch" },
  },
};

function withRecent(recent: readonly string[], value: string): readonly string[] {
  if (value === "" || value.length > LENGTH_AT_MOST) return recent;
  return [value, ...recent.filter((each) => each !== value)].slice(0, RECENT_AT_MOST);
}

function short(value: string): string {
  return value.length > LENGTH_AT_MOST ? "" : value;
}
