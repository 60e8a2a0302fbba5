import { createHash, hash } from "node:crypto";
import {
  type Incomplete,
  type NewWord,
  type PayloadValue,
  type Reading,
  UNNAMED,
  type WebhookReading,
} from "../../shared/reading.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import { type Applied, apply, hasShape } from "./apply.ts";
import { beginningOf } from "./beginning.ts";
import { KNOWN_READINGS } from "./known-readings.ts";
import { type Payload, scoresOf } from "./layout.ts";
import { compilePlace, nodesAt, onlyValue } from "./place-values.ts";
import { propose } from "./propose.ts";
import type { Awaited } from "./propose-awaited.ts";
import { readValues, type WebhookSource } from "./read-values.ts";
import { nameOf } from "./telling-places.ts";
import { type Format, pathOf } from "./tree.ts";
import { withForm, withWatched } from "./watched-places.ts";

/** Grows whenever the same webhook may be read differently by a later version: what is stored is then read anew. */
export const READER_VERSION = 29;

const TAGS_AT_MOST = 50;
const VALUES_LISTED = 2_000;
const LONGEST_LINK_ID = 1_000;

interface Chosen {
  readonly by: "known" | "confirmed" | "proposed";
  readonly reading: Reading;
  readonly applied: Applied;
}

/**
 * Reads one webhook, once: by a reading of its profile, a known one, or what can be proposed. Pure and bounded; the same
 * for the same source, readings and awaited values.
 *
 * @param readings those of the delivery's profile
 * @param awaited what simulations before it wait for, the newest first; it only weighs a proposal, and is asked for then
 */
export function readWebhook(
  source: WebhookSource,
  readings: readonly Reading[],
  awaited: readonly Awaited[] | (() => readonly Awaited[]),
): WebhookReading {
  const payload = readValues(source);
  const chosen = choose(payload, readings, awaited);
  const isCut = chosen?.applied.isCut === true;
  const kind = nameOf(payload) ?? givenName(chosen, payload);
  const begins = chosen === null && kind === "" ? beginningOf(payload) : "";
  return {
    by: chosen?.by ?? "nothing",
    readingId: chosen === null || chosen.by === "proposed" ? null : chosen.reading.id,
    kind,
    ...(begins === "" ? {} : { begins }),
    items: chosen?.applied.items ?? [],
    newWords: (chosen?.applied.newWords ?? []).toSorted((one, other) => weightOf(other) - weightOf(one)),
    tags: tagsOf(payload),
    linkId: linkIdOf(payload),
    digest: digestOf(source),
    incomplete: payload.incomplete ?? (isCut ? "too-many-values" : null),
    format: payload.format,
  };
}

/** The same for what is sent again: a webhook may say all of it in its query, and have no body. */
function digestOf({ body, target }: WebhookSource): string {
  const question = target.indexOf("?");
  if (question < 0) return hash("sha256", body, "base64url");
  return createHash("sha256")
    .update(`${target.slice(question)}\n`)
    .update(body)
    .digest("base64url");
}

/**
 * They are asked about one by one: what is known to be about something else first, since a refund has not failed, then
 * what is known to be a failure.
 */
function weightOf({ about, suggests }: NewWord): number {
  return about === "purpose" && suggests === "neither" ? 2 : suggests === "failed" ? 1 : 0;
}

/** What the user calls webhooks that do not say what they are; of one that says it in a word of its own, that word. */
function givenName(chosen: Chosen | null, payload: Payload): string {
  if (chosen === null || chosen.by === "proposed" || chosen.reading.name === UNNAMED) return "";
  const { name, purpose } = chosen.reading;
  const telling = purpose.places.find(({ words }) => words.some(({ text }) => text === name));
  if (telling === undefined) return name;
  const own = onlyValue(nodesAt(compilePlace(telling.path), payload));
  return own === null || own === "several" ? "" : own.text;
}

function choose(
  payload: Payload,
  readings: readonly Reading[],
  awaited: readonly Awaited[] | (() => readonly Awaited[]),
): Chosen | null {
  const sure = chooseSure(payload, readings);
  if (sure !== null && !isOfAnotherKind(sure)) return sure;
  const reading = proposeBeside(payload, sure, typeof awaited === "function" ? awaited() : awaited, readings);
  const applied = reading === null ? null : apply(reading, payload, false);
  if (reading === null || applied === null) return sure;
  return { by: "proposed", reading, applied };
}

