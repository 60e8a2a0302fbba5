import { decimalKey } from "../../shared/decimal.ts";
import type { Facts, ItemFacts } from "../../shared/events.ts";
import { NO_ITEM, type ReadBy, type ReadItem, type WebhookReading } from "../../shared/reading.ts";

/** A longer value is no reference or id. It is left out, since rows are listed with their facts. */
export const LONGEST_FACT = 1_000;

/** Characters of what all further items of a batch say; of the items behind that nothing is kept, for the same reason. */
const OTHERS_AT_MOST = 20_000;

/** What a webhook's row and the filter show: the values that its verdict rests on. */
export function factsOf({ by, items, kind, linkId, begins }: WebhookReading): Facts {
  const [item = NO_ITEM, ...others] = items;
  const ended = new Set(items.map(({ outcome }) => outcome?.means));
  const said = itemFacts(item, by, kind);
  return {
    ...said,
    ...(said.subject === undefined && linkId !== null ? { subject: "link" } : {}),
    ...fact("begins", begins),
    ...fact("linkId", linkId),
    ...(by === "proposed" ? { reading: by } : {}),
    ...(by !== "proposed" && ended.size === 1 && ended.has("failed") ? { ended: "failed" } : {}),
    ...(by !== "proposed" && ended.size === 1 && ended.has("neither") ? { ended: "not-over" } : {}),
    ...(others.length === 0 ? {} : { others: otherFacts(item, others, by, kind) }),
  };
}

function otherFacts(first: ReadItem, others: readonly ReadItem[], by: ReadBy, kind: string): readonly ItemFacts[] {
  // Where the name of the event is that of the first item, each has its own.
  const nameOf = ({ purpose }: ReadItem) =>
    first.purpose?.text === kind && purpose?.text !== kind ? purpose?.text : "";
  let room = OTHERS_AT_MOST;
  return others.map((other) => {
    const said = itemFacts(other, by, nameOf(other));
    room -= JSON.stringify(said).length;
    return room < 0 ? {} : said;
  });
}

function itemFacts(item: ReadItem, by: ReadBy, kind: string | undefined): ItemFacts {
  const { purpose } = item;
  // Where nothing in it says what it is about, it is not called a charge only because a simulation waits for one.
  const isToldByItself = by !== "proposed" || purpose?.path !== "";
  const isMovement = purpose?.means === "credit" || purpose?.means === "charge";
  return {
    ...(isMovement && isToldByItself ? { subject: purpose.means } : {}),
    ...fact("eventName", kind),
    ...fact("amount", item.amount?.text),
    ...fact("amountMeant", meantOtherwise(item.amount)),
    ...fact("currency", item.currency?.text),
    ...fact("userReference", item.user?.text),
    ...fact("from", item.from?.text),
    ...fact("to", item.to?.text),
    ...fact("remark", item.remark?.text),
  };
}

function fact<Name extends string>(name: Name, text: string | null | undefined): { readonly [Key in Name]?: string } {
  const isFact = text !== null && text !== undefined && text !== "" && text.length <= LONGEST_FACT;
  return isFact ? ({ [name]: text } as { readonly [Key in Name]: string }) : {};
}

/**
 * What an amount means in the units of simulations, where another number stands there; a sign apart, which says who
 * gets it. null where the number is the same, or none.
 */
export function meantOtherwise(amount: ReadItem["amount"]): string | null {
  if (amount === null || amount.units === null) return null;
  const [written, meant] = [amount.text, amount.units].map((text) => decimalKey(text.trim().replace(/^-/, "")));
  return written !== null && written !== meant ? amount.units : null;
}
