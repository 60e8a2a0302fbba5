import type { EventDetail } from "../../../shared/events.ts";
import type { RedactionRule, RedactionRules } from "../../../shared/redaction-rules.ts";
import type { Spotted } from "./kinds.ts";

/** The rules of one profile. */
export interface OwnRules {
  /** Whether everything under this name is left out. */
  hidesField(key: string): boolean;
  /** What a rule finds in a text, in order and without overlaps. */
  spot(text: string): readonly Spotted[];
}

/** A `*` goes no further, so that no rule takes longer than in proportion to the text. */
const STAR_AT_MOST = 100;
const NOTHING: readonly Spotted[] = [];
export const NO_RULES: OwnRules = { hidesField: () => false, spot: () => NOTHING };

/** The rules for each event: those of the profile that it came with. */
export function createRules({ of, otherwise }: RedactionRules): (detail: EventDetail) => OwnRules {
  const made = new Map(Object.entries(of).map(([id, rules]) => [id, rules.length === 0 ? NO_RULES : ownRules(rules)]));
  const usual = made.get(otherwise) ?? NO_RULES;
  if (made.size === 0) return () => NO_RULES;
  return ({ summary }) => {
    if (summary.kind === "notice") return NO_RULES;
    return made.get(summary.profile?.id ?? otherwise) ?? usual;
  };
}

function ownRules(rules: readonly RedactionRule[]): OwnRules {
  const fields = rules.filter(({ hides }) => hides === "field").map(({ pattern }) => partsOf(spelled(pattern)));
  const texts = rules.filter(({ hides }) => hides === "text").map(({ pattern }) => partsOf(folded(pattern)));
  return {
    hidesField(key) {
      if (fields.length === 0 || key === "") return false;
      const name = spelled(key.slice(0, 200));
      return fields.some((parts) => {
        const [first] = found(name, parts);
        return first !== undefined && first.start === 0 && first.end === name.length;
      });
    },
    spot(text) {
      if (texts.length === 0) return NOTHING;
      const folds = folded(text);
      const all = texts.flatMap((parts) => found(folds, parts)).toSorted((one, other) => one.start - other.start);
      let end = 0;
      return all.filter((each) => {
        const isFree = each.start >= end;
        if (isFree) end = each.end;
        return isFree;
      });
    },
  };
}

/** Names are compared without their signs: `customer_ref` is `customerRef`. */
function spelled(name: string): string {
  return folded(name).replaceAll(/[_\s.-]/g, "");
}

/** Without capitals, where that leaves every character in its place. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** What stands between the stars. */
function partsOf(pattern: string): readonly string[] {
  return pattern.split("*");
}

/** Where a pattern fits, from its first part on: each further part is taken where it comes first. */
function found(text: string, parts: readonly string[]): readonly Spotted[] {
  const results: Spotted[] = [];
  const solid = parts.filter((part) => part !== "");
  const [first = "", ...others] = solid;
  const opensWithStar = parts[0] === "";
  const endsWithStar = parts.length > 1 && parts.at(-1) === "";
  let last = 0;
  for (let at = 0; at + first.length <= text.length; at += 1) {
    if (!fits(text, first, at)) continue;
    let end: number | null = at + first.length;
    for (const part of others) {
      end = nextEnd(text, part, end);
      if (end === null) break;
    }
    if (end === null) continue;
    const start = opensWithStar ? runStart(text, at, last) : at;
    const until = endsWithStar ? runEnd(text, end) : end;
    results.push({ start, end: until, kind: "own" });
    last = until;
    at = until - 1;
  }
  return results;
}

function fits(text: string, part: string, at: number): boolean {
  for (let index = 0; index < part.length; index += 1) {
    const [wanted, is] = [part.charCodeAt(index), text.charCodeAt(at + index)];
    if (wanted === HASH ? !(is >= ZERO && is <= NINE) : wanted !== is) return false;
  }
  return true;
}

const [HASH, ZERO, NINE] = [0x23, 0x30, 0x39];

/** Behind a `*`: the end of the part where it comes first; null where white space, or too much, is between. */
function nextEnd(text: string, part: string, from: number): number | null {
  for (let at = from; at <= Math.min(from + STAR_AT_MOST, text.length - part.length); at += 1) {
    if (fits(text, part, at)) return at + part.length;
    if (isSpace(text, at)) return null;
  }
  return null;
}

function runEnd(text: string, from: number): number {
  let at = from;
  while (at < Math.min(from + STAR_AT_MOST, text.length) && !isSpace(text, at)) at += 1;
  return at;
}

function runStart(text: string, from: number, least: number): number {
  let at = from;
  while (at > Math.max(least, from - STAR_AT_MOST) && !isSpace(text, at - 1)) at -= 1;
  return at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}
