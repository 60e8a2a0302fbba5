import { countText, listText, momentText, pluralText, roundDurationText, utcMomentText } from "../measures.ts";
import type { SignatureAlgorithm } from "../signature.ts";
import type { DoctorReport, SignatureChange } from "../signature-doctor.ts";
import {
  asking,
  BODIES,
  type ChangeWords,
  CONSTRUCTIONS,
  JSON_CHANGES,
  SECRET_FORMS,
  SIGN_AS_SENT,
  WRITTEN,
} from "./doctor-words.ts";
import { ALGORITHM_NAMES, ENCODING_NAMES, separatorsText, separatorText, UNIT_NAMES } from "./signature-words.ts";

/** What the doctor found, in words: what would make it valid, what that says about the sender, and what to do. */
export interface ReportWords {
  readonly title: string;
  /** One sentence for each thing that is different. */
  readonly reasons: readonly string[];
  /** What to do next. */
  readonly advice: string;
  /** What it is not; said last, for it helps least. */
  readonly excluded?: readonly string[];
}

export function explainReport(report: DoctorReport): ReportWords {
  switch (report.result) {
    case "valid":
      return {
        title: "By what the profile says now, the signature is valid.",
        reasons: ["It was checked just now. Something was corrected after this delivery came."],
        advice: "Check it again to record that.",
      };
    case "of-another-profile":
      return {
        title: `The signature is valid by the profile “${report.name}”, as it stands.`,
        reasons: ["The webhook is meant for that profile; another one was in use when it came."],
        advice: "Change to that profile before you simulate again: its webhooks are then read and checked as it says.",
      };
    case "unknown":
      return unknown(report);
    case "found": {
      const parts = report.changes.map(wordsOf);
      const reasons = [...new Set(parts.map(({ reason }) => reason))];
      // Where the profile cannot be changed so, advising it would lead nowhere.
      const ours = parts.map(({ advice }) => (advice === PROFILE ? BEYOND : advice));
      const advice = [...new Set(ours)];
      return {
        title: `Valid if ${conditions(parts.map(({ condition }) => condition))}.`,
        reasons: report.rightFor === undefined ? reasons : [rightText(report.changes, report.rightFor), ...reasons],
        advice:
          report.fix === null
            ? advice.join(" ")
            : report.rightFor === undefined
              ? "The profile can be changed so that such deliveries are valid."
              : "Ask the sender why. Change the profile only if all its webhooks are to come like this one.",
      };
    }
  }
}

type Found = Extract<DoctorReport, { result: "found" }>;

function rightText(changes: Found["changes"], { webhooks, last }: NonNullable<Found["rightFor"]>): string {
  const which = webhooks === 1 ? "the webhook of" : `${countText(webhooks)} webhooks, last for the one of`;
  const isOld = changes.every(({ change }) => change === "clock");
  return `The profile’s set-up was right for ${which} ${momentText(last)}; ${isOld ? "this one’s timestamp is too far from its arrival" : "this one was signed otherwise"}.`;
}

/** What becomes of signatures by the fix, before it is made. */
export function explainFix({ changes, rightFor }: Found): string {
  const differences = conditions(changes.map((each) => wordsOf(each).condition)).replace(
    /^it\b|\bit$/,
    "the signature",
  );
  const further = changes.some(({ change }) => change === "secret") ? " The secrets that are set count as well." : "";
  const lost =
    rightFor === undefined || rightFor.stays
      ? ""
      : ` ${rightFor.webhooks === 1 ? "The webhook that was valid until now" : `The ${countText(rightFor.webhooks)} webhooks that were valid until now`} would not be valid so, and others that are signed like ${rightFor.webhooks === 1 ? "it" : "them"} will not be.`;
  return `From then on signatures are checked as before, but for this: ${differences}.${further}${lost} Make sure that this is what the sender is meant to do. This webhook is then checked again; what else was checked before stays as it is.`;
}

