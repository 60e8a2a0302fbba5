import {
  AMOUNT_NAMES,
  AMOUNT_PARTS,
  AMOUNT_WORDS,
  BYSTANDER_WORDS,
  CURRENCY_PARTS,
  CURRENCY_WORDS,
  EVENT_ID_WORDS,
  LASTING_WORDS,
  NOT_AMOUNT,
  NOT_AMOUNT_PARENTS,
  OWNER_NAMES,
  PEER_NAMES,
  PERSON_WORDS,
  RECIPIENT_NAMES,
  RECIPIENT_WORDS,
  REFERENCE_WORDS,
  REMARK_NAMES,
  SENDER_NAMES,
  SENDER_WORDS,
  UNIT_NAMES,
} from "./vocabulary.ts";

/** How well a number's place suits an amount, from "it is called that" to "it is called something else". */
export type Money = "named" | "related" | "other" | "unlikely";

/**
 * Whose value a place holds, where its name says so. `user`, `from` and `to` are references of people under their own
 * name (`user.reference`); `sender` and `recipient` are keys such as `from`, which may just as well hold a name.
 */
export type Meaning = "currency" | "remark" | "user" | "from" | "to" | "sender" | "recipient" | "event-id" | "other";

/** What a place's name says about the value in it. */
export interface Sense {
  readonly money: Money;
  readonly meaning: Meaning;
  /** Its name speaks of a reference or a person, so that even a short text or a number may be one. */
  readonly personal: boolean;
  /** It is called a person's reference or id: `customer_id`, `customer.ref`. */
  readonly ofPerson: boolean;
  /** The side of the payment that a name on the way to it speaks of, the nearest first; a credit's user receives. */
  readonly side: "from" | "to" | null;
  /** Somebody who is mentioned beside: `approved_by`, `referrer.reference`. */
  readonly bystander: boolean;
  /** It belongs to the other side of the transaction, as in `peer.user.reference`. */
  readonly ofPeer: boolean;
}

/** The words of a key: `montantTotal`, `montant_total` and `Montant-Total` have the same two. */
export function wordsOf(key: string): readonly string[] {
  return key
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** An object on the way to a value, by the words of its key. */
export interface Level {
  readonly words: readonly string[];
  /** The words in one: `userreference`. */
  readonly name: string;
  /** The side of a payment that it speaks of. */
  readonly side: "from" | "to" | null;
  /** It speaks of somebody who is only mentioned. */
  readonly bystander: boolean;
}

const levels = new Map<string, Level>();
const LEVELS_KEPT = 2_000;

/** The same few keys come again and again, and taking them apart is most of the work. */
export function levelOf(key: string): Level {
  const known = levels.get(key);
  if (known !== undefined) return known;
  const words = wordsOf(key.slice(0, 200));
  const name = words.join("");
  const says = (of: ReadonlySet<string>) => words.some((word) => of.has(word)) || of.has(name);
  const side = says(SENDER_WORDS) ? "from" : says(RECIPIENT_WORDS) ? "to" : null;
  const level: Level = { words, name, side, bystander: words.some((word) => BYSTANDER_WORDS.has(word)) };
  if (levels.size >= LEVELS_KEPT) levels.clear();
  levels.set(key, level);
  return level;
}

/** @param parents the objects around the value, from the outermost; arrays do not count */
export function senseOf(key: Level, parents: readonly Level[]): Sense {
  const parent = parents.at(-1);
  const ofPeer = parents.some(({ name }) => PEER_NAMES.has(name));
  const meaning = meaningOf(key, parents, ofPeer);
  const personal =
    /^(user|from|to|sender|recipient)$/.test(meaning) ||
    has(key, REFERENCE_WORDS) ||
    has(key, PERSON_WORDS) ||
    (parent !== undefined && has(parent, PERSON_WORDS));
  const side = key.side ?? parents.findLast((level) => level.side !== null)?.side ?? null;
  // An identifier may be a name or an address of mail, which says nothing beside a reference.
  const isId = has(key, REFERENCE_WORDS) && key.name !== "identifier";
  const ofPerson =
    /^(user|from|to)$/.test(meaning) ||
    (isId && (has(key, PERSON_WORDS) || (parent !== undefined && has(parent, PERSON_WORDS))));
  const bystander = key.bystander || parents.some((level) => level.bystander);
  return { money: moneyOf(key, parents), meaning, personal, ofPerson, side, bystander, ofPeer };
}

function has(level: Level, words: ReadonlySet<string>): boolean {
  return level.words.some((word) => words.has(word)) || words.has(level.name);
}

function moneyOf(key: Level, parents: readonly Level[]): Money {
  if (parents.some((level) => has(level, NOT_AMOUNT_PARENTS))) return "unlikely";
  const parent = parents.at(-1);
  if (parent !== undefined && AMOUNT_NAMES.has(parent.name) && AMOUNT_PARTS.has(key.name)) return "named";
  if (has(key, NOT_AMOUNT)) return "unlikely";
  if (AMOUNT_NAMES.has(key.name)) return "named";
  // `amount_minor` is one; so is what is left of `ngnAmount`.
  return has(key, AMOUNT_WORDS) ? "related" : "other";
}

function meaningOf(key: Level, parents: readonly Level[], ofPeer: boolean): Meaning {
  const { name } = key;
  if (has(key, CURRENCY_WORDS) || UNIT_NAMES.has(name)) return "currency";
  if (CURRENCY_PARTS.has(name) && parents.at(-1) !== undefined && has(parents.at(-1) ?? key, CURRENCY_WORDS))
    return "currency";
  if (REMARK_NAMES.has(name)) return "remark";
  const parent = parents.at(-1)?.name ?? "";
  const bare = name === "reference" || name === "ref";
  const whose = bare ? parent : (/^(.+?)(?:reference|ref)$/.exec(name)?.[1] ?? "");
  if (SENDER_NAMES.has(whose)) return "from";
  if (RECIPIENT_NAMES.has(whose)) return "to";
  if (OWNER_NAMES.has(whose)) return ofPeer ? "other" : "user";
  if (SENDER_NAMES.has(name)) return "sender";
  if (RECIPIENT_NAMES.has(name)) return "recipient";
  if (has(key, EVENT_ID_WORDS) && ![key, ...parents].some((level) => has(level, LASTING_WORDS))) return "event-id";
  return "other";
}
