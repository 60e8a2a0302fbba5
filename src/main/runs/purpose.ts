import {
  ABOUT_ELSE,
  CONTRARY,
  CONTRARY_SWITCHES,
  DIRECTION_NAMES,
  FAILED,
  GENERIC,
  INCOMING,
  KIND_NAMES,
  MOVEMENT,
  OUTGOING,
  PINGS,
  STATUS_WORDS,
  SUCCESS_SWITCHES,
  UNFINISHED,
} from "./purpose-words.ts";
import { type Level, wordsOf } from "./senses.ts";
import { LASTING_WORDS } from "./vocabulary.ts";
import type { Value } from "./walk.ts";

// A longer text is no name of a kind.
const LONGEST = 80;

/** What a payload says about itself that speaks against its being the webhook of a simulation, and where. */
export interface Purpose {
  /** Something else with the same values: a refund, a reversal, a balance notice. */
  readonly otherwise: Said | null;
  /** Money that leaves, which no credit does. */
  readonly outgoing: Said | null;
  /** It went wrong, or is not over. */
  readonly unfinished: Said | null;
  /** It has a name for its kind, and the name does not speak of money that moves. */
  readonly isStrange: boolean;
  /** It only asks whether anybody is there. */
  readonly isPing: boolean;
}

type Said = Pick<Value, "text" | "path">;

/**
 * Reads what a payload calls itself. The first that says so counts; a success elsewhere does not take it back.
 *
 * @param flags its true and false, as texts
 */
export function purposeOf(values: readonly Value[], flags: readonly Value[]): Purpose {
  let otherwise: Said | null = null;
  let about: Said | null = null;
  let outgoing: Said | null = null;
  let unfinished: Said | null = null;
  let isPing = false;
  let isNamed = false;
  let moves = false;
  let movesSurely = false;
  for (const value of values) {
    const { text, kind, key, levels } = value;
    if (kind !== "string" || text.length > LONGEST) continue;
    const isKind = KIND_NAMES.has(key.name) || (key.name === "name" && levels.at(-1)?.name === "event");
    const isDirection = isKind || DIRECTION_NAMES.has(key.name);
    const isStatus = key.words.some((word) => STATUS_WORDS.has(word)) && !isLasting(key);
    if ((!isDirection && !isStatus) || levels.some(isLasting)) continue;
    const words = wordsOf(text);
    const says = (of: ReadonlySet<string>) => words.some((word) => of.has(word));
    if ((isKind || isStatus) && says(CONTRARY)) otherwise ??= value;
    else if ((isKind || isStatus) && (says(FAILED) || says(UNFINISHED))) unfinished ??= value;
    if (isDirection && says(OUTGOING) && !says(INCOMING)) outgoing ??= value;
    if (!isKind) continue;
    isNamed ||= !words.every((word) => GENERIC.has(word));
    if (says(PINGS) && !says(MOVEMENT)) isPing = true;
    if (says(MOVEMENT)) {
      moves = true;
      movesSurely ||= words.some((word) => MOVEMENT.has(word) && !/^transactions?$/.test(word));
    } else if (says(ABOUT_ELSE) && !movesSurely) about ??= value;
  }
  for (const flag of flags) {
    if (flag.levels.some(isLasting)) continue;
    if (flag.text === "true" && CONTRARY_SWITCHES.has(flag.key.name)) otherwise ??= flag;
    if (flag.text === "false" && SUCCESS_SWITCHES.has(flag.key.name)) unfinished ??= flag;
  }
  return { otherwise: otherwise ?? about, outgoing, unfinished, isStrange: isNamed && !moves, isPing };
}

/** A card's type and a user's status say nothing about the event. */
function isLasting(level: Level): boolean {
  return level.words.some((word) => LASTING_WORDS.has(word) || word === "card" || word === "method");
}