/** What was found, for whoever sent it: without the names of our profiles and secrets. */
export function findingForSender({ changes, rightFor }: Found): readonly string[] {
  const parts = changes.map((each) => ({ ...wordsOf(each), ...(each.change === "secret" ? strangerWords(each) : {}) }));
  return [
    `What we found by trying: the signature is valid if ${conditions(parts.map(({ condition }) => condition))}.`,
    ...(rightFor === undefined
      ? []
      : [
          `By our set-up as it stands, ${pluralText(rightFor.webhooks, "other webhook of yours is", "other webhooks of yours are")} valid, the last received (UTC) ${utcMomentText(rightFor.last)}.`,
        ]),
    ...new Set(parts.flatMap(({ request }) => request ?? [])),
  ];
}

function strangerWords({ publicKey, otherMode }: Extract<SignatureChange, { change: "secret" }>) {
  const key = otherMode ? "the key of another mode (test or live)" : "another secret than the one set for this webhook";
  return { condition: `it is made with ${publicKey ? "a public key" : key}` };
}

function unknown({
  tries,
  complete,
  cause,
  place,
  separator,
  leftOut,
  milliseconds,
  held,
}: Extract<DoctorReport, { result: "unknown" }>): ReportWords {
  const sum = `${countText(tries)} ${tries === 1 ? "combination was" : "combinations were"} tried`;
  const tried = complete
    ? `${sum}: secrets of all profiles, algorithms, encodings, and the usual ways in which a body changes.`
    : `${sum} in ${roundDurationText(milliseconds * 1_000)}; then the search stopped by itself, and not everything could be tried.`;
  const left = leftOut.length === 0 ? "" : `Not tried, since this machine cannot compute them: ${listText(leftOut)}.`;
  switch (cause) {
    case "no-signature":
      return {
        title: "No header looks like a signature.",
        reasons: [
          "The sender did not sign this request, or something on its way took the header out.",
          "Or it signs with a private key, and the profile does not have the public one.",
        ],
        advice: "Ask the sender whether signing is switched on, and in which header the signature is sent.",
      };
    case "other-value":
      return {
        title: `The value of ${place} is another one than those that are set.`,
        reasons: ["It is none of the secrets of any profile here, in none of the usual forms."],
        advice:
          "Compare the value in the profile with the one on the dashboard: one of the two is of before, or of another environment.",
      };
    case "timestamp-missing":
    case "id-missing": {
      const what = cause === "id-missing" ? "id" : "timestamp";
      return {
        title: `The ${what} is not there: nothing stands in ${place}.`,
        reasons: [`The profile says that the ${what} is sent there, and without it the signature cannot be checked.`],
        advice: `Ask the sender for it, or look in the profile, under Signature, at where the ${what} stands.`,
      };
    }
    case "separator": {
      if (separator === undefined) break;
      return {
        title: `The profile cannot find the signature in ${place}.`,
        reasons: [severalValues(separator), tried, left].filter((each) => each !== ""),
        advice: `Under Signature in the profile, set “Between several” to ${separator.is === "" ? "nothing" : separatorText(separator.is)}, and check again. Only then can be said whether the secret is right.`,
      };
    }
    case "not-understood":
      return {
        title: `The profile does not understand what stands in ${place}.`,
        reasons: ["So nothing was compared: nobody can say yet whether secret and body are right.", tried, left].filter(
          (each) => each !== "",
        ),
        advice:
          "Hold what was received, on the webhook’s tab Signature, against the details under Signature in the profile: the algorithm, what stands in front of each signature and between several, and how they are written.",
      };
    case null:
      break;
  }
  return {
    title:
      held === undefined
        ? "Most likely the sender uses a secret that no profile here has, or the body was changed on its way."
        : "Most likely this one was signed with another secret, or its body was changed on its way.",
    reasons:
      held === undefined ? [] : [`The secret “${held.secret}” was right for the webhook of ${momentText(held.at)}.`],
    // It is never shown again: there is nothing to compare.
    advice:
      "Enter the secret of the dashboard once more, and check again. If that changes nothing, copy the question to the sender.",
    excluded: [
      `${complete ? "None of the usual causes" : "Nothing that was tried"} explains it. ${tried}`,
      ...(left === "" ? [] : [left]),
    ],
  };
}

