import { type BodyPart, bodyPart } from "../../../shared/events.ts";
import type { RedactionKind } from "../../../shared/evidence.ts";
import type { Instant } from "../../../shared/primitives.ts";
import { alwaysSecret } from "../../../shared/profile.ts";
import type { ReadItem } from "../../../shared/reading.ts";
import { type Evidence, headersOf } from "../evidence.ts";
import type { TextValue } from "./body-text.ts";
import { kindOfKey, remembering, type Spotted, spot, wholeKind } from "./kinds.ts";
import type { OwnRules } from "./rules.ts";

/** What is known of one event before its texts are looked at. */
export interface Known {
  /** Values that the log has by name: references of people, remarks, ids. */
  readonly named: ReadonlyMap<string, RedactionKind>;
  /** Places of the webhook's body that were read: what stands there, or null for amounts and words. */
  readonly places: ReadonlyMap<string, RedactionKind | null>;
  readonly rules: OwnRules;
  /** When the event was. */
  readonly at: Instant;
}

/** What is to be hidden in a value: all of it, or something within. */
export type Hides = { readonly all: RedactionKind } | { readonly within: readonly Spotted[] };

const NOTHING: Hides = { within: [] };

export function knownOf({ detail }: Evidence, rules: OwnRules): Known {
  const named = new Map<string, RedactionKind>();
  const places = new Map<string, RedactionKind | null>();
  const name = (value: string | null | undefined, kind: RedactionKind): void => {
    if (value !== null && value !== undefined && value !== "") named.set(value, kind);
  };
  if (detail.kind === "call") {
    const { expectation, summary } = detail;
    for (const person of [expectation?.user, expectation?.from, expectation?.to]) name(person, "name");
    name(expectation?.remark, "text");
    name(summary.facts.linkId, "identifier");
    // Of a look-up: whom the answer names.
    name(summary.facts.userReference, "name");
  } else if (detail.kind === "delivery") {
    for (const item of detail.reading?.items ?? []) ofItem(item, name, places);
    name(detail.reading?.linkId, "identifier");
  }
  return { named, places, rules, at: detail.summary.at };
}

function ofItem(
  item: ReadItem,
  name: (value: string, kind: RedactionKind) => void,
  places: Map<string, RedactionKind | null>,
): void {
  const put = (value: { readonly text: string; readonly path: string } | null, kind: RedactionKind): void => {
    if (value === null) return;
    places.set(value.path, kind);
    name(value.text, kind);
  };
  for (const person of [item.user, item.from, item.to]) put(person, "name");
  put(item.remark, "text");
  for (const id of item.ids) put(id, "identifier");
  for (const plain of [item.amount, item.currency, item.purpose, item.outcome])
    if (plain !== null) places.set(plain.path, null);
}

/** What a value of a body or of an address is, if all of it is to be hidden; null where that is not so. */
export function hidesAllOf({ text, kind, at }: TextValue, { named, places, rules }: Known): RedactionKind | null {
  if (isBlank(text)) return null;
  if (rules.hidesField(at.key) || (kind === "number" && rules.spot(text).length > 0)) return "own";
  const read = places.get(at.path);
  if (read === null) return null;
  const byName = read ?? named.get(text) ?? null;
  const byKey = at.says;
  if (kind === "number") {
    // An amount may have as many digits as an account: only its name tells.
    const all = byName ?? (byKey === "name" || byKey === "text" || byKey === "email" ? null : byKey);
    return text.length < 4 || at.isPlain ? null : all;
  }
  const all = byName ?? byKey;
  // What speaks for itself says more than its name: a customer may be named by an address.
  return all === null ? null : (wholeKind(text, !at.isPlain) ?? all);
}

/** The same, and where only something within it is. */
export function hidesIn(value: TextValue, known: Known): Hides {
  const { text, kind, at } = value;
  const all = hidesAllOf(value, known);
  if (all !== null) return { all };
  if (kind === "number" || isBlank(text)) return NOTHING;
  const own = known.rules.spot(text);
  const others = known.places.get(at.path) === null ? [] : spot(text, !at.isPlain);
  return { within: together(own, others) };
}

