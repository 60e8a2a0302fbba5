import type { HeaderList } from "../../shared/primitives.ts";
import { withoutEnds } from "../../shared/text-ends.ts";

/** A request as far as a signature can be about it. */
export interface SignedMessage {
  readonly method: string;
  /** The request target as on the request line. */
  readonly path: string;
  /** Values are the bytes of the field read as Latin-1. */
  readonly headers: HeaderList;
  /** As received or to be sent: before any decoding. */
  readonly body: Uint8Array;
}

/** A secret with the name that it has in the profile. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

/** The values of a header, without the white space around them (RFC 9110 section 5.5), in their order. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [each, value] of headers) if (each.toLowerCase() === wanted) values.push(trimmed(value));
  return values;
}

/** Space and tab only: other white space is part of a value. */
function trimmed(value: string): string {
  return withoutEnds(value, "\t ");
}
