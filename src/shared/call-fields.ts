import { amountProblem } from "./amounts.ts";
import type { CallRequest } from "./contract.ts";
import { MEBIBYTE } from "./primitives.ts";
import type { Mode } from "./profile.ts";

/**
 * What the three forms check before they send, and what main checks again: one set of sentences for both.
 * A refusal by main names its field in its code, `field:amount`, so that the form can put the sentence there.
 */

export type Action = CallRequest["action"];

/** The fields of the three forms as the contract names them; `raw` is the body under "Edit body". */
export type CallField = "linkId" | "amount" | "currency" | "userReference" | "from" | "to" | "remark" | "raw";
export type FieldProblems = Readonly<Partial<Record<CallField, string>>>;

const CODE = /^field:(linkId|amount|currency|userReference|from|to|remark|raw)$/;

/** Characters of one field, typed or pasted: as many as the listener keeps bytes of a webhook, unless it is told otherwise. */
export const FIELD_AT_MOST = 10 * MEBIBYTE;

/** The code of a refusal that belongs beside a field. */
export function fieldRefusalCode(field: CallField): string {
  return `field:${field}`;
}

/** The field that a refusal belongs beside; null when it belongs to none. */
export function refusedField(code: string): CallField | null {
  return (CODE.exec(code)?.[1] as CallField | undefined) ?? null;
}

const SERVICE_NAMES: Readonly<Record<string, CallField>> = {
  amount: "amount",
  currency: "currency",
  userreference: "userReference",
  from: "from",
  to: "to",
  remark: "remark",
  linkid: "linkId",
};

/** The form's field for a name that the service used in its objections, in whatever case; null for a name that has none. */
export function fieldOfServiceName(name: string): CallField | null {
  const plain = name.replaceAll(/[_ -]/g, "").toLowerCase();
  return Object.hasOwn(SERVICE_NAMES, plain) ? (SERVICE_NAMES[plain] ?? null) : null;
}

const NAMED = /\b(?:amount|currency|user[_ ]?reference|remark|link[_ ]?id)\b/gi;

/**
 * The one field that a sentence of the service is about, such as “amount must be at least 100”, by the service's name
 * for it; null where it names none or several. “from” and “to” are words of every sentence and are not looked for.
 */
export function serviceNameIn(text: string): string | null {
  const names = (text.match(NAMED) ?? []).map((name) => name.toLowerCase().replace(/(?<=^user|^link)[ _]?/, "_"));
  const [name, ...others] = new Set(names);
  return others.length > 0 ? null : (name ?? null);
}

/** Everything that keeps a call from going out, by field; empty when nothing does. */
export function fieldProblems(action: Action): FieldProblems {
  const fields: Readonly<Record<string, string>> =
    action.operation === "link" ? { linkId: action.linkId } : action.body;
  const tooLong = Object.keys(fields).filter((name) => (fields[name] ?? "").length > FIELD_AT_MOST);
  // Nothing else is asked of it: that would take its time.
  if (tooLong.length > 0) return Object.fromEntries(tooLong.map((name) => [name, "At most ten million characters."]));
  if (action.operation === "link") return problems({ linkId: linkIdProblem(action.linkId) });
  if ("raw" in action.body) return problems({ raw: rawProblem(action.body.raw) });
  if (action.operation === "credit") {
    const { amount, currency, userReference } = action.body;
    return problems({
      amount: amountProblem(amount),
      currency: required(currency, "Enter a currency code, for example NGN."),
      userReference: required(userReference, "Enter the reference of one of the business’s users."),
    });
  }
  const { amount, currency, from, to, remark } = action.body;
  return problems({
    amount: amountProblem(amount),
    currency: required(currency, "Enter a currency code, for example NGN."),
    from: required(from, "Enter the reference of the user who is charged."),
    to: required(to, "Enter the reference of the user who receives the charge."),
    remark: required(remark, "Enter a remark."),
  });
}

function problems(found: Partial<Record<CallField, string | null>>): FieldProblems {
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as FieldProblems;
}

/** A path is bytes of UTF-8; half a surrogate pair has none, and what stands in for it would be another id. */
function linkIdProblem(linkId: string): string | null {
  if (linkId === "") return "Enter the ID of a link.";
  if (!linkId.isWellFormed()) return "This ID has half a character in it that cannot be sent. Copy it again.";
  return null;
}

function rawProblem(raw: string): string | null {
  if (!raw.isWellFormed())
    return "This body has half a character in it that cannot be sent. Write it as \\ud83d instead.";
  return null;
}

/** References and remarks are opaque: any text goes, but a form that was left half empty is a mistake. */
function required(text: string, sentence: string): string | null {
  return text === "" ? `${sentence} To send an empty one on purpose, use Edit body.` : null;
}

/** Why a simulation cannot go to a profile of this mode, for beside the buttons; null when it can. */
export function simulationProblem(mode: Mode): string | null {
  switch (mode) {
    case "sandbox":
    case "test":
      return null;
    case "live":
      return "Simulations are off: this profile is live. Select a sandbox or a test profile.";
    case "unset":
      return "Simulations are off: this profile does not say whether it is for test or live. Choose its mode first.";
  }
}