/** Where a kind of the same shape is confirmed, its places are known: only what this one is about is new. */
function proposeBeside(
  payload: Payload,
  sure: Chosen | null,
  awaited: readonly Awaited[],
  readings: readonly Reading[],
): Reading | null {
  const reading = propose(payload, awaited, readings);
  if (reading === null || sure === null) return reading;
  const { currency, user, from, to, remark, eventId, outcome } = sure.reading;
  const { amount: own } = reading;
  const known = sure.reading.amount;
  // Who pays may have it written with a minus.
  const amount = known !== null && own?.path === known.path ? { ...known, negative: own.negative } : known;
  const isPurpose = (path: string) => reading.purpose.places.some((place) => place.path === path);
  const places = outcome.places.filter(({ path }) => !isPurpose(path));
  const more = reading.outcome.places.filter(({ path }) => !places.some((place) => place.path === path));
  return { ...reading, amount, currency, user, from, to, remark, eventId, outcome: { places: [...places, ...more] } };
}

/**
 * Of the readings whose shape a payload has the one that has seen what it is about, then its other words, then the most
 * specific, then the newest.
 */
function chooseSure(payload: Payload, readings: readonly Reading[]): Chosen | null {
  for (const [by, list] of [
    ["confirmed", readings.filter(({ id }) => !KNOWN_IDS.has(id))],
    ["known", KNOWN_READINGS],
  ] as const) {
    let best: Chosen | null = null;
    for (const reading of list) {
      if (!hasShape(reading, payload)) continue;
      const applied = apply(reading, payload, true);
      if (applied === null) continue;
      const one = { by, reading, applied };
      if (best === null || isBetter(one, best)) best = one;
    }
    if (best !== null) return best;
  }
  return null;
}

const KNOWN_IDS = new Set(KNOWN_READINGS.map(({ id }) => id));

function isBetter(one: Chosen, other: Chosen): boolean {
  const strange = ({ applied }: Chosen) => applied.newWords.filter(({ about }) => about === "purpose").length;
  const order = [
    strange(other) - strange(one),
    other.applied.newWords.length - one.applied.newWords.length,
    one.reading.shape.when.length - other.reading.shape.when.length,
    one.reading.shape.paths.length - other.reading.shape.paths.length,
    (one.reading.confirmedAt ?? 0) - (other.reading.confirmedAt ?? 0),
  ];
  return (order.find((each) => each !== 0) ?? 0) > 0;
}

/** A charge's webhook is not read by a credit's reading, of which it only has the places. */
function isOfAnotherKind({ by, reading, applied }: Chosen): boolean {
  if (by === "known") return false;
  const own = new Set(reading.purpose.places.flatMap(({ words }) => words.map(({ means }) => means)));
  if (reading.purpose.always !== null) own.add(reading.purpose.always);
  return applied.newWords.some(
    ({ about, suggests }) =>
      about === "purpose" && (suggests === "credit" || suggests === "charge") && !own.has(suggests),
  );
}

/**
 * What can be proposed for a webhook, to be confirmed; its id is made from its shape. null for nothing.
 *
 * @param readings those of its profile
 */
export function proposeReading(
  source: WebhookSource,
  readings: readonly Reading[],
  awaited: readonly Awaited[],
): Reading | null {
  const payload = readValues(source);
  return proposeBeside(payload, chooseSure(payload, readings), awaited, readings);
}

/**
 * A reading as it is confirmed by a webhook that went through: with the places beside those that it names, so that
 * another word there asks. By any other webhook only the form of its amount is noted.
 */
export function confirmedBy(source: WebhookSource, reading: Reading): Reading {
  const payload = readValues(source);
  const applied = apply({ ...reading, watched: null }, payload, true);
  const isGood = applied?.items.every(
    ({ purpose, outcome }) => purpose?.means !== "neither" && (outcome === null || outcome.means === "went-through"),
  );
  const written = withForm(reading, payload);
  return isGood === true ? withWatched(written, payload) : written;
}

/** The values of a webhook that can be pointed at, in order. */
export function valuesOf(source: WebhookSource): {
  readonly values: readonly PayloadValue[];
  readonly format: Format;
  readonly incomplete: Incomplete | null;
} {
  const payload = readValues(source);
  const values: PayloadValue[] = [];
  let incomplete = payload.incomplete;
  for (const node of payload.values) {
    if (values.length === VALUES_LISTED) {
      incomplete ??= "too-many-values";
      break;
    }
    const { text, kind } = node;
    if (kind !== "object" && kind !== "array") values.push({ text, path: pathOf(node), kind });
  }
  return { values, format: payload.format, incomplete };
}

function tagsOf(payload: Payload): readonly string[] {
  const tags = new Set<string>();
  for (const { text, kind } of payload.values)
    if (kind === "string" && text.includes("["))
      for (const tag of tagsIn(text)) if (tags.size < TAGS_AT_MOST) tags.add(tag);
  return [...tags];
}

function linkIdOf(payload: Payload): string | null {
  const isLink = scoresOf(payload, "link", null, ({ words: { name }, kind, parent }) =>
    kind === "string" && (name === "linkid" || (name === "id" && parent?.words.name === "link")) ? 1 : 0,
  );
  const found = payload.values.find(
    ({ place, text }) => isLink[place] === 1 && text !== "" && text.length <= LONGEST_LINK_ID,
  );
  return found?.text ?? null;
}
