import type { BodyPart } from "../../../shared/events.ts";
import type { RedactionKind } from "../../../shared/evidence.ts";
import { alwaysSecret } from "../../../shared/profile.ts";
import type { ReadItem } from "../../../shared/reading.ts";
import { BODY_PARTS, type Evidence, headersOf } from "../evidence.ts";
import type { TextValue } from "./body-text.ts";
import { isPlainKey, kindOfKey, type Spotted, spot } from "./kinds.ts";
import type { OwnRules } from "./rules.ts";

/** What is known of one event before its texts are looked at. */
export interface Known {
  /** Values that the log has by name: references of people, remarks, ids. */
  readonly named: ReadonlyMap<string, RedactionKind>;
  /** Places of the webhook's body that were read: what stands there, or null for amounts and words. */
  readonly places: ReadonlyMap<string, RedactionKind | null>;
  readonly rules: OwnRules;
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
  } else if (detail.kind === "delivery") {
    for (const item of detail.reading?.items ?? []) ofItem(item, name, places);
    name(detail.reading?.linkId, "identifier");
  }
  return { named, places, rules };
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

/** What a value of a body or of an address is. */
export function hidesIn({ text, kind, key, path }: TextValue, { named, places, rules }: Known): Hides {
  if (text === "" || text.trim() === "") return NOTHING;
  if (rules.hidesField(key)) return { all: "own" };
  const own = rules.spot(text);
  if (own.length > 0 && kind === "number") return { all: "own" };
  const read = places.get(path);
  if (read === null) return own.length === 0 ? NOTHING : { within: own };
  const byName = read ?? named.get(text) ?? null;
  const byKey = key === "" ? null : kindOfKey(key);
  if (kind === "number") {
    // An amount may have as many digits as an account: only its name tells.
    const all = byName ?? (byKey === "name" || byKey === "text" || byKey === "email" ? null : byKey);
    return all === null || text.length < 4 || isPlainKey(key) ? NOTHING : { all };
  }
  const all = byName ?? byKey;
  const spotted = spot(text, !isPlainKey(key));
  if (all === null) return { within: together(own, spotted) };
  // What speaks for itself says more than its name: a customer may be named by an address.
  const [only] = spotted;
  return { all: only !== undefined && only.end - only.start === text.length ? only.kind : all };
}

/** Fields that are about the connection, whatever their names sound like. */
const PLAIN_HEADERS =
  /^(?:user-agent|host|from-host|accept.*|content-.*|date|server|via|connection|keep-alive|cache-control|transfer-encoding|te|trailer|upgrade.*|vary|etag|age|allow|expires|last-modified|pragma|retry-after|sec-.*|access-control-.*|strict-transport-security|x-powered-by|traceparent-version)$/i;

/** What a header field's value is. */
export function hidesInHeader(name: string, value: string, rules: OwnRules): Hides {
  if (value.trim() === "") return NOTHING;
  if (rules.hidesField(name)) return { all: "own" };
  const own = rules.spot(value);
  if (alwaysSecret(name) || /^set-cookie2?$/i.test(name)) return { all: "token" };
  if (PLAIN_HEADERS.test(name)) return { within: together(own, spot(value, false)) };
  const kind = kindOfKey(name);
  return kind === null ? { within: together(own, spot(value, true)) } : { all: kind };
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
  return BODY_PARTS.filter((part) => event.bodies[part] !== null || headersOf(event, part).length > 0);
}
