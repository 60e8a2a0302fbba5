import { NO_ITEM, type ReadItem, type Reading, type WebhookReading } from "../../src/shared/reading.ts";

/** How a made-up service called Kiosk writes its transfers: money in hundredths, people in words of its own. */
export const KIOSK_READING: Reading = {
  version: 1,
  id: "proposed",
  name: "transfer.settled",
  shape: {
    paths: ["transfer.total", "transfer.money", "transfer.payee.ref", "transfer.state"],
    when: [{ path: "kind", words: ["transfer.settled"] }],
  },
  amount: { path: "transfer.total", scale: 0, decimalMark: ".", negative: false },
  currency: { path: "transfer.money" },
  user: { path: "transfer.payee.ref", written: "same" },
  from: null,
  to: null,
  remark: null,
  eventId: { path: "id" },
  purpose: { always: "credit", places: [] },
  outcome: { places: [{ path: "transfer.state", words: [{ text: "settled", means: "went-through" }] }] },
  watched: null,
};

/** The newer envelope of the service that Linkdesk knows. */
export const KNOWN_READING: Reading = {
  version: 1,
  id: "transaction",
  name: "transaction",
  shape: { paths: ["transaction.amount", "transaction.mode"], when: [] },
  amount: { path: "transaction.amount", scale: 0, decimalMark: ".", negative: false },
  currency: { path: "transaction.currency" },
  user: { path: "transaction.user.reference", written: "same" },
  from: null,
  to: null,
  remark: { path: "transaction.remark" },
  eventId: { path: "transaction.id" },
  purpose: {
    always: null,
    places: [
      {
        path: "transaction.mode",
        words: [
          { text: "credit", means: "credit" },
          { text: "debit", means: "charge" },
        ],
      },
    ],
  },
  outcome: { places: [{ path: "transaction.status", words: [{ text: "success", means: "went-through" }] }] },
  watched: null,
};

export function readItemOf(values: Partial<ReadItem>): ReadItem {
  return { ...NO_ITEM, ...values };
}

export function webhookReadingOf(values: Partial<WebhookReading>): WebhookReading {
  return {
    by: "proposed",
    readingId: null,
    kind: "transfer.settled",
    items: [],
    newWords: [],
    tags: [],
    linkId: null,
    digest: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    incomplete: null,
    format: "json",
    ...values,
  };
}
