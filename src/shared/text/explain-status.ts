import { serviceNameIn } from "../call-fields.ts";
import { bodyProblem } from "../json/body-problem.ts";
import {
  type CallOperation,
  type CredentialState,
  type Explanation,
  isUnclear,
  type Operation,
  type Outcome,
} from "../outcomes.ts";
import { type HeaderList, SECRET_MASK } from "../primitives.ts";
import type { Authentication, Mode } from "../profile.ts";
import type { Verdict } from "../run.ts";
import { bad } from "./explanation.ts";

/** What makes an explanation more to the point where it is known. */
export interface OutcomeContext {
  /** The profile's mode at the time of the call. */
  readonly mode?: Mode | undefined;
  /** The whole address that was called. */
  readonly url?: string | undefined;
  /** How the call proved who it was from. */
  readonly authentication?: Authentication | undefined;
  /** What became of it by its webhooks. */
  readonly verdict?: Verdict | undefined;
  /** The body as it was sent, where it may be something else than JSON. */
  readonly sentBody?: string | undefined;
  /** What stands beside fields on the same screen, and need not be said a second time. */
  readonly besideFields?: readonly string[] | undefined;
}

type StatusOutcome = Extract<Outcome, { code: "status" }>;

/** A status other than success, in plain words. By number and shape, never by the wording of the service. */
export function explainStatus(outcome: StatusOutcome, operation: Operation, context: OutcomeContext): Explanation {
  const said = words(outcome, operation, context);
  const { title, sentence } = said;
  const notJson = objectsToBody(outcome, operation) ? bodyProblem(context.sentBody ?? "{}") : null;
  const nextStep =
    notJson !== null
      ? `What was sent is not valid JSON: correct line ${notJson.line}, column ${notJson.column}, then send it again.`
      : said.nextStep;
  const unread = outcome.body === "unreadable" ? " The rest of its answer cannot be read." : "";
  const unclear = isUnclear(outcome);
  return bad(
    title,
    `${sentence}${quotation(outcome, context.besideFields)}${unread}${unclear ? acted(operation) : ""}`,
    unclear ? again(operation, nextStep) : nextStep,
  );
}

/** Whether it may be the form of what was sent that was refused; a look-up sends no body. */
export function objectsToBody(outcome: Outcome, operation: CallOperation): boolean {
  const isSimulation = operation === "credit" || operation === "charge";
  return isSimulation && outcome.code === "status" && (outcome.status === 400 || outcome.status === 422);
}

/** What the service says and objects to, in its words, each once; empty where it says nothing. */
export function quotation(
  { message, errors }: Pick<StatusOutcome, "message" | "errors">,
  besideFields: readonly string[] = [],
): string {
  const { "": ofNoField = [], ...ofFields } = errors;
  const isBeside = (text: string) => text !== "" && besideFields.some((each) => each.includes(text));
  const fields = Object.entries(ofFields).filter(([, messages]) => !isBeside(messages.join(" ")));
  const shown = fields.slice(0, 5).map(([field, messages]) => ({ field, text: quoted(bare(messages.join(" ")), 160) }));
  const listed = shown.map(({ field, text }) => (isNamed(field, text) ? `“${text}”` : `${field} “${text}”`));
  const more = fields.length > shown.length ? `; and ${fields.length - shown.length} more` : "";
  const objections = listed.length === 0 ? "" : ` It objects: ${listed.join("; ")}${more}.`;
  const said = new Set([message ?? "", ofNoField.join(" ")].map(bare).filter((each) => each !== "" && !isBeside(each)));
  const isListed = (each: string) => shown.some(({ field, text }) => each === text || each === `${field}: ${text}`);
  const words = [...said].filter((each) => !isListed(each) && !isData(each)).map((each) => `“${quoted(each, 240)}”`);
  const data = [...said].some(isData) ? " It says why in data of its own and not in words: see its answer." : "";
  const listedHere = `${words.length === 0 ? "" : ` The service says: ${words.join(" and ")}.`}${data}${objections}`;
  if (besideFields.length === 0) return listedHere;
  const where = besideFields.length === 1 ? "stands beside its field" : "stands beside the fields";
  return `${listedHere} ${listedHere === "" ? "The reason" : "The rest"} ${where}.`;
}

