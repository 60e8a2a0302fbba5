import type { BodyPart, EventDetail } from "../../../shared/events.ts";
import type { RedactedPart } from "../../../shared/evidence.ts";
import type { HeaderList } from "../../../shared/primitives.ts";
import { SECRET_MASK } from "../../../shared/primitives.ts";
import type { RedactionRules } from "../../../shared/redaction-rules.ts";
import { changedWithin, createRedactor, type Redactor } from "../../redactor/index.ts";
import { type Evidence, headersOf } from "../evidence.ts";
import { readBody } from "./body-bytes.ts";
import { rewriteAddress, rewriteText, type TextValue } from "./body-text.ts";
import { type Chosen, groupId, NOTES_GROUP } from "./chosen.ts";
import { remembering, type Spotted, spot } from "./kinds.ts";
import type { Marks } from "./marks.ts";
import {
  hasOnlyMoments,
  headerName,
  hidesAllOf,
  hidesAllOfHeader,
  type Known,
  knownOf,
  partName,
  partsOf,
} from "./places.ts";
import { createRules, type OwnRules } from "./rules.ts";

/** Shorter values stand in other words by chance: they are looked for as whole words, and the shortest not at all. */
const SHORTEST_ANYWHERE = 6;
const SHORTEST_WORD = 3;
const WORDS = /[\p{L}\p{N}_]+/gu;

/** Members that hold a word of ours, a version or a moment, and never anybody's text. */
const OURS: ReadonlySet<string> = new Set(
  "kind code operation mode state role certainty by field hint call looks because awaits completeness answerState format method means written does httpVersion scheme fault reason cause readingId tone encoding subject unit units id answerFault webhookFault ended".split(
    " ",
  ),
);

/** Whether one of these words of letters, digits and lines may stand in a text; in one beyond ASCII it always may. */
function mayHaveWord(text: string, words: ReadonlySet<string>): boolean {
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? SPACE : text.charCodeAt(at);
    if (code >= 0x80) return true;
    if (isWordCode(code)) continue;
    if (at - start >= SHORTEST_WORD && at - start < SHORTEST_ANYWHERE && words.has(text.slice(start, at))) return true;
    start = at + 1;
  }
  return false;
}

const SPACE = 0x20;

function isWordCode(code: number): boolean {
  const small = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (small >= 0x61 && small <= 0x7a) || code === 0x5f;
}

const UNREADABLE = Buffer.from("(This body could not be looked through, and was left out.)", "utf8");

interface Redaction {
  readonly secrets: Redactor;
  readonly marks: Marks;
  /** null: only secrets are left out. */
  readonly chosen: Chosen | null;
  readonly rules: RedactionRules;
  /** Whether the form has a place for what a webhook was read to say; where it has none, that is not gone through. */
  readonly withReading: boolean;
}

/** Leaves out of events what is not to be handed over. Secrets never are. */
export function createRedaction(redaction: Redaction): (event: Evidence) => Promise<Evidence> {
  const { secrets, chosen, withReading } = redaction;
  const isWhole = chosen === null && !secrets.active;
  const shown = !withReading ? withoutSaid : isWhole ? (event: Evidence) => event : withoutBeginning;
  if (chosen === null) return (event) => withoutSecrets(shown(event), secrets);
  return redacting(redaction, chosen, shown);
}

/** It may end within a value that is to be hidden, and would not be known by its beginning. */
function withoutBeginning(event: Evidence): Evidence {
  const { detail } = event;
  if (detail.kind !== "delivery") return event;
  const { begins, ...facts } = detail.summary.facts;
  if (begins === undefined && detail.reading?.begins === undefined) return event;
  const bare = { ...detail, summary: { ...detail.summary, facts } };
  if (detail.reading === undefined) return { ...event, detail: bare };
  const { begins: _, ...reading } = detail.reading;
  return { ...event, detail: { ...bare, reading } };
}

