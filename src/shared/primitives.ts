import { z } from "zod";

/** Row number of the event log: grows by arrival, never reused. */
export const eventId = z.int().positive();
export type EventId = z.infer<typeof eventId>;

/** No log comes to more, at thousands of events a second for years: what says so is damaged. */
export const LARGEST_EVENT_ID = 1_000_000_000_000;

/** A moment, as whole microseconds since the Unix epoch (UTC). */
export const instant = z.int().nonnegative();
export type Instant = z.infer<typeof instant>;

/** A length of time in whole microseconds. */
export const microseconds = z.int().nonnegative();
export type Microseconds = z.infer<typeof microseconds>;

/**
 * Header fields in the order and the letter case in which they stood on the wire, duplicates included
 * (RFC 9110 section 5). Values are the bytes of the field read as Latin-1, so no byte is lost.
 */
export const headerList = z.array(z.tuple([z.string(), z.string()]));
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Names and values in turn, as Node and undici hand them out, as pairs. */
export function headerPairs(flat: readonly string[]): HeaderList {
  return Array.from({ length: flat.length >> 1 }, (_, index) => [flat[2 * index] ?? "", flat[2 * index + 1] ?? ""]);
}

/** The value of the first header field of a name, which is given in lower case. */
export function firstHeader(headers: HeaderList, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The value of a header field of a name, given in lower case; several fields of it are one list (RFC 9110, 5.3). */
export function joinedHeader(headers: HeaderList, name: string): string | null {
  let value: string | null = null;
  for (const [each, text] of headers)
    if (each.length === name.length && each.toLowerCase() === name) value = value === null ? text : `${value}, ${text}`;
  return value;
}

/** Bytes on their way across the bridge, as base64 (RFC 4648 section 4): both hosts carry JSON. */
export const base64Text = z.base64();

/** What stands in place of a secret wherever a request is stored or shown. */
export const SECRET_MASK = "••••••••";

/** One mebibyte in bytes. */
export const MEBIBYTE = 1_048_576;

/** What comes back over the bridge. A thrown error would lose all but its message on the way. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** What an error says; anything may be thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes the compiler prove that every case of a union was handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}

/** Every property readonly, all the way down: what is handed out is not to be edited in place. */
export type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