/** What is said of the same serialising is said once: “serialised again with escaped slashes and sorted keys”. */
function conditions(parts: readonly string[]): string {
  const again = parts.filter((part) => part.startsWith(AGAIN)).map((part) => part.slice(AGAIN.length + 1));
  const others = parts.filter((part) => !part.startsWith(AGAIN));
  return listText(again.length === 0 ? others : [...others, `${AGAIN} ${listText(again)}`]);
}

const AGAIN = "the body is serialised again";
const PROFILE = "Change it in the profile, under Signature.";
const BEYOND = "A profile cannot hold that. Ask the sender for HMAC-SHA256 over the body.";

function inProfile(condition: string, reason: string): ChangeWords {
  return { condition, reason, advice: PROFILE };
}

function wordsOf(change: SignatureChange): ChangeWords {
  switch (change.change) {
    case "header":
      return inProfile(
        `it is read from the header ${change.name}`,
        `The sender puts the signature into ${change.name}.`,
      );
    case "repeated":
      return {
        condition: `only the ${ordinal(change.place)} of the ${change.count} headers of that name counts`,
        reason: "The sender, or something on the way, added the header more than once.",
        advice: "Ask the sender for one header: receivers disagree on which one counts.",
        request: "Please send one such header only.",
      };
    case "scheme":
      return change.kind === "static"
        ? inProfile(
            "the header is compared with the secret itself",
            "The sender does not sign: it sends a value that is always the same.",
          )
        : inProfile("it is checked as a signature over the body", "The sender signs; what it sends is no fixed value.");
    case "prefix":
      return inProfile(
        change.prefix === "" ? "nothing is expected in front of it" : `“${change.prefix}” is expected in front of it`,
        change.prefix === ""
          ? "The sender writes the signature alone."
          : `The sender writes “${change.prefix}” in front of the signature.`,
      );
    case "separator":
      return change.is === ""
        ? inProfile(
            "the header is read as one value",
            `The sender puts one value into the header; the profile takes it apart at ${separatorsText(change.set)}.`,
          )
        : inProfile(`the header is taken apart at ${separatorsText(change.is)}`, severalValues(change));
    case "encoding": {
      const name = ENCODING_NAMES[change.encoding];
      return inProfile(`it is read as ${name}`, `The sender writes the signature in ${name}.`);
    }
    case "written":
      return WRITTEN[change.as];
    case "truncated":
      return {
        condition: `only its first ${change.bytes} of ${change.of} bytes are compared`,
        reason: "The sender, or something on the way, cuts the signature off.",
        advice: "Ask the sender for the whole signature; a database column or a log may be too short for it.",
        request: "Please send the whole signature.",
      };
    case "algorithm": {
      const name =
        ALGORITHM_NAMES[change.algorithm as SignatureAlgorithm] ?? `HMAC with ${change.algorithm.toUpperCase()}`;
      return inProfile(`the algorithm is ${name}`, `The sender signs with ${name}.`);
    }
    case "construction":
      return CONSTRUCTIONS[change.construction];
    case "secret":
      return secretWords(change);
    case "secret-form":
      return SECRET_FORMS[change.form];
    case "secret-decoding": {
      const name = { text: "as text", base64: "from Base64", hex: "from hexadecimal" }[change.decoding];
      return inProfile(
        `the secret is read ${name}`,
        `The sender takes the secret ${change.decoding === "text" ? "as it is written" : `as the bytes that it stands for`}.`,
      );
    }
    case "body":
      return BODIES[change.how];
    case "json":
      return {
        condition: `${AGAIN} ${JSON_CHANGES[change.how]}`,
        reason: "The sender signs a re-encoded body, not the bytes that it sends.",
        ...SIGN_AS_SENT,
      };
    case "member":
      return {
        condition: `only “${change.key}” of the body is signed`,
        reason: `The sender signs what stands under “${change.key}”, not the whole body.`,
        ...asking("sign the whole body"),
      };
    case "content":
      return contentWords(change.template, change.address);
    case "timestamp-unit":
      return {
        condition: `the timestamp is signed in ${change.unit}`,
        reason: `The sender signs ${change.unit} and sends the other unit.`,
        ...asking("sign the timestamp as it is sent"),
      };
    case "timestamp-format":
      return inProfile(
        `the timestamp is read ${UNIT_NAMES[change.unit]}`,
        `The sender writes its timestamp ${UNIT_NAMES[change.unit]}.`,
      );
    case "provider":
      return inProfile(`it is checked as ${change.name} signs`, `The sender signs as ${change.name} does.`);
    case "clock":
      return clockWords(change.ageSeconds, change.toleranceSeconds);
  }
}

