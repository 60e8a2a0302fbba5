import { createHash } from "node:crypto";
import { type NewWord, type OutcomeMeaning, type PurposeMeaning, type Reading, UNNAMED } from "../../shared/reading.ts";
import { saysDecimals } from "./currencies.ts";
import { eventIdIn } from "./ids.ts";
import { type Payload, proposalIn } from "./layout.ts";
import { patternIn } from "./patterns.ts";
import { type Awaited, type Candidates, candidatesOf, chooseAwaited } from "./propose-awaited.ts";
import { type ProposedAmount, type ProposedCurrency, proposeAmount, proposeCurrency } from "./propose-money.ts";
import { type Person, proposePerson, proposeRemark, proposeSides } from "./propose-people.ts";
import { nameIn, type Signal, signalsOf, tellsOutcome } from "./telling-places.ts";
import type { PayloadNode } from "./tree.ts";
import { SAYS } from "./words.ts";

const LONGEST_WORD = 200;
const LONGEST_PATH = 500;

/**
 * Makes a reading for a payload of a kind that nobody has confirmed: by the names of its places, and by the values that
 * simulations are waiting for, where they stand in it. null where it says nothing of money or people.
 *
 * @param readings those of its profile
 */
export function propose(payload: Payload, awaited: readonly Awaited[], readings: readonly Reading[]): Reading | null {
  const candidates = candidatesOf(payload);
  const { expected, isStrong } = chooseAwaited(candidates, awaited);
  const amount = proposeAmount(candidates, expected, readings);
  const currency = proposeCurrency(candidates, amount, expected);
  const people = peopleOf(candidates, amount?.node ?? null, expected);
  if (amount === null && people.user === null && people.from === null && people.to === null) return null;
  const remark = proposeRemark(candidates, expected, isStrong);
  const roles = [amount?.node, currency?.node, people.user?.node, people.from?.node, people.to?.node];
  const whose = roles.slice(2);
  // What is said of a role once more tells how it went no more than the role does.
  const said = new Set([remark, ...roles].flatMap((node) => node?.text ?? []));
  const signals = signalsOf(payload, amount?.node ?? null, isStrong ? (expected?.operation ?? null) : null).filter(
    ({ node, isQuiet }) => !whose.includes(node) && (isQuiet !== true || !said.has(node.text)),
  );
  const eventId = eventIdIn(payload, amount?.node ?? null, whose);
  const decimals = amount === null ? null : decimalsBeside(amount.node, currency?.node ?? null);
  const proposal: Proposal = { amount, currency, ...people, remark, eventId, signals, decimals, isStrong };
  return proposalIn(payload, partsOf(proposal), () => readingOf(payload, proposal));
}

interface Proposal extends Readonly<Record<"user" | "from" | "to", Person | null>> {
  readonly amount: ProposedAmount | null;
  readonly currency: ProposedCurrency | null;
  readonly remark: PayloadNode | null;
  readonly eventId: PayloadNode | null;
  readonly signals: readonly Signal[];
  readonly decimals: PayloadNode | null;
  /** What is awaited stands in it. */
  readonly isStrong: boolean;
}

/** All that the reading of a proposal is made of, beside the names in the payload. */
function partsOf({ amount, currency, user, from, to, remark, eventId, signals, decimals, isStrong }: Proposal): string {
  const at = (node: PayloadNode | null | undefined) => node?.place ?? "";
  const person = (each: Person | null) => `${at(each?.node)}${each?.written ?? ""}`;
  let parts = `${at(amount?.node)} ${amount?.scale} ${amount?.mark} ${amount?.negative} ${at(currency?.node)} `;
  if (currency?.node === null) parts += currency.fixed;
  parts += `|${person(user)} ${person(from)} ${person(to)} ${at(remark)} ${at(eventId)} ${isStrong} ${decimals?.text} `;
  parts += at(decimals);
  for (const { node, about, suggests, isQuiet } of signals)
    parts += `\n${node.place} ${about} ${suggests} ${isQuiet} ${node.isCut} ${node.text.slice(0, LONGEST_WORD + 1)}`;
  return parts;
}

