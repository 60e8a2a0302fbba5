import { schemeOf } from "../../shared/header-rules.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { createRedactor } from "./redactor.ts";

/** Shorter ones stand in a header by chance: they are only masked where they are all of its value. */
const SHORTEST_WITHIN = 12;
/** Still shorter ones tell nobody anything, and are what anything may be. */
const SHORTEST = 6;

/** A header value without the secrets that are known. */
export type MaskValue = (value: string) => string;

/** What there is to do while no secret is known. */
export const MASKS_NOTHING: MaskValue = (value) => value;

/**
 * Masks the secrets of this list in header values: those of usual length wherever they stand and in whatever spelling,
 * short ones where they are the whole value, or all that is behind a word such as `Bearer`.
 */
export function maskerOf(secrets: readonly string[]): MaskValue {
  if (secrets.length === 0) return MASKS_NOTHING;
  const redactor = createRedactor(longEnough(secrets));
  const short = new Set(secrets.filter(({ length }) => length >= SHORTEST && length < SHORTEST_WITHIN));
  return (value) => {
    const scheme = schemeOf(value);
    if (short.has(value.slice(scheme.length).trim())) return scheme + SECRET_MASK;
    if (short.has(value.trim())) return SECRET_MASK;
    return redactor.active ? redactor.text(value).value : value;
  };
}

/** Of all secrets those that no text has in it by chance. */
export function longEnough(secrets: readonly string[]): readonly string[] {
  return secrets.filter(({ length }) => length >= SHORTEST_WITHIN);
}
