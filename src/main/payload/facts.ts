import { decimalKey } from "../../shared/decimal.ts";
import type { Facts } from "../../shared/events.ts";
import type { ReadItem, WebhookReading } from "../../shared/reading.ts";

/** A longer value is no reference or id. It is left out, since rows are listed with their facts. */
export const LONGEST_FACT = 1_000;

/** What a webhook's row and the filter show: the values that its verdict rests on, of the first item of a batch. */
export function factsOf({ by, items, kind, linkId, begins }: WebhookReading): Facts {
  const [item] = items;
  const found: { -readonly [Name in keyof Facts]: Facts[Name] } = {};
  const means = item?.purpose?.means;
  // Where nothing in it says what it is about, it is not called a charge only because a simulation waits for one.
  const isToldByItself = by !== "proposed" || item?.purpose?.path !== "";
  if ((means === "credit" || means === "charge") && isToldByItself) found.subject = means;
  else if (linkId !== null) found.subject = "link";
  const put = (name: Exclude<keyof Facts, "subject" | "ended" | "reading">, text: string | null | undefined) => {
    if (text !== null && text !== undefined && text !== "" && text.length <= LONGEST_FACT) found[name] = text;
  };
  put("eventName", kind);
  put("begins", begins);
  put("linkId", linkId);
  put("amount", item?.amount?.text);
  put("amountMeant", meantOtherwise(item?.amount ?? null));
  put("currency", item?.currency?.text);
  put("userReference", item?.user?.text);
  put("from", item?.from?.text);
  put("to", item?.to?.text);
  put("remark", item?.remark?.text);
  if (by === "proposed") found.reading = by;
  else if (item?.outcome?.means === "failed") found.ended = "failed";
  else if (item?.outcome?.means === "neither") found.ended = "not-over";
  return found;
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
