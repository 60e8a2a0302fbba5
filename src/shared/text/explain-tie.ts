import { capital, durationText, listText } from "../measures.ts";
import type { EventId } from "../primitives.ts";
import type { Incomplete } from "../reading.ts";
import type { Certainty, ComparedField, Reason, Role, RunField, TieSummary } from "../run.ts";
import { amountText, quotedAmount } from "./amount-text.ts";
import { FIELD_NAMES, ROLE_NAMES, wrongText } from "./run-words.ts";

/**
 * Ties in plain words: what a webhook is to its simulation, how sure that is, and why. Values from outside are quoted
 * as they came: whoever shows them makes invisible characters visible.
 */

/** "amount", "user reference": for the table of expected and actual values. */
export function fieldText(field: RunField): string {
  return FIELD_NAMES[field];
}

/** In a table, of a value that a webhook does not carry: purpose and outcome are told by words that may leave both open. */
export function absentText(field: RunField): string {
  return field === "purpose" || field === "outcome" ? "none read" : "not in it";
}

/** A delivery's part in its run, for its row: "matched in 0.41 s"; null for one that is tied to nothing. */
export function tieText({ role, after, ...fault }: TieSummary): string | null {
  if (role === null) return null;
  const wrong = wrongText(fault);
  if (wrong !== null) return wrong;
  return after !== null && (role === "match" || role === "late")
    ? `${role === "match" ? "matched in" : "late, after"} ${durationText(after)}`
    : ROLE_TEXTS[role];
}

/** As the names, where a sentence has room to say more. */
const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  ...ROLE_NAMES,
  possible: "may belong to a simulation",
};

/** How sure a tie is, in a word and in a sentence. */
export function explainCertainty(certainty: Certainty): { readonly label: string; readonly sentence: string } {
  switch (certainty) {
    case "certain":
      return { label: "certain", sentence: "It carries this simulation’s tag." };
    case "likely":
      return { label: "by its values", sentence: "No simulation that was waiting fits it better than this one." };
    case "ambiguous":
      return {
        label: "ambiguous",
        sentence:
          "Several simulations fit it equally. As a rule the first gets it that has none yet, and one that the service accepted before one of which that is not known.",
      };
    case "unsure":
      return {
        label: "not sure",
        sentence: "It may belong here, but that is not sure.",
      };
    case "by-hand":
      return { label: "by hand", sentence: "You tied it. It stays so until you change it." };
  }
}

const PEOPLE: Readonly<Partial<Record<RunField, string>>> = { from: "payer", to: "payee" };

/** The values that led from a webhook to its simulation: "Amount and payee are this simulation's."; null for none. */
export function agreeingText(fields: readonly ComparedField[]): string | null {
  const agreeing = fields.filter(({ field, state }) => state === "agrees" && !OF_ITSELF.has(field));
  if (agreeing.length === 0) return null;
  const names = listText(agreeing.map(({ field }) => PEOPLE[field] ?? FIELD_NAMES[field]));
  return `${capital(names)} ${agreeing.length === 1 ? "is" : "are"} this simulation’s.`;
}

/** What a webhook says of itself is no value of the request. */
const OF_ITSELF: ReadonlySet<RunField> = new Set(["purpose", "outcome", "signature"]);

/** Both values of a comparison as they are shown, amounts as everywhere; `units` as of `amountText`. */
export function comparedValues(
  { field, expected, actual, meant }: ComparedField,
  units: number | null,
): { readonly expected: string; readonly actual: string | null } {
  if (field !== "amount") return { expected, actual };
  return {
    expected: amountText(expected, "", units),
    actual: actual === null ? null : amountText(actual, "", units, meant),
  };
}

/** One value compared, as a sentence; `units` as of `amountText`. */
export function comparedFieldText(evidence: ComparedField, units: number | null): string {
  const { field, state, path, hint, meant } = evidence;
  const name = FIELD_NAMES[field];
  const quote = (text: string, of?: string) => (field === "amount" ? quotedAmount(text, units, of) : `“${text}”`);
  const expected = quote(evidence.expected);
  const written = field === "amount" ? quotedAmount(evidence.actual ?? "", null) : quote(evidence.actual ?? "");
  const actual = quote(evidence.actual ?? "", meant);
  const where = path === null || path === "" ? "" : ` at ${path}`;
  if (OF_ITSELF.has(field)) return aboutItText(evidence, where);
  switch (state) {
    case "agrees":
      if (hint === "within") return `The ${name} ${expected} stands within ${actual}${where}.`;
      if (hint === "written-otherwise" || meant !== undefined)
        return `The ${name} ${written}${where} stands for ${expected} and agrees.`;
      return `The ${name} ${evidence.actual === null ? expected : actual} agrees${where}.`;
    case "differs":
      return `The ${name} is ${actual}${where}, expected was ${expected}.${hintText(hint)}`;
    case "unclear":
      return unclearText(evidence, expected, actual, where);
    case "absent":
      return `No ${name} was found in it.`;
  }
}

/** Several, each said once: a word that is new as purpose and as outcome makes the same sentence twice. */
export function comparedFieldTexts(fields: readonly ComparedField[], units: number | null): readonly string[] {
  return [...new Set(fields.map((each) => comparedFieldText(each, units)))];
}