/** JSON as it stands, and more of it than a code: no sentence for who reads it. */
function isData(text: string): boolean {
  return text.length > 120 && /^(?:\{ ?"|\[ ?["{[])/.test(text);
}

/** The beginning of a long text, such as one with a stack behind it: what follows from it must not stand below all that. */
function quoted(text: string, atMost: number): string {
  const frame = text.search(/\sat [\w.$<>]{1,200}\(/);
  const first = frame === -1 ? text : text.slice(0, frame).trimEnd();
  if (first.length <= atMost) return first === text ? text : `${first}…`;
  const cut = first.slice(0, atMost);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(" "), atMost - 40))
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

/** After a simulation has gone out, only its webhook tells. */
export function acted(operation: Operation): string {
  return operation === "link" ? "" : " The service may have acted on it all the same.";
}

/** What comes before sending a simulation again; a look-up may be repeated at will. */
export function again(operation: Operation, forLink: string): string {
  return operation === "link" ? forLink : "Look for its webhook in the event log before you send it again.";
}

type Words = Omit<Explanation, "tone">;

function words(outcome: StatusOutcome, operation: Operation, context: OutcomeContext): Words {
  const { status } = outcome;
  if (status >= 500 && status <= 599) return failed(outcome);
  switch (status) {
    case 400:
      return {
        title: "The service did not take the request",
        sentence: "It refused what was sent: its form, or a value in it (400).",
        nextStep: "See what the service says, and look at the tab Sent, above all after editing the body by hand.",
      };
    case 401:
      return unauthorised(outcome.credentials, context);
    case 403:
      return {
        title: "Not allowed",
        sentence: "The service, or something in front of it, does not allow this call (403).",
        nextStep:
          "Ask the business whether its account and its key may do this, and whether calls are limited to certain addresses.",
      };
    case 404:
      return notFound(outcome, operation, context);
    case 405:
      return {
        title: "Not a call that this address takes",
        sentence: "There is something at this address, but it takes no call of this kind (405).",
        nextStep: `Check the base URL of the profile.${called(context)}`,
      };
    case 406:
      return notAcceptable(context);
    case 422:
      return invalid(outcome);
    case 429:
      return {
        title: "Too many calls",
        sentence: `The service takes no more calls for now (429).${wait(outcome, " It did not say for how long.")}`,
        nextStep:
          outcome.retryAfterSeconds === null ? "Wait a minute, then send it again." : "Send it again after that.",
      };
    case 304:
      return {
        title: "Nothing new, says the service",
        sentence:
          "It answered that nothing has changed since an earlier answer (304). Linkdesk has not asked for that, and such an answer holds nothing.",
        nextStep: "Try again. If it stays, look for a cache between this machine and the service.",
      };
    default:
      return other(status);
  }
}

function unauthorised(credentials: CredentialState, { authentication }: OutcomeContext): Words {
  switch (credentials) {
    case "missing":
      return {
        title: "No key is set",
        sentence: "The service wants a key (401), and the call went out without one: the profile has none set.",
        nextStep: "Set the secret key in the profile, then send it again.",
      };
    case "none":
      return {
        title: "The service wants a key",
        sentence: "The call went out without any proof of who is calling (401): the profile has no authentication.",
        nextStep: "Choose the way of authentication in the profile and set its key.",
      };
    case "sent":
      return {
        title: "The key was not accepted",
        sentence: "The service does not accept what the call proves itself with (401).",
        nextStep:
          authentication?.scheme === "basic"
            ? "Check the user name and the password, and that they are of the right mode."
            : `Check that it is the whole key, of the right mode, and the secret one where the service gives out a public one, too. ${sentAs(authentication)}`,
      };
  }
}

/** What else may be wrong with a key: how it was sent, which the service’s documentation says. */
function sentAs(authentication: Authentication | undefined): string {
  if (authentication?.scheme === "header")
    return `It was sent as it is in the header ${authentication.name}: check that the service wants it there.`;
  if (authentication?.scheme !== "bearer")
    return "Check, too, that the profile sends it as the service expects: see Authentication there.";
  const { word = "Bearer" } = authentication;
  return `It was sent in the header Authorization, ${word === "" ? "with no word" : `with the word “${word}”`} before it: check that the service wants it so.`;
}

/** How a call proved who it was from, as far as its headers say once their secrets are masked. */
export function authenticationIn(headers: HeaderList): Authentication | undefined {
  const masked = headers.filter(([, value]) => value.endsWith(SECRET_MASK));
  const [name = "", value = ""] = masked[0] ?? [];
  // A further header may be a secret one, too: which of them the service refused is not known.
  if (masked.length !== 1) return undefined;
  if (name.toLowerCase() !== "authorization") return { scheme: "header", name };
  const word = value.slice(0, -SECRET_MASK.length).trim();
  return word === "Basic" ? { scheme: "basic", username: "" } : { scheme: "bearer", word };
}

/** A service that knows the call answers in JSON; anything else is what stands at a wrong address. */
function notFound({ body }: StatusOutcome, operation: Operation, context: OutcomeContext): Words {
  if (body !== "json")
    return {
      title: "Nothing at this address",
      sentence: "There is a server, but it found nothing (404), and it did not answer in JSON as the service does.",
      nextStep: `Check the base URL of the profile, its path above all.${called(context)}`,
    };
  if (operation === "link")
    return {
      title: "Link not found",
      sentence: "The service found no link with this ID, or nothing at this address (404).",
      nextStep: `Check that the ID is whole, and that ${context.mode === "sandbox" ? "it is one of the sandbox’s own links: it knows no others." : "the link belongs to the business and the mode of this key."}${called(context)}`,
    };
  return {
    title: "Not found",
    sentence: "The service does not know what was sent, such as a user reference, or does not offer this call (404).",
    nextStep: `Check the references first, then the base URL of the profile.${called(context)}`,
  };
}

/** 406 is of HTTP and about the form of an answer; services of this kind are known to use it for the mode. */
function notAcceptable({ mode }: OutcomeContext): Words {
  return {
    title: "Not acceptable to the service",
    sentence: `It answered 406, which services of this kind use where key and call belong to different modes; HTTP means by it an answer in another form than JSON.${
      mode === "test" ? " The profile says test." : ""
    }`,
    nextStep: "Check that the key is the one of the test mode: test and live have a key each.",
  };
}

/** Whether what is said of a field begins with its name: “The to field is required”, and not “Has to be set”. */
function isNamed(field: string, text: string): boolean {
  const spaced = (of: string) =>
    `${of
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  return spaced(text)
    .replace(/^ ?(?:(?:the|selected|your) )*/, "")
    .startsWith(spaced(field));
}

/** Without its full stop, for within a sentence of ours. */
function bare(text: string): string {
  return text.replace(/(?<![.…])\.$/, "");
}

function invalid({ errors, message, body }: StatusOutcome): Words {
  const wrong = Object.keys(errors).length;
  const isAboutOne = serviceNameIn(message ?? "") !== null;
  const saysNothing = wrong === 0 && message === null && body !== "unreadable";
  return {
    title: "The values were not accepted",
    sentence: `The service refused what was sent (422)${saysNothing ? " without saying why" : ""}.`,
    nextStep:
      wrong > 1
        ? "Correct these values, then send it again."
        : wrong === 1 || isAboutOne
          ? "Correct this value, then send it again."
          : "Check the references, the currency and the amount against the business’s account.",
  };
}

function failed(outcome: StatusOutcome): Words {
  switch (outcome.status) {
    case 502:
    case 504:
      return {
        title: "The service did not answer its gateway",
        sentence: `What stands in front of the service got no good answer from it (${outcome.status}).`,
        nextStep: "Try again in a moment. If it stays, tell whoever runs the service.",
      };
    case 503:
      return {
        title: "The service is not available",
        sentence: `It says that it cannot take calls for now (503).${wait(outcome, "")}`,
        nextStep: outcome.retryAfterSeconds === null ? "Try again in a few minutes." : "Try again after that.",
      };
    default:
      return {
        title: "The service failed",
        sentence: `It reports a fault of its own (${outcome.status}).`,
        nextStep: "Try again in a moment. If it stays, tell whoever runs the service, with the time of this call.",
      };
  }
}

/** Reason phrases of RFC 9110 and RFC 6585 that say more than the number. */
const NAMES: Readonly<Record<number, string>> = {
  402: "payment required",
  407: "a proxy wants a name and password",
  408: "the request took too long",
  409: "it conflicts with what the service has",
  410: "gone for good",
  411: "its length is missing",
  412: "a precondition does not hold",
  413: "the body is too large",
  414: "the address is too long",
  415: "not a media type that it takes",
  423: "locked",
  425: "too early",
  428: "a precondition is missing",
  431: "the headers are too large",
  451: "not available for legal reasons",
};

function other(status: number): Words {
  if (status >= 400 && status <= 499)
    return {
      title: "The service refused the call",
      sentence: `It answered with the status ${status}${NAMES[status] === undefined ? "" : ` (${NAMES[status]})`}.`,
      nextStep: "See what the service says; the tab Answer has all of it.",
    };
  return {
    title: "Answer with an unusual status",
    sentence: `The service answered with the status ${status}, which says neither yes nor no.`,
    nextStep: "Look at the tab Answer, and show it to whoever runs the service.",
  };
}

function called({ url }: OutcomeContext): string {
  return url === undefined ? "" : ` The call went to ${url}.`;
}

function wait({ retryAfterSeconds }: StatusOutcome, otherwise: string): string {
  if (retryAfterSeconds === null) return otherwise;
  if (retryAfterSeconds === 0) return " It asks for no wait.";
  const unlikely = retryAfterSeconds > YEAR ? ", which is hardly meant" : "";
  return ` It asks to wait ${waitText(retryAfterSeconds)}${unlikely}.`;
}

const YEAR = 366 * 86_400;

/** Rounded up: who waits as long as it says has waited long enough. */
function waitText(seconds: number): string {
  const [length, unit] =
    seconds <= 120
      ? [seconds, "second"]
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : seconds <= 172_800
          ? [Math.ceil(seconds / 3_600), "hour"]
          : [Math.ceil(seconds / 86_400), "day"];
  return `${length.toLocaleString("en-GB")} ${unit}${length === 1 ? "" : "s"}`;
}