function readingOf(payload: Payload, proposal: Proposal): Reading {
  const { amount, currency, user, from, to, remark, eventId, signals, decimals, isStrong } = proposal;
  const path = (node: PayloadNode) => patternIn(payload, node);
  const person = (each: Person | null) => (each === null ? null : { path: path(each.node), written: each.written });
  const needed = [amount?.node, currency?.node, user?.node, from?.node, to?.node].flatMap((node) => node ?? []);
  for (const { node, about } of signals)
    if ((node.words.says & (about === "purpose" ? SAYS.kind : SAYS.outcome)) !== 0) needed.push(node);
  const paths = [...new Set(needed.map(path))].filter((each) => each.length <= LONGEST_PATH).slice(0, 60);
  return {
    version: 1,
    id: `shape-${createHash("sha256").update(paths.join("\n")).digest("hex").slice(0, 24)}`,
    name: (nameIn(signals) ?? UNNAMED).slice(0, LONGEST_WORD),
    shape: { paths, when: decimals === null ? [] : [{ path: path(decimals), words: [decimals.text] }] },
    amount:
      amount === null
        ? null
        : { path: path(amount.node), scale: amount.scale, decimalMark: amount.mark, negative: amount.negative },
    currency:
      currency === null ? null : currency.node === null ? { fixed: currency.fixed } : { path: path(currency.node) },
    user: person(user),
    from: person(from),
    to: person(to),
    remark: remark === null ? null : { path: path(remark) },
    eventId: eventId === null ? null : { path: path(eventId) },
    purpose: {
      always: null,
      places: placesOf<PurposeMeaning>("purpose", signals, path, isStrong ? "either" : null, 20),
    },
    outcome: { places: placesOf<OutcomeMeaning>("outcome", signals, path, isStrong ? "went-through" : null, 30) },
    watched: null,
  };
}

type People = Readonly<Record<"user" | "from" | "to", Person | null>>;

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
  return { user: null, ...proposeSides(candidates, expected, amount) };
}

function placesOf<Meaning extends string>(
  about: NewWord["about"],
  signals: readonly Signal[],
  pathOf: (node: PayloadNode) => string,
  otherwise: Meaning | null,
  most: number,
): readonly { readonly path: string; readonly words: readonly { readonly text: string; readonly means: Meaning }[] }[] {
  const places = new Map<string, Map<string, Meaning>>();
  for (const signal of signals) {
    if (signal.about !== about || signal.node.isCut || signal.node.text.length > LONGEST_WORD) continue;
    const path = pathOf(signal.node);
    if (path.length > LONGEST_PATH || (!places.has(path) && places.size === most)) continue;
    const words = places.get(path) ?? new Map<string, Meaning>();
    places.set(path, words);
    const isClear = signal.isQuiet !== true || (signal.suggests === "failed" && signal.node.words.words.length === 1);
    // The caller asks for purposes with their meanings and for outcomes with theirs.
    const means = (isClear ? (signal.suggests as Meaning | null) : null) ?? (mayBeFine(signal) ? otherwise : null);
    if (means !== null && words.size < 100) words.set(signal.node.text, means);
  }
  return [...places].map(([path, words]) => ({ path, words: [...words].map(([text, means]) => ({ text, means })) }));
}

/**
 * Whether a word may be proposed as what the simulation waits for although it is not known to say so. One that is known
 * to say that it did not go through may not, nor a code or an abbreviation at a place that tells the outcome: "TF" means
 * nothing to whoever is asked whether it is read correctly, so it is asked what it means.
 */
function mayBeFine({ about, node, suggests, isQuiet }: Signal): boolean {
  if (about === "purpose") return true;
  if (suggests !== null) return suggests === "went-through";
  return isQuiet === true || !tellsOutcome(node) || !CODE.test(node.text);
}

const CODE = /^(?:-[0-9]{1,9}|[0-9][0-9.]{1,14}|[A-Za-z]{1,4})$/;

/** How many decimals the amount has, where the payload says it beside: another number of them is another unit. */
function decimalsBeside(amount: PayloadNode, currency: PayloadNode | null): PayloadNode | null {
  if (currency !== null && saysDecimals(currency.text)) return currency;
  const found = amount.parent?.children.find(
    ({ words, text, kind }) => (words.says & SAYS.decimals) !== 0 && /^[0-9]$/.test(text) && kind !== "boolean",
  );
  return found === undefined || found === amount ? null : found;
}
