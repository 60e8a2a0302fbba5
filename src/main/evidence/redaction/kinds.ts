import type { RedactionKind } from "../../../shared/evidence.ts";
import { isAmountWord, wordSet, wordsOf } from "../../payload/index.ts";

/** In the order in which they are looked for: an `account_name` is a name, a `customer_email` is no customer. */
const BY_KEY: readonly (readonly [RedactionKind, ReadonlySet<string>])[] = [
  [
    "token",
    wordSet(
      "token secret password passwd passphrase pin otp cvv cvc authorization auth session cookie signature sig credential credentials jwt bearer nonce apikey key csrf",
    ),
  ],
  ["email", wordSet("email mail emails")],
  ["phone", wordSet("phone mobile tel telephone msisdn cell cellphone whatsapp fax")],
  [
    "text",
    wordSet(
      "address street city town postcode postal zip dob birth birthday remark remarks narration memo note notes description comment purpose verwendungszweck descriptor statement",
    ),
  ],
  [
    "name",
    wordSet(
      "name names firstname lastname fullname surname forename nickname username holder beneficiary alias from to user customer payer payee sender recipient receiver owner debtor creditor merchant business",
    ),
  ],
  ["account", wordSet("account acct iban nuban bban card pan bvn nin ssn sortcode routing wallet passport")],
  ["identifier", wordSet("id uuid guid reference ref refs identifier handle number no rrn stan arn trace")],
];

/** Keys of this kind carry a word of the machine's, or a number that everybody may see; so do those of amounts. */
const PLAIN = wordSet(
  "event type status state currency unit subtotal balance fee fees tax rate count version mode code time timestamp date created updated at on expires success message error reason kind category channel country locale language url uri logo color colour method",
);

/**
 * Remembers what was made of short texts: a log says the same few thousand things again and again, keys above all, and
 * looking at each of them anew is most of the work.
 */
export function remembering<Result>(make: (text: string) => Result): (text: string) => Result {
  const made = new Map<string, Result>();
  return (text) => {
    if (text.length > REMEMBERED_LENGTH) return make(text);
    const known = made.get(text);
    if (known !== undefined) return known;
    const own = ownText(text);
    const result = make(own);
    if (made.size >= REMEMBERED_AT_MOST) made.clear();
    made.set(own, result);
    return result;
  };
}

/** Longer ones are identifiers and tokens, which nobody says twice. */
const REMEMBERED_LENGTH = 30;
const REMEMBERED_AT_MOST = 2_000;

/** What is cut out of a text is a copy up to this length; V8 makes anything longer a place within that text. */
const LONGEST_COPIED = 12;

/** A text that can be kept: otherwise one that was cut out of a body would hold all of that body, of whatever size. */
export function ownText(text: string): string {
  return text.length <= LONGEST_COPIED ? text : (JSON.parse(JSON.stringify(text)) as string);
}

function isPlain(word: string): boolean {
  return PLAIN.has(word) || isAmountWord(word);
}

/** What a key says about the value under it; null where it says nothing. */
export const kindOfKey = remembering((key: string): RedactionKind | null => {
  const parts = wordsOf(key.length > 200 ? key.slice(0, 200) : key);
  const last = parts.at(-1) ?? "";
  // `account_type` carries a word, `created_at` a time, `event_name` what the service calls it.
  if (isPlain(last) || (last === "name" && parts.includes("event"))) return null;
  return BY_KEY.find(([, known]) => parts.some((part) => known.has(part)))?.[0] ?? null;
});

/** Whether digits under this key may be an amount or a moment, and so are no account number. */
export const isPlainKey = remembering((key: string): boolean =>
  wordsOf(key.length > 200 ? key.slice(0, 200) : key).some(isPlain),
);

/** Something that speaks for itself within a text. */
export interface Spotted {
  readonly start: number;
  readonly end: number;
  readonly kind: RedactionKind;
}

interface Pattern {
  readonly kind: RedactionKind;
  readonly expression: RegExp;
  /** Only where the text has all of these is it worth the search. */
  readonly needs: number;
  readonly digits?: true;
  readonly test?: (found: string) => boolean;
}

// What a text has, found out by looking at each character once: an expression for each of them takes ten times as long.
const [DIGIT, DIGITS, GROUP, ZERO, AT, LINE, DASH, PLUS, LONG, CAPITALS, POINTS] = Array.from(
  { length: 11 },
  (_, at) => 1 << at,
) as [number, number, number, number, number, number, number, number, number, number, number];

