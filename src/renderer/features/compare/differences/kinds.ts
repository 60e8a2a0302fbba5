import type { JsonNode } from "../../../../shared/json/parse.ts";
import type { Instant } from "../../../../shared/primitives.ts";

/**
 * What a difference is about. Ids and times differ between any two events, and are what one wants to leave out when
 * looking for the difference that matters.
 */
export type DifferenceKind = "value" | "id" | "time";

/** `id`, `uuid`, `serial`, `trace`, `transaction_id`, `requestId`, but not `paid` or `valid`. */
const ID_NAME =
  /^(id|uuid|guid|ulid|nonce|jti|serial|trace|traceparent)$|[_-](id|uuid|guid|nonce)$|[a-z](Id|ID|Uuid|UUID)$/;
/** `time`, `created_at`, `expiresAt`, `timestamp`, `exp`, but not `format` or `what`. */
const TIME_NAME =
  /^(at|ts|time|timestamp|date|datetime|iat|exp|nbf)$|[_-](at|ts|time|timestamp|date|on)$|[a-z](At|On|Time|Timestamp|Date)$/;
/** A UUID, 32 hex digits, a ULID. */
const ID_SHAPE = /^(\{?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\}?|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** `trc_100002`, `evt-9f2k4c`: what stands before the last separator says of what it is the id. */
const PREFIXED = /^([a-z]+(?:[_-][a-z]+)*[_-])(?=[a-z]*\d)[0-9a-z]{5,}$/i;
/** Names of what is looked for in a comparison, however its values are written. */
const NEVER_ID_NAME =
  /amount|sum|total|price|fee|value|balance|ref|user|customer|client|member|person|account|wallet|from|to$|payer|payee|sender|recipient/i;
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** ISO 8601 and RFC 3339, or the date of RFC 9110, section 5.6.7. */
const TIME_SHAPE =
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether two values that differ are both ids or both times, by their name or by how they look. */
export function kindOfValues(name: string | null, left: JsonNode, right: JsonNode): DifferenceKind {
  const a = plainText(left);
  const b = plainText(right);
  if (a === null || b === null) return "value";
  const kind = kindOfTexts(name ?? "", a, b);
  return kind === "value" && !NEVER_ID_NAME.test(name ?? "") && isOneKindOfId(a, b) ? "id" : kind;
}

/** Both have the form of an id, after the same prefix; "NGN-10000" is an amount. */
function isOneKindOfId(left: string, right: string): boolean {
  if (!both(PREFIXED, left, right)) return false;
  const [, prefix = ""] = PREFIXED.exec(left) ?? [];
  return prefix === PREFIXED.exec(right)?.[1] && !CURRENCIES.has(prefix.slice(0, -1).toUpperCase());
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