/** What it says of itself, which is no value of the request. */
function aboutItText({ field, state, expected, actual, hint }: ComparedField, where: string): string {
  if (field === "signature") {
    if (state === "agrees") return "Its signature holds.";
    if (actual === "unchecked")
      return "It was not checked: no secret is set in the profile, or none that could be used.";
    if (actual === "unreadable") return "The profile does not understand how it is signed.";
    return actual === "missing" ? "It is not signed, and the profile asks for it." : "Its signature does not hold.";
  }
  const says = `It says “${actual ?? ""}”${where}`;
  if (state === "absent") return `Nothing in it was read as its ${FIELD_NAMES[field]}.`;
  if (hint === "new-word" && actual === "") return `Nothing stands${where}, and something did before.`;
  if (hint === "new-word") return `${says}: nobody has said yet what that means.`;
  if (field === "purpose") {
    if (state === "agrees") return `${says}: it is about a ${expected}.`;
    return `${says}: that ${state === "differs" ? "is" : "may be"} something other than a ${expected}.`;
  }
  if (state === "agrees") return `${says}: it went through.`;
  return state === "differs" ? `${says}: it did not go through.` : `${says}: it is not over yet.`;
}

function unclearText(evidence: ComparedField, expected: string, actual: string, where: string): string {
  const { field, hint } = evidence;
  const name = FIELD_NAMES[field];
  if (hint === "other-sign") return `The ${name} is ${actual}${where}: the same but for its sign.`;
  if (hint === "written-otherwise")
    return `The ${name} is ${actual}${where}: ${expected}, it seems, but not to the letter.`;
  if (evidence.actual !== null && evidence.actual.toLowerCase() !== evidence.expected.toLowerCase())
    return `${actual} stands${where}, which may or may not mean the ${name} ${expected}.`;
  return `The ${name} ${expected} stands in it${where}, but that place may mean something else.`;
}

function hintText(hint: ComparedField["hint"]): string {
  switch (hint) {
    case "hundred-times":
      return " That is a hundred times as much: another unit, it seems.";
    case "hundredth":
      return " That is a hundredth of it: another unit, it seems.";
    case "other-sign":
      return " That is the same but for its sign.";
    case "written-otherwise":
      return " That is the same, it seems, but written otherwise or cut short.";
    case "other-side":
      return " That is the one expected on the other side.";
    case "within":
    case "new-word":
    case null:
      return "";
  }
}

/** An amount that is a hundred times the expected one, or a hundredth: it may be the same in another unit. */
export function isOtherUnit({ hint }: ComparedField): boolean {
  return hint === "hundred-times" || hint === "hundredth";
}

/** The same in a few words, beside the value itself; null when there is nothing to add. */
export function hintNote(hint: ComparedField["hint"]): string | null {
  switch (hint) {
    case "hundred-times":
      return "A hundred times as much: another unit?";
    case "hundredth":
      return "A hundredth of it: another unit?";
    case "other-sign":
      return "The same but for its sign";
    case "written-otherwise":
      return "The same, written otherwise?";
    case "other-side":
      return "Expected on the other side";
    case "new-word":
      return "Never seen before";
    case "within":
    case null:
      return null;
  }
}

/** How a reason names another event within its sentence: "simulation No. 3". */
export type EventName = (id: EventId, what: "simulation" | "webhook") => string;

const byNumber: EventName = (id, what) => `${what} No. ${id}`;

/** A reason for a tie, as a sentence; `named` where more than their numbers is known of the events in it. */
export function reasonText(reason: Reason, named: EventName = byNumber): string {
  switch (reason.code) {
    case "by-hand":
      return "You decided it.";
    case "same-bytes":
      return `Its body is the same, byte for byte, as that of ${named(reason.as, "webhook")}.`;
    case "same-id":
      return `It has the same id as ${named(reason.as, "webhook")}: “${reason.value}” at ${reason.path}.`;
    case "rivals":
      return `It fits ${others(reason, named)} equally well.`;
    case "late-rivals": {
      const isOne = reason.runIds.length + reason.more === 1;
      return `The limit of ${others(reason, named)} was over when it came, but for as long again, and longer where it is late for this one too, a webhook may still be ${isOne ? "that one’s" : "one of theirs"}.`;
    }
    case "contested":
      return `It may as well belong to ${others(reason, named)}, with other values.`;
    case "earlier-unanswered":
      return `${capital(others(reason, named))} had the same values and got no webhook that is right. Twice ${
        reason.runIds.length + reason.more === 1 ? "its" : "their"
      } limit was over when this one came, so it is not called ambiguous; but a very late one would look like this.`;
    case "earlier-answered":
      return `${capital(others(reason, named))} had just these values, and had got its webhook before this one came. So this one is taken for the call that still waited, with something wrong in it; or it is one too many.`;
    case "no-identity":
      return "Nothing in it says whose it is.";
    case "no-amount":
      return "No amount was found in it.";
    case "not-structured":
      return "It is neither JSON nor a form, so its values have no names.";
    case "contradicted":
      return "Another transaction in the same webhook has the same amount and people, and ended otherwise.";
    case "not-searched":
      return UNREAD[reason.because];
    case "not-confirmed":
      return reason.because === "reading"
        ? "Nobody has confirmed yet how this kind of webhook is read."
        : "Something in it is not known from a webhook that was confirmed.";
    case "other-path":
      return `It went to ${reason.path}, which is not the webhook path.`;
    case "not-whole":
      return reason.completeness === "cut" ? "It was longer than the listener takes." : "It did not come whole.";
  }
}

const UNREAD: Readonly<Record<Incomplete, string>> = {
  "too-long": "It is longer than what Linkdesk reads: what stands behind that was not looked at.",
  "too-many-values": "It has more values than Linkdesk reads: the others were not looked at.",
  "too-deep": "It is nested deeper than Linkdesk reads: what lies further down was not looked at.",
  "not-decoded": "Its content coding could not be taken off, so nothing in it was read.",
};

function others(
  { runIds, more }: { readonly runIds: readonly EventId[]; readonly more: number },
  named: EventName,
): string {
  const names = runIds.slice(0, 3).map((id) => named(id, "simulation"));
  const rest = runIds.length - names.length + more;
  return listText(rest > 0 ? [...names, `${rest} more`] : names);
}
