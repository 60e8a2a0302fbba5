import type { Action } from "./call-fields.ts";

/**
 * The JSON text of a simulation's body: fields in the order of the specification (4.2 and 4.3), the amount as
 * the digits typed. null for a look-up, which has none. Also what "Edit body" starts from, so it takes any input.
 */
export function callBody(action: Action): string | null {
  if (action.operation === "link") return null;
  if ("raw" in action.body) return action.body.raw;
  if (action.operation === "credit") {
    const { amount, currency, userReference } = action.body;
    return object([amountMember(amount), text("currency", currency), text("user_reference", userReference)]);
  }
  const { amount, currency, from, to, remark } = action.body;
  return object([
    amountMember(amount),
    text("currency", currency),
    text("from", from),
    text("to", to),
    text("remark", remark),
  ]);
}

function object(members: readonly string[]): string {
  return `{${members.join(",")}}`;
}

/** Digits go in bare; an amount that is not a number yet (an unfinished form) as a string, so that JSON it stays. */
function amountMember(amount: string): string {
  return /^-?(?:0|[1-9][0-9]*)$/.test(amount) ? `"amount":${amount}` : text("amount", amount);
}

/** `JSON.stringify` writes half a surrogate pair as an escape, so every JavaScript string survives. */
function text(name: string, value: string): string {
  return `"${name}":${JSON.stringify(value)}`;
}

/**
 * A link id as one segment of a path (RFC 3986, section 3.3). `.` and `..` are escaped too: bare, they would mean
 * "here" and "one up" to every server and proxy on the way.
 *
 * @param linkId well-formed: see `fieldProblems`
 */
export function linkSegment(linkId: string): string {
  if (linkId === "." || linkId === "..") return linkId.replaceAll(".", "%2E");
  return encodeURIComponent(linkId);
}

/** The path of an operation below the base URL (sections 4.1 to 4.3 of the specification). */
export function operationPath(action: Action): string {
  switch (action.operation) {
    case "link":
      return `/link/${linkSegment(action.linkId)}`;
    case "credit":
      return "/test/credit";
    case "charge":
      return "/test/charge";
  }
}
