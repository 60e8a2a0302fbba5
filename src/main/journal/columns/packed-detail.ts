import { z } from "zod";
import { arrivedThrough } from "../../../shared/address.ts";
import { relayed } from "../../../shared/inbox.ts";
import { type DeepReadonly, type HeaderList, instant } from "../../../shared/primitives.ts";
import { sandboxFaults } from "../../../shared/sandbox.ts";
import { signatureResult } from "../../../shared/signature-check.ts";
import { DamagedRow } from "./codec.ts";

/**
 * A record kept as a JSON array, each field at the place at which it is named: its names would take a fifth of a row.
 * Only append fields, and make a new one `orLeftOut`: old rows do not have it.
 */
export interface Packed<Value> {
  /** Something that JSON can write. */
  write(value: Value): unknown;
  /** @throws DamagedRow or a ZodError when it is not what `write` has written */
  read(stored: unknown): Value;
}

export type PackedValue<Some> = Some extends Packed<infer Value> ? Value : never;

type OptionalNames<Value> = { [Name in keyof Value]: undefined extends Value[Name] ? Name : never }[keyof Value];
type Fields<Parts> = { readonly [Name in keyof Parts]: PackedValue<Parts[Name]> };
type Loose<Value> = Omit<Value, OptionalNames<Value>> & {
  readonly [Name in OptionalNames<Value>]?: Value[Name];
};

export interface PackedRecord<Parts> extends Packed<Loose<Fields<Parts>>> {
  /** One field of a stored record, unread; undefined where it is not there. */
  field(stored: unknown, name: keyof Parts): unknown;
}

/** A field that JSON can write as it is. */
export function plain<Value>(schema: z.ZodType<Value>): Packed<DeepReadonly<Value>> {
  return { write: (value) => value, read: (stored) => schema.parse(stored) as DeepReadonly<Value> };
}

export const bit: Packed<boolean> = { write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 };

export function packedOrNull<Value>(part: Packed<Value>): Packed<Value | null> {
  return {
    write: (value) => (value === null ? null : part.write(value)),
    read: (stored) => (stored === null ? null : part.read(stored)),
  };
}

export function orLeftOut<Value>(part: Packed<Value>): Packed<Value | undefined> {
  return {
    write: (value) => (value === undefined ? null : part.write(value)),
    read: (stored) => (stored === null || stored === undefined ? undefined : part.read(stored)),
  };
}

export function packed<const Parts extends { readonly [name: string]: Packed<unknown> }>(
  parts: Parts,
): PackedRecord<Parts> {
  const all = Object.entries(parts) as [string, Packed<unknown>][];
  const places = new Map(all.map(([name], place) => [name, place]));
  return {
    write: (value) => all.map(([name, part]) => part.write((value as { readonly [name: string]: unknown })[name])),
    read(stored) {
      if (!Array.isArray(stored)) throw new DamagedRow("no record");
      const fields: { [name: string]: unknown } = {};
      for (let place = 0; place < all.length; place += 1) {
        const [name, part] = all[place] as (typeof all)[number];
        const value = part.read(stored[place]);
        if (value !== undefined) fields[name] = value;
      }
      return fields as Loose<Fields<Parts>>;
    },
    field: (stored, name) => (Array.isArray(stored) ? stored[places.get(String(name)) ?? -1] : undefined),
  };
}

/** What every row has some of, looked at without a schema: that takes several times as long. */
function checked<Value>(is: (stored: unknown) => stored is Value): Packed<Value> {
  return {
    write: (value) => value,
    read(stored) {
      if (!is(stored)) throw new DamagedRow("an unknown value");
      return stored;
    },
  };
}

export const packedText = checked((stored) => typeof stored === "string");
export const packedInteger = checked((stored): stored is number => Number.isSafeInteger(stored));

// Everything of an event that is neither listed nor filtered, named as in its detail: the column `rest`.

const headers = checked((stored): stored is HeaderList => Array.isArray(stored) && stored.every(isField));
const length = checked((stored): stored is number => Number.isSafeInteger(stored) && Number(stored) >= 0);
const moment = packedOrNull(length);
const head = packed({ headers, size: packedInteger });

const callAnswer = packed({
  headers,
  size: packedInteger,
  httpVersion: packedText,
  status: packedInteger,
  statusText: packedText,
  cut: bit,
  redacted: bit,
});
export const callRest = packed({
  url: packedText,
  request: head,
  answer: packedOrNull(callAnswer),
  timing: packed({ connected: moment, sent: moment }),
  redirects: orLeftOut(plain(z.array(z.object({ status: z.int(), url: z.string() })))),
  sandboxFaults: orLeftOut(plain(sandboxFaults)),
});

const deliveryRequest = packed({
  headers,
  size: packedInteger,
  httpVersion: packedText,
  trailers: headers,
  remoteAddress: packedText,
  remotePort: packedInteger,
  localAddress: packedText,
  localPort: packedInteger,
  problem: packedOrNull(packedText),
  through: orLeftOut(plain(arrivedThrough)),
  relayed: orLeftOut(plain(relayed)),
});
const deliveryAnswer = packed({ headers, size: packedInteger, status: packedOrNull(packedInteger) });
export const deliveryRest = packed({
  request: deliveryRequest,
  answer: packedOrNull(deliveryAnswer),
  timing: packed({ headersComplete: length, bodyComplete: moment }),
});

/** A check of a signature but for its settings, which many rows share. */
export const checkResult = packed({
  checkedAgain: packedOrNull(plain(instant)),
  result: plain(signatureResult),
});

/**
 * The headers of a stored `rest`, for searching: request, answer, trailers. The schemas would take longer than the
 * search itself. A row that cannot be read has none; it is shown as damaged elsewhere.
 */
export function headersIn(kind: "call" | "delivery", rest: unknown): readonly [HeaderList, HeaderList, HeaderList] {
  if (kind === "call") {
    const answer = callRest.field(rest, "answer");
    return [
      looseHeaders(head.field(callRest.field(rest, "request"), "headers")),
      looseHeaders(callAnswer.field(answer, "headers")),
      [],
    ];
  }
  const request = deliveryRest.field(rest, "request");
  const answer = deliveryRest.field(rest, "answer");
  return [
    looseHeaders(deliveryRequest.field(request, "headers")),
    looseHeaders(deliveryAnswer.field(answer, "headers")),
    looseHeaders(deliveryRequest.field(request, "trailers")),
  ];
}

function looseHeaders(value: unknown): HeaderList {
  if (!Array.isArray(value)) return [];
  return value.filter(isField);
}

function isField(value: unknown): value is HeaderList[number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && typeof value[1] === "string";
}
