import fc from "fast-check";

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

/** Names of one thing in several languages, with and without a hint of what it is, for services nobody has seen. */
const AMOUNT_KEYS = ["amount", "betrag", "montantTotal", "importe", "сумма", "金额", "amt", "x1", "wert", "kiasi", "q"];
const CURRENCY_KEYS = ["currency", "waehrung", "devise", "moneda", "валюта", "币种", "ccy", "c", "x2"];
const PERSON_KEYS = ["user_reference", "kunde", "client", "usuario", "клиент", "用户", "who", "x3", "konto"];
const REMARK_KEYS = ["remark", "verwendungszweck", "motif", "concepto", "note", "x4", "附言"];
const OTHER_KEYS = [
  "fee",
  "gebuehr",
  "frais",
  "limit",
  "saldo",
  "x5",
  "n",
  "grenzwert",
  "plafond",
  "total_fees",
  "k",
  "v",
];
const WRAPPERS = ["data", "payload", "ereignis", "donnees", "evento", "данные", "数据", "body", "object", "attributes"];

type Json = { readonly [key: string]: string | Json };

/** Values are JSON texts already, so that digits stay as they are. */
function write(value: string | Json): string {
  if (typeof value === "string") return value;
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`)
    .join(",")}}`;
}

/**
 * Services that nobody has seen: any nesting, names in any language or none, amounts as numbers or texts, and further
 * numbers, some of which equal the amount of this event or of others.
 */
export const unseenShape = (decoys: readonly string[]): fc.Arbitrary<Shape> =>
  fc
    .record({
      amountKey: fc.constantFrom(...AMOUNT_KEYS),
      currencyKey: fc.option(fc.constantFrom(...CURRENCY_KEYS)),
      personKey: fc.option(fc.constantFrom(...PERSON_KEYS), { freq: 5 }),
      remarkKey: fc.option(fc.constantFrom(...REMARK_KEYS)),
      amountAs: fc.constantFrom("number", "text", "decimals", "grouped"),
      wrappers: fc.array(fc.constantFrom(...WRAPPERS), { maxLength: 4 }),
      apart: fc.boolean(),
      inList: fc.boolean(),
      others: fc.uniqueArray(fc.constantFrom(...OTHER_KEYS), { maxLength: 4 }),
      otherValues: fc.array(fc.constantFrom("own", ...decoys), { minLength: 4, maxLength: 4 }),
      withId: fc.boolean(),
      withMoment: fc.boolean(),
      otherPerson: fc.option(fc.constantFrom("agent", "x6", "gegenpartei")),
    })
    .map((style) => (movement, eventId, moment) => {
      const { amount, currency, owner, to, remark } = movement;
      const written: Record<string, string> = {
        number: amount,
        text: `"${amount}"`,
        decimals: `"${amount}.00"`,
        grouped: `"${amount.replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ",")}"`,
      };
      const money: Record<string, string | Json> = { [style.amountKey]: written[style.amountAs] ?? amount };
      if (style.currencyKey !== null) money[style.currencyKey] = `"${currency}"`;
      style.others.forEach((key, place) => {
        const value = style.otherValues[place] ?? "own";
        money[key] = value === "own" ? amount : value;
      });
      const people: Record<string, string | Json> = {};
      // Nobody names the other side alone: what carried only that could be anybody's.
      if (style.personKey !== null) {
        people[style.personKey] = JSON.stringify(owner);
        if (style.otherPerson !== null) people[style.otherPerson] = JSON.stringify(to);
      }
      if (style.remarkKey !== null && movement.operation === "charge") people[style.remarkKey] = JSON.stringify(remark);
      if (style.withId) people["id"] = `"${uuid(eventId)}"`;
      if (style.withMoment) people["zeit"] = `"${moment}"`;
      let inner: Json = style.apart ? { ...people, detail: money } : { ...people, ...money };
      for (const wrapper of style.wrappers) inner = { [wrapper]: inner };
      return style.inList ? `[${write(inner)}]` : write(inner);
    });