function withoutSaid(event: Evidence): Evidence {
  const { detail } = event;
  if (detail.kind !== "delivery") return event;
  const { reading: _, ...rest } = detail;
  return { ...event, detail: { ...rest, summary: { ...rest.summary, facts: {} } } };
}

function redacting(
  { secrets, marks, rules: allRules }: Redaction,
  chosen: Chosen,
  shown: (event: Evidence) => Evidence,
): (event: Evidence) => Promise<Evidence> {
  const rulesOf = createRules(allRules);
  const anywhere = createRedactor(
    chosen.values.filter(({ length }) => length >= SHORTEST_ANYWHERE),
    {
      shortest: SHORTEST_ANYWHERE,
      mark(found) {
        const text = Buffer.from(found).toString("utf8");
        // Found in an encoding, it is a mark of its own: its text says nothing of what it encodes.
        return Buffer.from(marks.of(chosen.kindOf(text) ?? "token", text), "utf8");
      },
    },
  );
  const shorter = chosen.values.filter(({ length }) => length >= SHORTEST_WORD && length < SHORTEST_ANYWHERE);
  const short = new Set(shorter);
  // With a sign within they are no words, and stand nowhere by chance.
  const odd = shorter.filter((value) => !/^[\p{L}\p{N}_]+$/u.test(value));

  /** A text without the values that were found anywhere, and without what speaks for itself. */
  function made(text: string, withDigits: boolean): string {
    let result = anywhere.text(text).value;
    for (const value of odd)
      if (result.includes(value)) result = result.replaceAll(value, marks.of(chosen.kindOf(value) ?? "name", value));
    if (short.size > 0 && mayHaveWord(result, short))
      result = result.replaceAll(WORDS, (word) =>
        short.has(word) ? marks.of(chosen.kindOf(word) ?? "name", word) : word,
      );
    return cut(result, spot(result, withDigits));
  }
  const withDigits = remembering((text) => made(text, true));
  const withoutDigits = remembering((text) => made(text, false));
  function within(text: string, digits: boolean, rules: OwnRules): string {
    const result = digits ? withDigits(text) : withoutDigits(text);
    const own = rules.spot(result);
    return own.length === 0 ? result : cut(result, own);
  }

  function cut(text: string, spotted: readonly Spotted[]): string {
    if (spotted.length === 0) return text;
    let result = "";
    let from = 0;
    for (const { start, end, kind } of spotted) {
      const value = text.slice(start, end);
      result += text.slice(from, start) + (chosen.isKept(value) ? value : marks.of(kind, value));
      from = end;
    }
    return result + text.slice(from);
  }

  function replacing(part: string, known: Known): (value: TextValue) => string {
    return (value) => {
      const { text, kind, at } = value;
      const all = hidesAllOf(value, known);
      const isNumber = kind === "number";
      if (all !== null) {
        const isKept =
          !chosen.keepsNothing && !chosen.hidesGroup(groupId(part, at.place === "" ? "body" : at.place, all));
        if (isKept && chosen.kindOf(text) === null) return text;
        return isNumber ? marks.number(text) : marks.of(chosen.kindOf(text) ?? all, text);
      }
      // An amount that is also somebody's number stays: here it is read as an amount, or a word.
      if (known.places.get(at.path) === null && (isNumber || /^[\d.,-]*$/.test(text))) return text;
      if (isNumber) return chosen.kindOf(text) === null ? text : marks.number(text);
      return within(text, !at.isPlain, known.rules);
    };
  }

  function headers(list: HeaderList, part: string, { rules, at }: Known): HeaderList {
    return list.map(([name, value]) => {
      if (headerName(name).isSecret) return [name, value.trim() === "" ? value : SECRET_MASK];
      const all = hidesAllOfHeader(name, value, rules);
      if (all === null) return [name, within(value, !hasOnlyMoments(value, at), rules)];
      const seen = chosen.kindOf(value);
      const isKept =
        seen === null && !chosen.keepsNothing && !chosen.hidesGroup(groupId(part, `header ${name.toLowerCase()}`, all));
      return [name, isKept ? value : marks.of(seen ?? all, value)];
    });
  }

  /** What the user has written, which is free text: left out as a whole, or gone through where it is to stay. */
  function annotated<Detail extends EventDetail>(detail: Detail, { rules }: Known): Detail {
    const { note, tags, ...rest } = detail.summary;
    const mark = leftOut(note, tags);
    if (mark === null) return detail;
    if (chosen.hidesGroup(NOTES_GROUP)) return { ...detail, summary: { ...rest, note: mark } };
    // Of calls and webhooks all texts are gone through.
    if (detail.kind !== "notice") return detail;
    return {
      ...detail,
      summary: {
        ...rest,
        ...(note === undefined ? {} : { note: within(note, true, rules) }),
        ...(tags === undefined ? {} : { tags: tags.map((tag) => within(tag, true, rules)) }),
      },
    };
  }

  return async (whole) => {
    // The reading says what stands where, also where it is not written itself.
    const known = knownOf(whole, rulesOf(whole.detail));
    const before = shown(whole);
    const event = { ...before, detail: annotated(before.detail, known) };
    if (event.detail.kind === "notice") return withoutSecrets(event, secrets);
    const redacted = new Set<RedactedPart>(event.redacted);
    if (event.detail !== before.detail) redacted.add("details");
    const bodies = { ...event.bodies };
    const decoded = new Set<BodyPart>();
    for (const part of partsOf(event)) {
      const bytes = event.bodies[part];
      if (bytes === null || bytes.byteLength === 0) continue;
      const body = await readBody(bytes, headersOf(event, part));
      const text = body === null ? null : rewriteText(body.text, replacing(partName(event, part), known));
      if (body !== null && text === body.text) continue;
      redacted.add(part);
      bodies[part] = body === null || text === null ? UNREADABLE : body.bytes(text);
      if (body === null || body.decoded) decoded.add(part);
    }
    const told =
      (change: (text: string) => string) =>
      (text: string): string => {
        const after = change(text);
        if (after !== text) redacted.add("details");
        return after;
      };
    const person = told((text) => {
      const kind = chosen.kindOf(text) ?? known.named.get(text) ?? null;
      return kind !== null && !chosen.isKept(text) ? marks.of(kind, text) : within(text, false, known.rules);
    });
    const inAddress = replacing(event.detail.kind === "call" ? "Call" : "Webhook", known);
    const address = told((text) => rewriteAddress(text, inAddress));
    const detail = deepTexts(event.detail, { person, address });
    const after = withHeaders(detail, event, (list, part) => {
      const done = headers(list, partName(event, part), known);
      if (done.some(([, value], index) => value !== list[index]?.[1])) redacted.add("details");
      return decoded.has(part) ? done.filter(([name]) => !/^content-encoding$/i.test(name)) : done;
    });
    const run = event.run === null ? null : deepTexts(event.run, { person, address });
    const next = { detail: withoutDigest(after, redacted.has("request")), bodies, run, redacted: [...redacted] };
    return withoutSecrets(sized(next), secrets);
  };
}

