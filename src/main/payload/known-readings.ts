import type { OutcomeMeaning, PurposeMeaning, Reading } from "../../shared/reading.ts";

/**
 * The service's documented shapes (service supplement, "Payload shapes seen"). They are sure from the first webhook on,
 * so their shapes name every member that all editions have: what another service sends is not taken for one of them.
 */

const words = <Meaning extends string>(means: Readonly<Record<string, Meaning>>) =>
  Object.entries(means).map(([text, each]) => ({ text, means: each }));

const STATUS: Readonly<Record<string, OutcomeMeaning>> = {
  success: "went-through",
  failed: "failed",
  pending: "neither",
};
const EVENT_PURPOSE: Readonly<Record<string, PurposeMeaning>> = {
  "send.success": "either",
  "checkout.success": "credit",
  "direct_debit.success": "charge",
};
const EVENT_OUTCOME: Readonly<Record<string, OutcomeMeaning>> = {
  "send.success": "went-through",
  "checkout.success": "went-through",
  "direct_debit.success": "went-through",
};
const REFUND: Readonly<Record<string, PurposeMeaning>> = { false: "either", true: "neither" };

const amount = (path: string) => ({ path, scale: 0, decimalMark: ".", negative: false, forms: ["####"] }) as const;
const person = (path: string) => ({ path, written: "same" }) as const;

const PEER = ["peer.user.name", "peer.user.identifier", "peer.user.identifier_type", "peer.business.name"];
const within = (parent: string, members: readonly string[]) => members.map((member) => `${parent}.${member}`);

const TRANSACTION_MEMBERS = within("transaction", [
  ..."id remark amount currency charge type refund channel status mode reference meta created_at updated_at".split(" "),
  "user.reference",
  "user.identifier",
  "user.identifier_type",
  ...PEER,
]);

function transaction(id: string, name: string, envelope: "type" | "event"): Reading {
  return {
    version: 1,
    id,
    name,
    shape: {
      paths: [envelope, ...TRANSACTION_MEMBERS],
      when: [
        ...(envelope === "type" ? [{ path: "type", words: ["transaction"] }] : []),
        { path: "transaction.type", words: ["peer"] },
      ],
    },
    amount: amount("transaction.amount"),
    currency: { path: "transaction.currency" },
    user: person("transaction.user.reference"),
    from: person("transaction.user.reference"),
    to: null,
    remark: { path: "transaction.remark" },
    eventId: { path: "transaction.id" },
    purpose: {
      always: null,
      places: [
        ...(envelope === "event" ? [{ path: "event", words: words(EVENT_PURPOSE) }] : []),
        ...(envelope === "type" ? [{ path: "type", words: words({ transaction: "either" as const }) }] : []),
        { path: "transaction.type", words: words({ peer: "either" as const }) },
        { path: "transaction.mode", words: words({ credit: "credit" as const, debit: "charge" as const }) },
        { path: "transaction.refund", words: words(REFUND) },
      ],
    },
    outcome: {
      places: [
        ...(envelope === "event" ? [{ path: "event", words: words(EVENT_OUTCOME) }] : []),
        { path: "transaction.status", words: words(STATUS) },
      ],
    },
    watched: null,
  };
}

const CHARGE: Reading = {
  version: 1,
  id: "known-charge",
  name: "charge",
  shape: {
    paths: [
      "type",
      ...within("charge", [
        ..."reference channel amount currency charges.amount_to_be_charged charges.included_fees".split(" "),
        ..."fees.percentage fees.flat_fee user.reference user.identifier user.identifier_type".split(" "),
        ...PEER,
        "created_at",
        "updated_at",
      ]),
    ],
    when: [
      { path: "type", words: ["charge"] },
      { path: "charge.channel", words: ["direct_charge"] },
    ],
  },
  amount: amount("charge.amount"),
  currency: { path: "charge.currency" },
  user: null,
  from: person("charge.user.reference"),
  to: null,
  // One edition has a remark and the other has none.
  remark: { path: "charge.remark" },
  eventId: { path: "charge.reference" },
  purpose: {
    always: null,
    places: [
      { path: "type", words: words({ charge: "charge" as const }) },
      { path: "charge.refund", words: words(REFUND) },
    ],
  },
  outcome: { places: [{ path: "charge.status", words: words(STATUS) }] },
  watched: null,
};

/** They come with Linkdesk, and cannot be changed. */
export const KNOWN_READINGS: readonly Reading[] = [
  transaction("known-transaction", "transaction", "type"),
  transaction("known-event", "event with transaction", "event"),
  CHARGE,
];
