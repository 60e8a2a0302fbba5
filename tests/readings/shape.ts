import { type Awaited, valuesOf, type WebhookSource } from "../../src/main/payload/index.ts";
import type { Reading } from "../../src/shared/reading.ts";

/**
 * A kind of webhook as some service sends it. The body is a text with marks: `$A` the amount in the units of the
 * simulation, `$D` with two decimals in hundredths of them, `$M` a hundred times as much, `$G` and `$H` in groups as the English and
 * the Germans do, `$C` the currency, `$K` in small letters, `$Q` its number, `$U` `$F` `$T`
 * the references, `$R` the remark, `$I` an id of the event; in small letters the same value at a place that is not meant.
 * `$N` is another number, `$W` a moment, `$P` a person's name, `$O` a card or a bank. Other marks are words, each written as good|failed|pending|refund|other; what is
 * empty is as in the good one. `other`: a part only, the other direction, a dispute. A sixth word, `fine`, is another one
 * of a webhook that went through as well: a retry, a fee, data of the shop's own.
 */
export interface Shape {
  readonly name: string;
  readonly operation: "credit" | "charge";
  readonly body: string;
  readonly words: Readonly<Record<string, string>>;
  readonly how: "json" | "form" | "xml" | "query" | "text" | "base64" | "token";
  readonly headers: string;
}

export function shape(
  operation: Shape["operation"],
  name: string,
  body: string,
  words: Shape["words"] = {},
  how: Shape["how"] = body.startsWith("<") ? "xml" : /^[[{]/.test(body) ? "json" : "form",
  headers = "",
): Shape {
  return { name, operation, body, words, how, headers };
}

export const credit = (name: string, body: string, words?: Shape["words"], how?: Shape["how"], headers?: string) =>
  shape("credit", name, body, words, how, headers);
export const charge = (name: string, body: string, words?: Shape["words"], how?: Shape["how"], headers?: string) =>
  shape("charge", name, body, words, how, headers);

/**
 * Shapes a line each: the operation, the name, the body, its words as `mark=good,failed,pending,refund,other` with `;`
 * between marks, and how it is sent where that is not plain. `between`: what stands between the words in place of a comma.
 */
export function shapesIn(lines: string, between = ","): readonly Shape[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [operation, name = "", body = "", words = "", how] = line.split("|");
      const marks = words.split(";").flatMap((each) => (each === "" ? [] : [each.split(/=(.*)/, 2)]));
      return shape(
        operation === "charge" ? "charge" : "credit",
        name,
        body,
        Object.fromEntries(marks.map(([mark = "", list = ""]) => [mark, list.replaceAll(between, "|")])),
        how === "query" ? how : undefined,
      );
    });
}

/** What a simulation asked for, and what the service made of it. */
export interface Movement {
  readonly amount: number;
  readonly currency: string;
  readonly user: string;
  readonly from: string;
  readonly to: string;
  readonly remark: string;
  readonly id: string;
}

const CURRENCIES = ["NGN", "KES", "USD", "EUR", "GHS", "ZAR", "INR", "BRL"];
const PEOPLE = [
  ["ref_ada", "ref_tunde"],
  ["CUS-100482", "CUS-774310"],
  ["0b6f2d9e-51c7-4f0b-9a58-6f2f4f7c1d20", "5a2e0c44-9d13-4f7a-8a0e-1b7d2c9e6f31"],
  ["254712345678", "254798765432"],
  ["usr_9k2Lm4", "usr_7Qw3Zp"],
  ["7781204", "7790015"],
] as const;
const REMARKS = ["Lunch at Mama Put", "Invoice 2041/B", "school fees term 2", "Taxi, Friday"];

const pick = <Value>(list: readonly Value[], at: number): Value => list[at % list.length] as Value;

/** The good movement of a shape: which values it has depends on its place in the table only. */
export function movementOf(at: number): Movement {
  const [one, other] = pick(PEOPLE, at);
  const currency = pick(CURRENCIES, at);
  const remark = pick(REMARKS, at);
  return { amount: 20_000 + at * 1_300, currency, user: one, from: one, to: other, remark, id: `e7${at}Kd93b0c${at}` };
}

export function awaitedOf({ operation }: Shape, movement: Movement): Awaited {
  const { currency, user, from, to, remark } = movement;
  const amount = String(movement.amount);
  return operation === "credit"
    ? { operation, amount, currency, user, from: null, to: null, remark: null }
    : { operation, amount, currency, user: null, from, to, remark };
}

export const WORD_VARIANTS = ["good", "failed", "pending", "refund", "other"] as const;
export type WordVariant = (typeof WORD_VARIANTS)[number];

