import { decimalKey, decimalShift } from "../../shared/filter/decimal.ts";
import { pathText, readPath } from "../../shared/payload-path.ts";
import type { Evidence, Expectation, RunField } from "../../shared/run.ts";
import { tagsIn } from "../../shared/run-tag.ts";
import type { Amount, PayloadValues } from "./values.ts";
import type { Value } from "./walk.ts";

/**
 * Each field of an expectation held against a payload. The rule behind all of them: a place that is called what we
 * look for decides; without one, the value counts wherever it stands, as long as nothing else there could be meant.
 */

/** A remark shorter than this is looked for only where a remark stands. */
const SHORT_REMARK = 4;

/** Code units of a value that evidence carries; compared is all of it. */
const SHOWN_AT_MOST = 1_000;

type Role = "user" | "from" | "to";

function evidence(
  field: RunField,
  state: Evidence["state"],
  expected: string,
  found: { readonly text: string; readonly path: string } | null,
  more: { readonly by?: Evidence["by"]; readonly hint?: Evidence["hint"] } = {},
): Evidence {
  const { by = "value", hint = null } = more;
  const actual = found === null ? null : found.text.slice(0, SHOWN_AT_MOST);
  return { field, state, by, expected: expected.slice(0, SHOWN_AT_MOST), actual, path: found?.path ?? null, hint };
}