const PATTERNS: readonly Pattern[] = [
  // JSON web tokens (RFC 7519), keys with a telling prefix, and long texts that mix letters and digits.
  { kind: "token", needs: POINTS, expression: /(?<![\w-])eyJ[\w-]{4,4000}\.[\w-]{2,4000}(?:\.[\w-]{0,4000})?/g },
  { kind: "token", needs: LINE, expression: /\b(?:sk|pk|rk|whsec|tok|token|secret|key|pat|ghp)_\w{6,500}/g },
  { kind: "identifier", needs: DASH | LONG, expression: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi },
  {
    kind: "token",
    needs: DIGIT | LONG,
    // With no end to it, ten million characters are more than V8's stack of ways back has room for.
    expression: /[\w+/=-]{24,100000}/g,
    test: (found) => /[a-z]/i.test(found) && /\d/.test(found),
  },
  {
    kind: "email",
    needs: AT,
    expression: /[\p{L}\p{N}._+-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  },
  {
    kind: "account",
    needs: CAPITALS | DIGIT,
    expression: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  },
  { kind: "phone", needs: PLUS | DIGIT, expression: /\+\d(?:[ ().-]{0,2}\d){7,14}/g },
  { kind: "account", needs: GROUP, expression: /\b\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?\b/g },
  { kind: "phone", needs: ZERO | DIGITS, digits: true, expression: /(?<![\w.])0\d{9,10}(?![\w.])/g },
  { kind: "account", needs: DIGITS, digits: true, expression: /(?<![\w.])\d{10,19}(?![\w.])/g },
];

const LONG_RUN = 24;
const LONGEST_TOKEN = 100_000;
const MANY_DIGITS = 10;

function traitsOf(text: string): number {
  let traits = 0;
  let run = 0;
  let digits = 0;
  let capitals = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      traits |= code === 0x30 ? DIGIT | ZERO : DIGIT;
      digits += 1;
      run += 1;
      if (digits >= MANY_DIGITS) traits |= DIGITS;
      if (capitals >= 2) traits |= CAPITALS;
      capitals = 0;
    } else {
      if (digits >= 4 && (code === 0x20 || code === 0x2d)) traits |= GROUP;
      digits = 0;
      const isCapital = code >= 0x41 && code <= 0x5a;
      capitals = isCapital ? capitals + 1 : 0;
      if (isCapital || (code >= 0x61 && code <= 0x7a) || code === 0x2f || code === 0x3d) run += 1;
      else if (code === 0x2d || code === 0x2b || code === 0x5f) {
        traits |= code === 0x2d ? DASH : code === 0x2b ? PLUS : LINE;
        run += 1;
      } else {
        run = 0;
        // `%40` is how an address has it.
        if (code === 0x40 || code === 0x25) traits |= AT;
        else if (code === 0x2e) traits |= POINTS;
      }
    }
    if (run >= LONG_RUN) traits |= LONG;
  }
  return traits;
}

/**
 * E-mail addresses, phone, account and card numbers, tokens and identifiers in a text, in order and without overlaps.
 *
 * @param withDigits false where a mere row of digits is an amount or a moment
 */
export function spot(text: string, withDigits: boolean): readonly Spotted[] {
  if (text.length < 6) return NOTHING;
  return withDigits ? spotAll(text) : spotOthers(text);
}

/** What a text speaks for itself as from end to end; null where it does not. */
export function wholeKind(text: string, withDigits: boolean): RedactionKind | null {
  const [first] = spot(text, withDigits);
  return first !== undefined && first.end - first.start === text.length ? first.kind : null;
}

const NOTHING: readonly Spotted[] = [];
const spotAll = remembering((text: string) => spotted(text, true));
const spotOthers = remembering((text: string) => spotted(text, false));

/** A text in which more values than this are found is left out whole. */
const SPOTTED_AT_MOST = 20_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * One word of letters and digits, so long that it is a token and nothing else: an expression takes ten times as long.
 */
function isSureToken(text: string): boolean {
  if (text.length < LONG_RUN || text.length > LONGEST_TOKEN) return false;
  let letters = false;
  let digits = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const small = code | 0x20;
    if (code >= 0x30 && code <= 0x39) digits = true;
    else if (small >= 0x61 && small <= 0x7a) letters = true;
    else return false;
  }
  return letters && digits;
}

function spotted(text: string, withDigits: boolean): readonly Spotted[] {
  // Most long texts are one of these two, and the patterns come to the same.
  const { length } = text;
  if (length === 36 && UUID.test(text)) return [{ start: 0, end: length, kind: "identifier" }];
  if (isSureToken(text)) return [{ start: 0, end: length, kind: "token" }];
  const traits = traitsOf(text);
  if (traits === 0) return NOTHING;
  let found: Spotted[] = [];
  for (const { kind, expression, needs, digits, test } of PATTERNS) {
    if ((digits === true && !withDigits) || (traits & needs) !== needs) continue;
    const more: Spotted[] = [];
    // Both are in order: what was found before is gone along with.
    let at = 0;
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (test !== undefined && !test(match[0])) continue;
      while ((found[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
      if (end <= (found[at]?.start ?? Number.POSITIVE_INFINITY)) more.push({ start, end, kind });
      if (found.length + more.length > SPOTTED_AT_MOST) return [{ start: 0, end: text.length, kind: "token" }];
    }
    if (more.length > 0) found = [...found, ...more].toSorted((one, other) => one.start - other.start);
  }
  return found;
}