/** A mark and what it says in a variant. */
export function wordsIn({ words }: Shape, variant: WordVariant | "fine"): Readonly<Record<string, string>> {
  const at = [...WORD_VARIANTS, "fine"].indexOf(variant);
  return Object.fromEntries(
    Object.entries(words).map(([mark, list]) => {
      const [good = "", ...others] = list.split("|");
      const word = at === 0 ? good : (others[at - 1] ?? "");
      return [mark, word === "" ? good : word];
    }),
  );
}

/** Whether a shape says anything else in this variant than in the good one. */
export function hasVariant(shape: Shape, variant: WordVariant | "fine"): boolean {
  const good = wordsIn(shape, "good");
  return Object.entries(wordsIn(shape, variant)).some(([mark, word]) => good[mark] !== word);
}

export const MARKS = ["A", "D", "M", "G", "H", "C", "Q", "U", "F", "T", "R", "I"] as const;

const NUMERIC: Readonly<Record<string, string>> = {
  NGN: "566",
  KES: "404",
  USD: "840",
  EUR: "978",
  GHS: "936",
  ZAR: "710",
  INR: "356",
  BRL: "986",
  JPY: "392",
};

/** What changes with every webhook and matters to nobody: a number, a moment, a person's name, a card or bank. */
const FREE = { N: "7316", W: "2026-11-21T09:41:07Z", P: "Ada Obi", O: "visa" };
export const FREELY_CHANGED = { N: "52088", W: "2026-12-03T18:05:59Z", P: "Grace", O: "gt_bank" };

const ENGLISH = new Intl.NumberFormat("en");
const GERMAN = new Intl.NumberFormat("de");

/** The bytes that arrive. `override` puts something else at a mark. */
export function sourceOf(
  shape: Shape,
  movement: Movement,
  words: Readonly<Record<string, string>>,
  override: Readonly<Record<string, string>> = {},
): WebhookSource {
  const { amount, currency, user, from, to, remark, id } = movement;
  const values: Record<string, string> = {
    A: String(amount),
    D: (amount / 100).toFixed(2),
    M: String(amount * 100),
    G: `${ENGLISH.format(amount)}.00`,
    H: `${GERMAN.format(amount)},00`,
    C: currency,
    K: currency.toLowerCase(),
    Q: NUMERIC[currency] ?? "",
    U: user,
    F: from,
    T: to,
    R: remark,
    I: id,
    ...FREE,
  };
  const write = shape.how === "form" || shape.how === "query" ? encodeURIComponent : (text: string) => text;
  const fill = (text: string): string =>
    text.replaceAll(/\$([A-Za-z])/g, (whole, mark: string) => {
      const value = override[mark] ?? words[mark] ?? values[mark] ?? values[mark.toUpperCase()];
      return value === undefined ? whole : mark in words ? fill(value) : write(value);
    });
  const text = fill(shape.body);
  const encode = (body: string) => new TextEncoder().encode(body);
  const types = {
    json: "application/json",
    form: "application/x-www-form-urlencoded",
    xml: "text/xml",
    text: "text/plain",
  } as const;
  const headers: [string, string][] =
    shape.headers === "" ? [] : [fill(shape.headers).split(": ", 2) as [string, string]];
  if (shape.how === "query") return { body: new Uint8Array(0), headers, target: `/webhooks?${text}` };
  const base64 = Buffer.from(text).toString("base64");
  const carried =
    shape.how === "base64"
      ? `{"message":{"data":"${base64}","messageId":"9900112233","publishTime":"2026-11-21T09:41:07Z"},"subscription":"projects/p/s"}`
      : `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(text).toString("base64url")}.c2lnbmF0dXJl`;
  const body = shape.how === "base64" || shape.how === "token" ? carried : text;
  const type = types[shape.how === "base64" || shape.how === "token" ? "json" : shape.how];
  return { body: encode(body), headers: [["Content-Type", type], ...headers], target: "/webhooks" };
}

/** The paths at which a mark stands, as a reading writes them. */
export function pathsOf(shape: Shape, mark: (typeof MARKS)[number], movement: Movement): readonly string[] {
  if (!shape.body.includes(`$${mark}`) && !shape.headers.includes(`$${mark}`)) return [];
  const sentinel = /^[ADMGHQ]$/.test(mark) ? "918273645546372819" : "Sentinel918273645546";
  const withSentinel = sourceOf(shape, movement, wordsIn(shape, "good"), { [mark]: sentinel });
  return valuesOf(withSentinel)
    .values.filter(({ text }) => text.includes(sentinel))
    .map(({ path }) => path);
}

export type Role = Exclude<keyof Reading, "version" | "id" | "name" | "confirmedAt" | "shape" | "purpose" | "outcome">;