/** In the place of a note, that there was one; null where nothing was written. */
function leftOut(note = "", tags: readonly string[] = []): string | null {
  const what = [...(note === "" ? [] : ["note"]), ...(tags.length === 0 ? [] : ["tags"])];
  return what.length === 0 ? null : `(${what.join(" and ")} left out)`;
}

interface TextChanges {
  readonly person: (text: string) => string;
  readonly address: (text: string) => string;
}

/** All texts of what is recorded but its header fields, which have a way of their own. */
function deepTexts<Value>(value: Value, { person, address }: TextChanges): Value {
  const visit = (each: unknown, key: string): unknown => {
    if (typeof each === "string") {
      if (OURS.has(key)) return each;
      if (key === "path" && each.startsWith("/")) return address(each);
      if (key === "url" || key === "location") return withAddress(each, address);
      return person(each);
    }
    if (Array.isArray(each))
      return key === "headers" || key === "trailers" ? each : changedWithin(each, (item) => visit(item, key));
    return changedWithin(each, visit);
  };
  return visit(value, "") as Value;
}

/** Behind scheme and host, which stay. */
function withAddress(url: string, address: (text: string) => string): string {
  const start = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]{0,300}/i.exec(url)?.[0] ?? "";
  return start + address(url.slice(start.length));
}

