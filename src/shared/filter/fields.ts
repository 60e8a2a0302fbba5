import { EVENT_KINDS } from "../events.ts";
import { operation } from "../outcomes.ts";
import { outcomeMeaning } from "../reading.ts";
import { signatureState } from "../signature-check.ts";
import type { Test, TextField } from "./ast.ts";
import { MATCH_OFFERS, readMatchWord } from "./match-words.ts";
import { ALL_QUALITIES } from "./quality-words.ts";
import { readAmount, readDay, readMoment, readRange, readSpanOfTime, readStatus, withUnits } from "./values.ts";

/** A field of the filter language: how it is completed and explained, and how its value is understood. */
export interface Field {
  readonly name: string;
  /** What it does, in a few words, for the list of completions. */
  readonly summary: string;
  /** Values offered after the colon. */
  readonly offers: readonly string[];
  /** The test, or a sentence that says what is wrong with the value. */
  read(value: string, quoted: boolean): Test | string;
  /** For a field with a text: the test for a value after an equals sign, which must be the whole text. */
  readonly whole?: (text: string) => Test;
}

/** `a,b` is either of the two; a quoted value is one. */
function split(value: string, quoted: boolean): readonly string[] {
  return quoted ? [value] : value.split(",");
}

/** Reads every part of a list, or null when one of them cannot be read. */
function all<Value>(parts: readonly string[], read: (part: string) => Value | null): readonly Value[] | null {
  const values = parts.map(read);
  return values.every((value) => value !== null) ? values : null;
}

function oneOf<Word extends string>(
  words: readonly Word[],
  aliases: Readonly<Record<string, NoInfer<Word>>>,
): (part: string) => Word | null {
  return (part) => {
    const lower = part.toLowerCase();
    return words.find((word) => word === lower) ?? (Object.hasOwn(aliases, lower) ? (aliases[lower] ?? null) : null);
  };
}

/**
 * Where a text stands that is asked for: in the event as it came, which the search index holds, or in what may be
 * written about it later, which is looked for row by row.
 */
export const TEXT_STANDS_IN: Readonly<Record<TextField, "event" | "added">> = {
  text: "event",
  word: "event",
  path: "event",
  header: "event",
  ref: "event",
  event: "event",
  remark: "event",
  profile: "added",
  note: "added",
  tag: "added",
};

function containing(name: Exclude<TextField, "text">, summary: string): Field {
  return { name, summary, offers: [], read: (text) => ({ field: name, text }) };
}

const SUBJECTS = operation.options;
const QUALITY_ALIASES = {
  replayed: "replay",
  repeated: "repeat",
  forward: "forwarded",
  unsent: "not-forwarded",
  script: "scripted",
} as const;

/** As readings and people put it. */
const OUTCOME_ALIASES = {
  open: "neither",
  pending: "neither",
  "not over": "neither",
  "went through": "went-through",
  success: "went-through",
  paid: "went-through",
  declined: "failed",
} as const;

const SIGNATURES = signatureState.options;
const MOMENT_HELP =
  "how long ago, such as 10m, 2h or 1d, a day such as yesterday or tuesday, or a date such as 2026-11-20 or 2026-11-20T14:30.";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const NAMED_DAYS = [...WEEKDAYS, ...WEEKDAYS.map((day) => `last ${day}`)];