/** What stands where a rule of the profile points; undefined when there is no rule, or nothing there. */
function ruled(expectation: Expectation, field: RunField, values: PayloadValues): Value | undefined {
  for (const rule of expectation.rules) {
    if (rule.field !== field) continue;
    const steps = readPath(rule.path);
    const found = steps === null ? undefined : values.byPath.get(pathText(steps))?.at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The amount: equal as a decimal, never as a float. In another unit it is another amount. */
export function judgeAmount(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.amount;
  const wanted = expected === null ? null : decimalKey(expected);
  if (expected === null || wanted === null) return null;
  const say = (state: Evidence["state"], amount: Amount | undefined, by: Evidence["by"] = "value"): Evidence => {
    const hint = state === "differs" && amount !== undefined ? unitHint(amount, expected) : null;
    return evidence("amount", state, expected, amount?.value ?? null, { by, hint });
  };
  const rule = ruled(expectation, "amount", values);
  if (rule !== undefined) {
    const amount = values.amounts.find(({ value }) => value.path === rule.path && value.text === rule.text);
    if (amount === undefined) return evidence("amount", "differs", expected, rule, { by: "rule" });
    return say(
      amount.keys[0] === wanted ? "agrees" : amount.keys.includes(wanted) ? "unclear" : "differs",
      amount,
      "rule",
    );
  }
  const wherever = values.amounts.filter(({ keys }) => keys.includes(wanted));
  const perhaps = wherever.find(({ value }) => value.sense.money !== "unlikely") ?? wherever[0];
  const [first] = values.deciding;
  if (first !== undefined) {
    const agreeing = values.deciding.filter(({ keys }) => keys[0] === wanted);
    if (agreeing.length === values.deciding.length) return say("agrees", first);
    if (agreeing.length > 0) return say("unclear", agreeing[0]);
    // Under the name of a fee it is a fee; under another one it may be the amount after all.
    return perhaps === undefined || perhaps.value.sense.money === "unlikely"
      ? say("differs", first)
      : say("unclear", perhaps);
  }
  if (perhaps === undefined) return evidence("amount", "absent", expected, null);
  const others = values.amounts.filter(({ value }) => value.sense.money === "other");
  const alone = others.length > 0 && others.every(({ keys }) => keys[0] === wanted);
  return say(alone ? "agrees" : "unclear", alone ? others[0] : perhaps);
}

function unitHint(amount: Amount, expected: string): Evidence["hint"] {
  const shift = decimalShift(amount.digits, expected);
  return shift === 2 ? "hundred-times" : shift === -2 ? "hundredth" : null;
}

/** The currency: a code in any case. */
export function judgeCurrency(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.currency;
  if (expected === null || expected === "") return null;
  const same = (text: string) => text.toLowerCase() === expected.toLowerCase();
  const rule = ruled(expectation, "currency", values);
  if (rule !== undefined)
    return evidence("currency", same(rule.text) ? "agrees" : "differs", expected, rule, { by: "rule" });
  const named = values.named.currency;
  const agreeing = named.find(({ text }) => same(text));
  if (agreeing !== undefined) return evidence("currency", "agrees", expected, agreeing);
  const other = named.find(({ text }) => /^[A-Za-z]{3}$/.test(text));
  if (other !== undefined) return evidence("currency", "differs", expected, other);
  const within = values.amounts.find(({ currency }) => currency !== null && same(currency));
  const anywhere = values.byText.get(expected)?.[0] ?? within?.value;
  return evidence("currency", anywhere === undefined ? "absent" : "agrees", expected, anywhere ?? null);
}

/** Names of places that hold the reference of this one; of a charge, the payload's own user is who is charged. */
function ownPlaces(role: Role, operation: Expectation["operation"], { named }: PayloadValues): readonly Value[] {
  switch (role) {
    case "user":
      return named.user;
    case "from":
      return operation === "charge" ? [...named.from, ...named.user] : named.from;
    case "to":
      return named.to;
  }
}

const OPPOSITE: Readonly<Record<Role, readonly Value["sense"]["meaning"][]>> = {
  user: ["from", "sender"],
  from: ["to", "recipient"],
  to: ["from", "sender", "user"],
};

/** The reference of a person: opaque text, equal to the last letter. */
export function judgeReference(role: Role, expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation[role];
  if (expected === null || expected === "") return null;
  const rule = ruled(expectation, role, values);
  if (rule !== undefined)
    return evidence(role, rule.text === expected ? "agrees" : "differs", expected, rule, { by: "rule" });
  const own = ownPlaces(role, expectation.operation, values);
  const agreeing = own.find(({ text }) => text === expected);
  if (agreeing !== undefined) return evidence(role, "agrees", expected, agreeing);
  const everywhere = values.byText.get(expected) ?? [];
  // Of a charge to oneself the payload has to name the person twice before it says more than who was charged.
  const toOneself = role !== "user" && expectation.from === expectation.to;
  const fitting = everywhere.filter((value) => mayBeReference(value, role));
  const elsewhere =
    role === "to" && toOneself
      ? (fitting.find(({ sense }) => sense.meaning === "recipient") ?? fitting[1])
      : (fitting.find((value) => isReference(value, expected) && !value.sense.ofPeer) ?? fitting[0]);
  const [first] = own;
  if (first !== undefined) {
    const doubtful = elsewhere !== undefined && !elsewhere.sense.ofPeer;
    return evidence(role, doubtful ? "unclear" : "differs", expected, doubtful ? elsewhere : first);
  }
  if (elsewhere !== undefined) {
    const doubtful = !isReference(elsewhere, expected) || (role === "user" && elsewhere.sense.ofPeer);
    return evidence(role, doubtful ? "unclear" : "agrees", expected, elsewhere);
  }
  // Where the other side goes by this very reference, this side is somebody else.
  const swapped = toOneself ? undefined : everywhere.find(({ sense }) => OPPOSITE[role].includes(sense.meaning));
  return evidence(role, swapped === undefined ? "absent" : "differs", expected, swapped ?? null);
}

function mayBeReference({ kind, sense }: Value, role: Role): boolean {
  if (sense.meaning === "currency" || sense.meaning === "remark" || OPPOSITE[role].includes(sense.meaning))
    return false;
  return sense.personal || kind === "string";
}

/** Under any name but a person's, a plain word such as "test" or a short number turns up by chance. */
function isReference({ sense }: Value, expected: string): boolean {
  return sense.personal || (expected.length >= 4 && /[^\p{L}]/u.test(expected) && !/^[0-9]{1,5}$/.test(expected));
}

/** The remark of a charge. Payloads need not carry it, and services may put more text around it. */
export function judgeRemark(expectation: Expectation, values: PayloadValues): Evidence | null {
  const expected = expectation.remark;
  if (expected === null || expected === "") return null;
  const rule = ruled(expectation, "remark", values);
  const places = rule === undefined ? values.named.remark : [rule];
  const by = rule === undefined ? "value" : "rule";
  const agreeing = places.find(({ text }) => text === expected);
  if (agreeing !== undefined) return evidence("remark", "agrees", expected, agreeing, { by });
  const around = expected.length < SHORT_REMARK ? undefined : places.find(({ text }) => text.includes(expected));
  if (around !== undefined) return evidence("remark", "agrees", expected, around, { by, hint: "within" });
  const elsewhere =
    expected.length < SHORT_REMARK ? undefined : values.byText.get(expected)?.find(({ kind }) => kind === "string");
  if (elsewhere !== undefined) return evidence("remark", "agrees", expected, elsewhere);
  const [first] = places;
  return evidence("remark", first === undefined ? "absent" : "differs", expected, first ?? null, { by });
}

/**
 * The tag that was made for this call; one that is not in its remark is another run's. One that is in the remark and
 * was made for another call, or went out with another one too, tells nothing.
 */
export function judgeTag({ tag, remark }: Expectation, values: PayloadValues): Evidence | null {
  const [found] = values.tags;
  if (found === undefined) return tag === null ? null : evidence("tag", "absent", tag, null);
  if (tag !== null && values.tags.includes(tag) && !values.sharedTags.has(tag))
    return evidence("tag", "agrees", tag, { text: tag, path: "" });
  const carried = tagsIn(remark ?? "");
  const known = values.tags.find((each) => carried.includes(each));
  if (known === undefined)
    return evidence("tag", "differs", tag ?? "", tag === null ? { text: found, path: "" } : null);
  return tag === null ? null : evidence("tag", "unclear", tag, { text: known, path: "" });
}

/** Whether the payload calls itself a credit's or a charge's. */
export function judgeSubject(expectation: Expectation, values: PayloadValues): Evidence {
  const { subject } = values;
  const found = subject === null ? null : { text: subject, path: "" };
  const state = subject === null ? "absent" : subject === expectation.operation ? "agrees" : "differs";
  return evidence("subject", state, expectation.operation, found);
}
