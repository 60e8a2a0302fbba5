import { createHash } from "node:crypto";
import type { NewWord, OutcomeMeaning, PurposeMeaning, Reading } from "../../shared/reading.ts";
import type { Expectation } from "../../shared/run.ts";
import { idRank } from "./ids.ts";
import { patternOf } from "./patterns.ts";
import { type Candidates, candidatesOf, chooseAwaited } from "./propose-awaited.ts";
import { proposeAmount, proposeCurrency } from "./propose-money.ts";
import { proposePerson, proposeRemark } from "./propose-people.ts";
import { type Signal, signalsOf } from "./signals.ts";
import { containersOf, type Payload, type PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";

/** What simulations before a webhook are waiting for, the newest first: it only weighs a proposal. */
export type Awaited = Pick<Expectation, "operation" | "amount" | "currency" | "user" | "from" | "to" | "remark">;

const LONGEST_WORD = 200;
const LONGEST_PATH = 500;

/**
 * Makes a reading for a payload of a kind that nobody has confirmed: by the names of its places, and by the values that
 * simulations are waiting for, where they stand in it. null where it says nothing of money or people.
 */
export function propose(payload: Payload, nodes: readonly PayloadNode[], awaited: readonly Awaited[]): Reading | null {
  const candidates = candidatesOf(payload);
  const { expected, isStrong } = chooseAwaited(candidates, awaited);
  const amount = proposeAmount(candidates, expected);
  const currency = proposeCurrency(candidates, amount, expected);
  const people = peopleOf(candidates, amount?.node ?? null, expected);
  if (amount === null && people.user === null && people.from === null && people.to === null) return null;
  const remark = proposeRemark(candidates, expected, isStrong);
  const named = [amount?.node, currency?.node, people.user?.node, people.from?.node, people.to?.node, remark];
  const signals = signalsOf(nodes, amount?.node ?? null, isStrong ? (expected?.operation ?? null) : null).filter(
    ({ node, isQuiet }) => isQuiet !== true || !named.includes(node),
  );
  const purposes = placesOf<PurposeMeaning>("purpose", signals, isStrong ? "either" : null, 20);
  const outcomes = placesOf<OutcomeMeaning>("outcome", signals, isStrong ? "went-through" : null, 30);
  const roles = [amount?.node, currency?.node, people.user?.node, people.from?.node, people.to?.node];
  const needed = [...roles.filter((node) => node !== undefined && node !== null).map(patternOf)];
  for (const { node, about } of signals)
    if (about === "purpose" ? (node.words.says & SAYS.kind) !== 0 : (node.words.says & SAYS.outcome) !== 0)
      needed.push(patternOf(node));
  const paths = [...new Set(needed)].filter((path) => path.length <= LONGEST_PATH).slice(0, 60);
  const decimals = amount === null ? null : decimalsBeside(amount.node);
  return {
    version: 1,
    id: `shape-${createHash("sha256").update(paths.join("\n")).digest("hex").slice(0, 24)}`,
    name: (nameIn(signals) ?? "webhook").slice(0, LONGEST_WORD),
    shape: { paths, when: decimals === null ? [] : [{ path: patternOf(decimals), words: [decimals.text] }] },
    amount:
      amount === null
        ? null
        : { path: patternOf(amount.node), scale: amount.scale, decimalMark: amount.mark, negative: amount.negative },
    currency:
      currency === null
        ? null
        : currency.node === null
          ? { fixed: currency.fixed }
          : { path: patternOf(currency.node) },
    user: placed(people.user),
    from: placed(people.from),
    to: placed(people.to),
    remark: remark === null ? null : { path: patternOf(remark) },
    eventId: eventIdOf(candidates, amount?.node ?? null, people),
    purpose: { always: null, places: purposes },
    outcome: { places: outcomes },
  };
}

/** A person's place in a payload. */
export interface Person {
  readonly node: PayloadNode;
  readonly written: "same" | "otherwise";
}
type People = Readonly<Record<"user" | "from" | "to", Person | null>>;

function placed(person: Person | null): Reading["user"] {
  return person === null ? null : { path: patternOf(person.node), written: person.written };
}

function peopleOf(candidates: Candidates, amount: PayloadNode | null, expected: Awaited | null): People {
  if (expected === null) {
    const user = proposePerson(candidates, "user", null, amount, null);
    return {
      user,
      from: proposePerson(candidates, "from", null, amount, user?.node ?? null),
      to: proposePerson(candidates, "to", null, amount, user?.node ?? null),
    };
  }
  if (expected.operation === "credit")
    return { user: proposePerson(candidates, "user", expected.user, amount, null), from: null, to: null };
  const from = proposePerson(candidates, "from", expected.from, amount, null);
  return { user: null, from, to: proposePerson(candidates, "to", expected.to, amount, from?.node ?? null) };
}

function placesOf<Meaning extends string>(
  about: NewWord["about"],
  signals: readonly Signal[],
  otherwise: Meaning | null,
  most: number,
): readonly { readonly path: string; readonly words: readonly { readonly text: string; readonly means: Meaning }[] }[] {
  const places = new Map<string, Map<string, Meaning>>();
  for (const signal of signals) {
    if (signal.about !== about || signal.node.isCut || signal.node.text.length > LONGEST_WORD) continue;
    const path = patternOf(signal.node);
    if (path.length > LONGEST_PATH || (!places.has(path) && places.size === most)) continue;
    const words = places.get(path) ?? new Map<string, Meaning>();
    places.set(path, words);
    // The caller asks for purposes with their meanings and for outcomes with theirs.
    const isClear = signal.isQuiet !== true || (signal.suggests === "failed" && signal.node.words.words.length === 1);
    const means = (isClear ? (signal.suggests as Meaning | null) : null) ?? otherwise;
    if (means !== null && words.size < 100) words.set(signal.node.text, means);
  }
  return [...places].map(([path, words]) => ({ path, words: [...words].map(([text, means]) => ({ text, means })) }));
}

/** What the payload calls itself. */
export function nameIn(signals: readonly Signal[]): string | null {
  const kinds = signals.filter(({ about, node }) => about === "purpose" && (node.words.says & SAYS.kind) !== 0);
  const named = kinds.find(({ node }) => (node.words.says & SAYS.event) !== 0) ?? kinds[0];
  return named === undefined || named.node.text === "" ? null : named.node.text;
}

/** How many decimals the amount has, where the payload says it beside: another number of them is another unit. */
function decimalsBeside(amount: PayloadNode): PayloadNode | null {
  const found = amount.parent?.children.find(
    ({ words, text, kind }) => (words.says & SAYS.decimals) !== 0 && /^[0-9]$/.test(text) && kind !== "boolean",
  );
  return found === undefined || found === amount ? null : found;
}

function eventIdOf({ values }: Candidates, amount: PayloadNode | null, people: People): Reading["eventId"] {
  const around = containersOf(amount);
  let best: { readonly node: PayloadNode; readonly rank: number } | null = null;
  for (const node of values) {
    if (node === amount || [people.user, people.from, people.to].some((person) => person?.node === node)) continue;
    const rank = idRank(node, around);
    if (rank > 0 && (best === null || rank * 100 - node.depth > best.rank))
      best = { node, rank: rank * 100 - node.depth };
  }
  return best === null ? null : { path: patternOf(best.node) };
}