function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 0x20) && text.trim() === "";
}

/** Fields that are about the connection, whatever their names sound like. */
const PLAIN_HEADERS =
  /^(?:user-agent|host|from-host|accept.*|content-.*|date|server|via|connection|keep-alive|cache-control|transfer-encoding|te|trailer|upgrade.*|vary|etag|age|allow|expires|last-modified|pragma|retry-after|sec-.*|access-control-.*|strict-transport-security|x-powered-by|traceparent-version)$/i;

interface HeaderName {
  /** It carries nothing but a secret. */
  readonly isSecret: boolean;
  /** What its name says of its value; null where it says nothing. */
  readonly says: RedactionKind | null;
  readonly isPlain: boolean;
}

/** A log has the same few names of header fields again and again. */
export const headerName = remembering((name: string): HeaderName => {
  const isSecret = alwaysSecret(name);
  const isToken = isSecret || /^set-cookie2?$/i.test(name);
  const isPlain = !isToken && PLAIN_HEADERS.test(name);
  return { isSecret, says: isToken ? "token" : isPlain ? null : kindOfKey(name), isPlain };
});

/** What a header field's value is, if all of it is to be hidden. */
export function hidesAllOfHeader(name: string, value: string, rules: OwnRules): RedactionKind | null {
  if (isBlank(value)) return null;
  return rules.hidesField(name) ? "own" : headerName(name).says;
}

/** What a header field's value is. */
export function hidesInHeader(name: string, value: string, { rules, at }: Known): Hides {
  const all = hidesAllOfHeader(name, value, rules);
  if (all !== null) return { all };
  if (isBlank(value)) return NOTHING;
  const withDigits = !headerName(name).isPlain && !hasOnlyMoments(value, at);
  return { within: together(rules.spot(value), spot(value, withDigits)) };
}

/** A signature's moment is that of the sending, give or take what somebody's clock is wrong or a retry comes late. */
const NEAR_US = 7 * 86_400_000_000;

/**
 * Whether each row of digits that is as long as an account number tells the time of the event, as in
 * `t=1795447281,v1=…`.
 */
export function hasOnlyMoments(value: string, at: Instant): boolean {
  const rows = value.match(/(?<![\w.])\d{10,19}(?![\w.])/g);
  return rows !== null && rows.every((row) => MOMENT_UNITS.has(row.length) && isNear(row, at));
}

/** How many microseconds the unit of a Unix time is, by how many digits the time has. */
const MOMENT_UNITS: ReadonlyMap<number, number> = new Map([
  [10, 1_000_000],
  [13, 1_000],
]);

function isNear(row: string, at: Instant): boolean {
  return Math.abs(Number(row) * (MOMENT_UNITS.get(row.length) ?? 0) - at) <= NEAR_US;
}

/** What the profile's rules find goes before what is found otherwise at the same place. */
export function together(own: readonly Spotted[], others: readonly Spotted[]): readonly Spotted[] {
  if (own.length === 0) return others;
  const free = others.filter((each) => own.every(({ start, end }) => each.end <= start || each.start >= end));
  return [...own, ...free].toSorted((one, other) => one.start - other.start);
}

/** Whose body it is, as groups and reports call it. */
export function partName({ detail }: Evidence, part: BodyPart): string {
  if (detail.kind === "call") return part === "request" ? "Call" : "Answer";
  if (part === "request") return "Webhook";
  return part === "answer" ? "Our answer" : "Answer to the forward";
}

/** The parts of an event that have header fields or a body. */
export function partsOf(event: Evidence): readonly BodyPart[] {
  if (event.detail.kind === "notice") return [];
  return bodyPart.options.filter((part) => event.bodies[part] !== null || headersOf(event, part).length > 0);
}
