import { decimalKey } from "../../shared/decimal.ts";
import type { Facts } from "../../shared/events.ts";
import type { ReadItem, WebhookReading } from "../../shared/reading.ts";

const LONGEST_FACT = 1_000;

/** What a webhook's row and the filter show: the values that its verdict rests on, of the first item of a batch. */
export function factsOf({ by, items, kind, linkId }: WebhookReading): Facts {
  const [item] = items;
  const found: { -readonly [Name in keyof Facts]: Facts[Name] } = {};
  const means = item?.purpose?.means;
  if (means === "credit" || means === "charge") found.subject = means;
  else if (linkId !== null) found.subject = "link";
  const put = (name: Exclude<keyof Facts, "subject" | "reading" | "amountUnit">, text: string | null | undefined) => {
    if (text !== null && text !== undefined && text !== "" && text.length <= LONGEST_FACT) found[name] = text;
  };
  put("eventName", kind);
  put("linkId", linkId);
  put("amount", item?.amount?.text);
  if (isInOtherUnit(item?.amount ?? null)) found.amountUnit = "other";
  put("currency", item?.currency?.text);
  put("userReference", item?.user?.text);
  put("from", item?.from?.text);
  put("to", item?.to?.text);
  put("remark", item?.remark?.text);
  if (by === "proposed") found.reading = by;
  return found;
}

/** Whether the number that stands there is not the one that it is read to mean; a sign apart, which says who gets it. */
function isInOtherUnit(amount: ReadItem["amount"]): boolean {
  if (amount === null || amount.units === null) return false;
  const [written, meant] = [amount.text, amount.units].map((text) => decimalKey(text.trim().replace(/^-/, "")));
  return written !== null && written !== meant;
}
