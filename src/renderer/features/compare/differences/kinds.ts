import type { JsonNode } from "../../../../shared/json/parse.ts";
import type { Instant } from "../../../../shared/primitives.ts";

/**
 * What a difference is about. Ids and times differ between any two events, and are what one wants to leave out when
 * looking for the difference that matters.
 */
export type DifferenceKind = "value" | "id" | "time";

/** `id`, `uuid`, `serial`, `transaction_id`, `requestId`, but not `paid` or `valid`. */
const ID_NAME = /^(id|uuid|guid|ulid|nonce|jti|serial)$|[_-](id|uuid|guid|nonce)$|[a-z](Id|ID|Uuid|UUID)$/;
/** `time`, `created_at`, `expiresAt`, `timestamp`, `exp`, but not `format` or `what`. */
const TIME_NAME =
  /^(at|ts|time|timestamp|date|datetime|iat|exp|nbf)$|[_-](at|ts|time|timestamp|date|on)$|[a-z](At|On|Time|Timestamp|Date)$/;
/** A UUID, 32 hex digits, a ULID. */
const ID_SHAPE = /^(\{?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\}?|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** ISO 8601 and RFC 3339, or the date of RFC 9110, section 5.6.7. */
const TIME_SHAPE =
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Of two values that differ: are both ids, or both times, by their name or by how they look? */
export function kindOfValues(name: string | null, left: JsonNode, right: JsonNode): DifferenceKind {
  const a = plainText(left);
  const b = plainText(right);
  return a === null || b === null ? "value" : kindOfTexts(name ?? "", a, b);
}

/** As `kindOfValues`, of a header. */
export function kindOfHeader(name: string, left: string, right: string): DifferenceKind {
  return kindOfTexts(name.toLowerCase().replaceAll("-", "_"), left, right);
}

/** As `kindOfValues`, of texts. */
export function kindOfTexts(name: string, left: string, right: string): DifferenceKind {
  if (both(TIME_SHAPE, left, right)) return "time";
  if (TIME_NAME.test(name) && both(/^\d{9,19}(\.\d+)?$/, left, right)) return "time";
  return ID_NAME.test(name) || both(ID_SHAPE, left, right) ? "id" : "value";
}

const COUNT_SINCE_1970 = /^\d{10}(?:\.\d+|\d{3}|\d{6}|\d{9})?$/;
const NEAR = 30 * 86_400_000_000;

/**
 * Whether a text counts seconds, or parts of them, since 1970 to near when its event was seen, whatever its
 * name. An amount or an account of so many digits does not.
 */
export function isMomentNear(text: string, seen: Instant): boolean {
  const digits = COUNT_SINCE_1970.test(text) ? text.replace(".", "") : null;
  return digits !== null && Math.abs(Number(digits.slice(0, 16).padEnd(16, "0")) - seen) < NEAR;
}

function both(pattern: RegExp, left: string, right: string): boolean {
  // Longer than any of these: not worth a pattern.
  return left.length < 80 && right.length < 80 && pattern.test(left) && pattern.test(right);
}

function plainText(node: JsonNode): string | null {
  if (node.kind === "string") return node.value;
  return node.kind === "number" ? node.text : null;
}
