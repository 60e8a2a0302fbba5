import type { Evidence, Expectation } from "../../shared/run.ts";
import { evidence } from "./judge.ts";
import { isWrittenOtherwise } from "./near.ts";
import type { PayloadValues } from "./values.ts";
import type { Value } from "./walk.ts";

type Role = "user" | "from" | "to";

const OPPOSITE: Readonly<Record<Role, readonly Value["sense"]["meaning"][]>> = {
  user: ["from", "sender"],
  from: ["to", "recipient"],
  to: ["from", "sender", "user"],
};

/** The reference of a person: opaque text, equal to the last letter. */
export function judgeReference(role: Role, expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation[role];
  if (expected === null || expected === "") return null;
  const own = ownPlaces(role, expectation.operation, values);
  const agreeing = own.find(({ text }) => text === expected);
  // Two people under one name: of several movements, or of somebody who is only mentioned.
  if (agreeing !== undefined)
    return evidence(role, own.every(({ text }) => text === expected) ? "agrees" : "unclear", expected, agreeing);

  const everywhere = values.byText.get(expected) ?? [];
  // Of a charge to oneself the payload has to name the person twice before it says more than who was charged.
  const toOneself = role !== "user" && expectation.from === expectation.to;
  const fitting = everywhere.filter((value) => mayBeReference(value, role));
  const elsewhere =
    role === "to" && toOneself
      ? (fitting.find(({ sense }) => sense.meaning === "recipient") ?? fitting[1])
      : (fitting.find((value) => isPlain(value, expected)) ?? fitting[0]);
  const people = values.people.filter(({ sense }) => !sense.ofPeer && isOnSide(sense.side, role));
  const [first] = own;
  if (first !== undefined) {
    if (elsewhere !== undefined && !elsewhere.sense.ofPeer) return evidence(role, "unclear", expected, elsewhere);
    return nearly(role, expected, own) ?? evidence(role, "differs", expected, first);
  }
  if (elsewhere !== undefined) {
    const isNamed = values.people.includes(elsewhere) || elsewhere.sense.meaning === "recipient";
    const somebodyElse = !isNamed && people.some(({ text }) => text !== expected);
    const { bystander, ofPeer } = elsewhere.sense;
    const doubtful = somebodyElse || !isReference(elsewhere, expected) || bystander || (ofPeer && role !== "to");
    return evidence(role, doubtful ? "unclear" : "agrees", expected, elsewhere);
  }
  // Where the other side goes by this very reference, this side is somebody else.
  const swapped = toOneself
    ? undefined
    : everywhere.find(({ sense }) => OPPOSITE[role].includes(sense.meaning) || isOtherSide(sense.side, role));
  if (swapped !== undefined) return evidence(role, "differs", expected, swapped);
  const close = nearly(role, expected, people);
  if (close !== null) return close;
  // Somebody is named who could be the one: another, or the same by another id.
  const another = role === "to" ? values.people.find(isRecipient) : undefined;
  if (another === undefined) return evidence(role, "absent", expected, null);
  return evidence(role, "unclear", expected, another);
}

/** Names of places that hold the reference of this one; of a charge, the payload's own user is who is charged. */
function ownPlaces(role: Role, operation: Expectation["operation"], { named }: PayloadValues): readonly Value[] {
  switch (role) {
    case "user":
      return named.user;
    case "from":
      return operation === "charge" && named.from.length === 0 ? named.user : named.from;
    case "to":
      return named.to;
  }
}

function nearly(role: Role, expected: string, places: readonly Value[]): Evidence | null {
  const found = places.find(({ text }) => isWrittenOtherwise(text, expected));
  return found === undefined ? null : evidence(role, "unclear", expected, found, "written-otherwise");
}

function mayBeReference({ kind, sense }: Value, role: Role): boolean {
  if (sense.meaning === "currency" || sense.meaning === "remark" || OPPOSITE[role].includes(sense.meaning))
    return false;
  return !isOtherSide(sense.side, role) && (sense.personal || kind === "string");
}

/** A credit's user and a charge's recipient get the money, who is charged gives it. */
function isOtherSide(side: Value["sense"]["side"], role: Role): boolean {
  return side === (role === "from" ? "to" : "from");
}

/** The other side's reference; an id of the peer's own says nothing. */
function isRecipient({ key, sense }: Value): boolean {
  return sense.ofPeer ? /(?:reference|ref)$/.test(key.name) : sense.side === "to";
}

function isOnSide(side: Value["sense"]["side"], role: Role): boolean {
  return role === "to" ? side === "to" : !isOtherSide(side, role);
}

/** In a place that can hardly mean anybody else. */
function isPlain(value: Value, expected: string): boolean {
  return isReference(value, expected) && !value.sense.ofPeer && !value.sense.bystander;
}

/** Under any name but a person's, a plain word such as "test" or a short number turns up by chance. */
function isReference({ sense }: Value, expected: string): boolean {
  return sense.personal || (expected.length >= 4 && /[^\p{L}]/u.test(expected) && !/^[0-9]{1,5}$/.test(expected));
}
