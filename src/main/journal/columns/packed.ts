import { z } from "zod";
import type { DeepReadonly } from "../../../shared/primitives.ts";
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
      const values = all.map(([name, part], place) => [name, part.read(stored[place])] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Loose<Fields<Parts>>;
    },
    field: (stored, name) => (Array.isArray(stored) ? stored[places.get(String(name)) ?? -1] : undefined),
  };
}

export const packedText = plain(z.string());
export const packedInteger = plain(z.int());
