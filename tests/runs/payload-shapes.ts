/** What a service knows about a simulation when it builds the webhook for it. */
export interface Movement {
  readonly operation: "credit" | "charge";
  readonly amount: string;
  readonly currency: string;
  /** The user of a credit, or who is charged. */
  readonly owner: string;
  /** Who receives a charge. */
  readonly to: string;
  readonly remark: string;
}

/** How one service writes its payloads: the same for all of its events. */
export type Shape = (movement: Movement, eventId: string, moment: string) => string;

const uuid = (eventId: string) => eventId.padStart(32, "0");

function transaction(movement: Movement, eventId: string, moment: string): string {
  const { operation, amount, currency, owner, remark } = movement;
  const text = JSON.stringify(operation === "charge" ? remark : "Test credit");
  return `{"id":"${uuid(eventId)}","remark":${text},"amount":${amount},"currency":"${currency}","charge":0,
    "type":"peer","refund":false,"channel":"${operation === "credit" ? "send" : "direct_charge"}","status":"success",
    "user":{"name":"Somebody","identifier":"somebody","identifier_type":"username","email":"",
      "reference":${JSON.stringify(owner)}},
    "checkout":null,"mode":"${operation === "credit" ? "credit" : "debit"}","reference":"${uuid(`9${eventId}`)}",
    "peer":{"user":{"name":"Peer","identifier":"peer","identifier_type":"username"},"business":{"name":"Shop"}},
    "meta":{"city":"Lagos"},"created_at":"${moment}","updated_at":"${moment}"}`;
}

/** The shapes of public documentation; a charge says neither who receives it nor, in one of them, its remark. */
export const KNOWN_SHAPES: Readonly<Record<string, Shape>> = {
  transaction: (movement, eventId, moment) =>
    `{"type":"transaction","transaction":${transaction(movement, eventId, moment)}}`,
  event: (movement, eventId, moment) =>
    `{"event":"${movement.operation === "credit" ? "send.success" : "direct_debit.success"}",
      "transaction":${transaction(movement, eventId, moment)}}`,
  charge: ({ operation, amount, currency, owner }, eventId, moment) =>
    `{"type":"${operation}","${operation}":{"reference":"${uuid(eventId)}","channel":"direct_charge","amount":${amount},
      "currency":"${currency}","charges":{"amount_to_be_charged":${amount}50,"included_fees":2750},
      "fees":{"percentage":0.5,"flat_fee":2500},"user":{"name":"Somebody","reference":${JSON.stringify(owner)}},
      "peer":{"user":{"name":"Peer"},"business":{"name":"Shop"}},"created_at":"${moment}","updated_at":"${moment}"}}`,
};

/** Says for some of its events what they are about, and for others only that there is something to ask for. */
export const THIN_SHAPE: Shape = (movement, eventId, moment) =>
  eventId.length % 2 === 0 || eventId.endsWith("3")
    ? `{"event":"something.happened","id":"${uuid(eventId)}"}`
    : (KNOWN_SHAPES["event"]?.(movement, eventId, moment) ?? "");