function severalValues({ is, set }: { readonly is: string; readonly set: string }): string {
  const read = set === "" ? "reads them as one" : `looks for ${separatorsText(set)} between them`;
  return `The sender puts several values into the header, with ${separatorsText(is)} between them; the profile ${read}.`;
}

function ordinal(place: number): string {
  return ["first", "second", "third", "fourth", "fifth"][place - 1] ?? `${place}th`;
}

function secretWords({
  owner,
  sameProfile,
  what,
  otherMode,
  publicKey,
}: Extract<SignatureChange, { change: "secret" }>): ChangeWords {
  const whose = owner === null ? "the sandbox" : sameProfile ? "this profile" : `the profile “${owner}”`;
  if (publicKey)
    return {
      condition: `it is made with a public key (${what} of ${whose})`,
      reason: "The sender signs with the public key, which everybody may know, instead of the secret one.",
      ...asking("sign with the secret key"),
    };
  return {
    condition: `it is made with ${what} of ${whose}`,
    reason: otherMode
      ? "The sender signs with the key of another mode: test and live have been mixed up."
      : sameProfile
        ? "The sender signs with another secret of this profile than the ones it is checked with."
        : "The sender signs with a secret that belongs to another profile.",
    advice: "Make sure that the webhook was meant for this profile; then set that secret under Signature.",
  };
}

function contentWords(template: string, address: boolean): ChangeWords {
  const shown = template.replaceAll("\n", "⏎");
  return {
    condition: template === "{body}" ? "the body alone is signed" : `what is signed is ${shown}`,
    reason:
      template === "{body}"
        ? "The sender signs the body and nothing around it."
        : address
          ? "The sender signs the address that it sends to as well; behind a proxy or a tunnel that is not the one that arrives."
          : "The sender puts something else around the body before it signs.",
    ...(address
      ? asking("tell the exact text that it signs", "tell us the exact text that you sign")
      : { advice: PROFILE }),
  };
}

function clockWords(ageSeconds: number, toleranceSeconds: number): ChangeWords {
  const off = secondsText(Math.abs(ageSeconds));
  const late = ageSeconds > 0;
  return {
    condition: `a timestamp ${off} ${late ? "before" : "after"} its arrival is accepted`,
    reason: late
      ? `The sender’s clock is ${off} slow, or the delivery was under way for so long; ${secondsText(toleranceSeconds)} are allowed.`
      : `The sender’s clock is ${off} fast, or the one of this computer slow; ${secondsText(toleranceSeconds)} are allowed.`,
    advice: "Compare both clocks. An old delivery that is sent again keeps its old timestamp.",
  };
}

/** Seconds as people say them: `432` as "7 min 12 s". */
export function secondsText(seconds: number): string {
  return roundDurationText(Math.round(seconds) * 1_000_000);
}