export const FIELDS: readonly Field[] = [
  {
    name: "kind",
    summary: "call, webhook or notice",
    offers: ["call", "webhook", "notice"],
    read(value, quoted) {
      const values = all(split(value, quoted), oneOf(EVENT_KINDS, { webhook: "delivery", webhooks: "delivery" }));
      return values === null ? "After kind: write call, webhook or notice." : { field: "kind", values };
    },
  },
  {
    name: "on",
    summary: "on one day: today, yesterday, tuesday, or a date",
    offers: ["today", "yesterday", ...NAMED_DAYS],
    read: (value) =>
      readDay(value) ?? "After on: write a day such as yesterday or tuesday, or a date such as 2026-11-20.",
  },
  {
    name: "since",
    summary: "from then on: 10m, 2h, yesterday, tuesday, or a date",
    offers: ["10m", "1h", "today", "yesterday", "7d", ...NAMED_DAYS],
    read(value) {
      const moment = readMoment(value, false);
      return moment === null ? `After since: write ${MOMENT_HELP}` : { field: "since", moment };
    },
  },
  {
    name: "until",
    summary: "up to then: 10m, 2h, yesterday, tuesday, or a date",
    offers: ["10m", "1h", "yesterday", "7d", ...NAMED_DAYS],
    read(value) {
      const moment = readMoment(value, true);
      return moment === null ? `After until: write ${MOMENT_HELP}` : { field: "until", moment };
    },
  },
  {
    name: "status",
    summary: "status of the answer, such as 200, 5xx or >=400",
    offers: ["2xx", "4xx", "5xx", ">=400", "none"],
    read(value, quoted) {
      const parts = split(value, quoted);
      const ranges = all(
        parts.filter((part) => part.toLowerCase() !== "none"),
        readStatus,
      );
      if (ranges === null)
        return "After status: write a number such as 404, a group such as 5xx, a comparison such as >=400, or none.";
      return { field: "status", ranges, none: parts.length > ranges.length };
    },
  },
  {
    name: "method",
    summary: "HTTP method, such as POST",
    offers: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    read: (value, quoted) => ({ field: "method", values: split(value, quoted).map((part) => part.toLowerCase()) }),
  },
  containing("word", "text anywhere, alone: word:abc finds no abcd"),
  containing("path", "text in the path"),
  containing("header", 'text in a header, such as "content-type: application/json"'),
  {
    name: "amount",
    summary: "amount, such as 50000, >1000 or 100..500",
    offers: [],
    read(value, quoted) {
      const one = readAmount(value);
      // `100,200` may be two as well as one.
      const isList = one === null || (!quoted && /^[0-9]{1,3}(?:,[1-9][0-9]{2})+$/.test(value));
      const several = isList ? all(split(value, quoted), readAmount) : [];
      return several === null
        ? "After amount: write a number such as 50000 or 10.00, a comparison such as >1000, or a range such as 100..500."
        : { field: "amount", ranges: [...several, ...(one === null ? [] : [one])].flatMap(withUnits) };
    },
  },
  {
    name: "currency",
    summary: "currency code, such as NGN",
    offers: ["NGN", "USD"],
    read: (value, quoted) => ({ field: "currency", values: split(value, quoted).map((part) => part.toLowerCase()) }),
  },
  {
    ...containing("ref", "text in a user reference, sender, recipient or link ID; ref:=abc only abc itself"),
    whole: (text) => ({ field: "ref", text, exact: true }),
  },
  containing("remark", "text in the remark"),
  containing("note", "text in a note of yours"),
  containing("tag", "text in a tag"),
  containing("event", "text in the event name of the payload"),
  {
    name: "about",
    summary: "link, credit or charge",
    offers: SUBJECTS,
    read(value, quoted) {
      const values = all(split(value, quoted), oneOf(SUBJECTS, {}));
      return values === null ? "After about: write link, credit or charge." : { field: "about", values };
    },
  },
  containing("profile", "text in the profile’s name"),
  {
    name: "is",
    summary: "pinned, incomplete, replay, repeat, forwarded, scripted …",
    offers: ALL_QUALITIES,
    read(value, quoted) {
      const values = all(split(value, quoted), oneOf(ALL_QUALITIES, QUALITY_ALIASES));
      return values === null ? `After is: write one of ${ALL_QUALITIES.join(", ")}.` : { field: "is", values };
    },
  },
  {
    name: "outcome",
    summary: "what a webhook says: went-through, failed or open",
    offers: ["went-through", "failed", "open"],
    read(value, quoted) {
      const values = all(split(value, quoted), oneOf(outcomeMeaning.options, OUTCOME_ALIASES));
      return values === null ? "After outcome: write went-through, failed or open." : { field: "outcome", values };
    },
  },
  {
    name: "signature",
    summary: "of a webhook: valid, invalid, missing, unreadable or unchecked",
    offers: SIGNATURES,
    read(value, quoted) {
      const values = all(
        split(value, quoted),
        oneOf(SIGNATURES, { signed: "valid", bad: "invalid", wrong: "invalid", no: "missing", none: "missing" }),
      );
      return values === null
        ? "After signature: write valid, invalid, missing, unreadable or unchecked."
        : { field: "signature", values };
    },
  },
  {
    name: "match",
    summary: "what a simulation came to: matched, missing, late …, or none",
    offers: MATCH_OFFERS,
    read(value, quoted) {
      const values = all(split(value, quoted), readMatchWord);
      return values === null
        ? `After match: write one of ${MATCH_OFFERS.join(", ")}; one of several words in quotation marks.`
        : { field: "match", values };
    },
  },
  {
    name: "duration",
    summary: "how long it took, such as >500ms or 1s..5s",
    offers: [">100ms", ">1s", ">10s"],
    read(value, quoted) {
      const ranges = all(split(value, quoted), (part) => readRange(part, (each) => readSpanOfTime(each, "ms")));
      return ranges === null
        ? "After duration: write a comparison such as >500ms or a range such as 1s..5s; a number alone is in milliseconds."
        : { field: "duration", ranges };
    },
  },
];

const FORWARDING = ["is:forwarded", "is:forward-failed", "is:not-forwarded"] as const;

const DIRECTIONS = ["kind:webhook", "kind:call"] as const;

const EITHER = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Names that people try, and what finds what they look for. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  type: ["kind:"],
  dir: DIRECTIONS,
  direction: DIRECTIONS,
  reference: ["ref:"],
  user: ["ref:"],
  code: ["status:"],
  from: ["since:"],
  after: ["since:"],
  day: ["on:"],
  date: ["on:", "since:", "until:"],
  before: ["until:"],
  to: ["until:"],
  verdict: ["match:"],
  result: ["outcome:"],
  time: ["on:", "since:", "until:", "duration:"],
  label: ["tag:"],
  forward: FORWARDING,
  forwarded: FORWARDING,
  forwarding: FORWARDING,
};

/** With fewer letters it cannot be known that the name of a field is being typed. */
const SHORTEST_NAME = 3;

/** What is meant by a name that people try, from its first letters on. */
export function meantBy(prefix: string): readonly string[] {
  if (prefix.length < SHORTEST_NAME) return [];
  return Object.entries(MEANT).flatMap(([name, terms]) => (name.startsWith(prefix.toLowerCase()) ? terms : []));
}

/** The field of that name in any letter case, or the sentence that says why there is none. */
export function findField(name: string): Field | string {
  const lower = name.toLowerCase();
  const meant = Object.hasOwn(MEANT, lower) ? ` Use ${EITHER.format(MEANT[lower] ?? [])} instead.` : "";
  return (
    FIELDS.find((each) => each.name === lower) ??
    `There is no field “${lower}”.${meant} To search for the text, put it in quotation marks.`
  );
}