function withHeaders(
  detail: EventDetail,
  event: Evidence,
  change: (list: HeaderList, part: BodyPart) => HeaderList,
): EventDetail {
  if (detail.kind === "notice") return detail;
  const mapped = (part: BodyPart): [string, string][] =>
    change(headersOf(event, part), part).map(([name, value]) => [name, value]);
  if (detail.kind === "call")
    return {
      ...detail,
      request: { ...detail.request, headers: mapped("request") },
      answer: detail.answer === null ? null : { ...detail.answer, headers: mapped("answer") },
    };
  return {
    ...detail,
    request: {
      ...detail.request,
      headers: mapped("request"),
      trailers: change(detail.request.trailers, "request").map(([name, value]) => [name, value]),
    },
    answer: detail.answer === null ? null : { ...detail.answer, headers: mapped("answer") },
    ...(detail.forward === undefined ? {} : { forward: { ...detail.forward, headers: mapped("forward") } }),
  };
}

/** A hash of what was left out could be found again by trying values: it goes too. */
function withoutDigest(detail: EventDetail, isRedacted: boolean): EventDetail {
  if (detail.kind !== "delivery" || detail.reading === undefined || !isRedacted) return detail;
  return { ...detail, reading: { ...detail.reading, digest: "" } };
}

/** The sizes of the bodies as they are now. */
function sized(event: Evidence): Evidence {
  const { detail, bodies, redacted } = event;
  if (detail.kind === "notice") return event;
  const size = (part: BodyPart, before: number): number =>
    redacted.includes(part) ? (bodies[part]?.byteLength ?? 0) : before;
  const request = size("request", detail.request.size);
  const answer = size("answer", detail.answer?.size ?? 0);
  if (detail.kind === "call")
    return {
      ...event,
      detail: {
        ...detail,
        request: { ...detail.request, size: request },
        answer: detail.answer === null ? null : { ...detail.answer, size: answer },
      },
    };
  const { forward } = detail;
  return {
    ...event,
    detail: {
      ...detail,
      request: { ...detail.request, size: request },
      answer: detail.answer === null ? null : { ...detail.answer, size: answer },
      ...(forward === undefined ? {} : { forward: { ...forward, size: size("forward", forward.size) } }),
    },
  };
}

/** Every known secret, wherever it stands and in whatever spelling. */
async function withoutSecrets(event: Evidence, secrets: Redactor): Promise<Evidence> {
  if (!secrets.active) return event;
  const redacted = new Set<RedactedPart>(event.redacted);
  const bodies = { ...event.bodies };
  for (const part of partsOf(event)) {
    const bytes = bodies[part];
    if (bytes === null) continue;
    const masked = await secrets.body(bytes);
    const read =
      masked.redacted || !isEncoded(headersOf(event, part)) ? null : await readBody(bytes, headersOf(event, part));
    if (masked.redacted) bodies[part] = masked.value;
    else if (read !== null && secrets.text(read.text).redacted) bodies[part] = UNREADABLE;
    else continue;
    redacted.add(part);
  }
  const detail = secrets.deep(event.detail);
  const run = secrets.deep(event.run);
  if (detail.redacted) redacted.add("details");
  return sized({ detail: detail.value, bodies, run: run.value, redacted: [...redacted] });
}

function isEncoded(headers: HeaderList): boolean {
  return headers.some(([name]) => /^content-encoding$/i.test(name));
}
