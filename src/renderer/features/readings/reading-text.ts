import type { Reading } from "../../../shared/reading.ts";
import type { WordLine } from "./words-table.tsx";

/** A place of words as it is typed. */
export interface PlaceText {
  readonly path: string;
  readonly lines: readonly WordLine[];
}

/** A reading as it is typed: an empty path stands for a value that the webhooks do not carry. */
export interface ReadingText {
  readonly name: string;
  readonly amount: string;
  readonly scale: "0" | "-2" | "2" | "-3" | "3";
  readonly currency: string;
  readonly fixed: string;
  readonly user: string;
  readonly from: string;
  readonly to: string;
  readonly remark: string;
  readonly eventId: string;
  readonly always: "" | "credit" | "charge" | "neither";
  readonly purposes: readonly PlaceText[];
  readonly outcomes: readonly PlaceText[];
  readonly paths: string;
  /** The paths that are watched, one on each line. */
  readonly watched: string;
}

export function readingText(reading: Reading): ReadingText {
  const { currency, purpose, outcome } = reading;
  return {
    name: reading.name,
    amount: reading.amount?.path ?? "",
    scale: String(reading.amount?.scale ?? 0) as ReadingText["scale"],
    currency: currency !== null && "path" in currency ? currency.path : "",
    fixed: currency !== null && "fixed" in currency ? currency.fixed : "",
    user: reading.user?.path ?? "",
    from: reading.from?.path ?? "",
    to: reading.to?.path ?? "",
    remark: reading.remark?.path ?? "",
    eventId: reading.eventId?.path ?? "",
    always: purpose.always ?? "",
    purposes: purpose.places.map(placeText),
    outcomes: outcome.places.map(placeText),
    paths: reading.shape.paths.join("\n"),
    watched: (reading.watched ?? []).map(({ path }) => path).join("\n"),
  };
}

function placeText({ path, words }: Reading["purpose"]["places"][number] | Reading["outcome"]["places"][number]) {
  return { path, lines: words.map((word): WordLine => ({ ...word, times: null })) };
}

/** The reading that was typed, to be checked by its schema; what cannot be typed here stays as it is. */
export function readingOfText(reading: Reading, text: ReadingText): unknown {
  const amount = text.amount.trim();
  const place = (path: string, rest = {}) => (path.trim() === "" ? null : { ...rest, path: path.trim() });
  const person = (name: "user" | "from" | "to") => place(text[name], { written: reading[name]?.written ?? "same" });
  const { path: before, ...written } = reading.amount ?? { path: amount, decimalMark: ".", negative: false };
  // Another amount may be written otherwise, and in another unit it means something else.
  const isSame = before === amount && reading.amount?.scale === Number(text.scale);
  return {
    ...reading,
    name: text.name,
    amount:
      amount === ""
        ? null
        : { ...written, path: amount, scale: Number(text.scale), ...(isSame ? {} : { forms: undefined }) },
    currency:
      text.currency.trim() === "" && text.fixed.trim() !== "" ? { fixed: text.fixed.trim() } : place(text.currency),
    user: person("user"),
    from: person("from"),
    to: person("to"),
    remark: place(text.remark),
    eventId: place(text.eventId),
    purpose: { always: text.always === "" ? null : text.always, places: text.purposes.map(placeOf) },
    outcome: { places: text.outcomes.map(placeOf) },
    shape: { ...reading.shape, paths: linesOf(text.paths) },
    watched: watchedOf(reading, linesOf(text.watched)),
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A place that stays keeps the words that were seen there. */
function watchedOf({ watched }: Reading, paths: readonly string[]): Reading["watched"] {
  if (watched === null && paths.length === 0) return null;
  return paths.map((path) => watched?.find((place) => place.path === path) ?? { path, words: [] });
}

function placeOf({ path, lines }: PlaceText) {
  return {
    path: path.trim(),
    words: lines.flatMap(({ text, means }) => (means === null ? [] : [{ text, means }])),
  };
}
