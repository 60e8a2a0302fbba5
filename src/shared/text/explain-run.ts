import { capital, countText, durationText, pluralText, roundDurationText } from "../measures.ts";
import type { Explanation, Outcome, Tone } from "../outcomes.ts";
import type { Microseconds } from "../primitives.ts";
import {
  type ComparedField,
  type Downtime,
  decidingTie,
  faultOf,
  onlyWrongSignature,
  type Reason,
  type RunDetail,
  type RunSummary,
  type Tie,
  type Verdict,
  type WrongSignature,
} from "../run.ts";
import { afterDowntime, DOWNTIME_CAUSES, spansText } from "./explain-downtime.ts";
import { comparedFieldTexts, isOtherUnit } from "./explain-tie.ts";
import { faultName, fieldList, ROLE_NAMES, SIGNATURE_FAULTS, wasCompared, wrongText, wrongTitle } from "./run-words.ts";

/**
 * Runs in plain words for support staff: what came of a simulation, and what to do next. Values from outside are
 * quoted as they came: whoever shows them makes invisible characters visible.
 */

/** A verdict in a few words, for a chip: "matched in 0.41 s". */
export function verdictText(verdict: Verdict): string {
  switch (verdict.code) {
    case "waiting":
      return verdict.downtime === null ? "waiting" : "none can be seen now";
    case "matched":
      return `matched in ${durationText(verdict.after)}`;
    case "late":
      return `late, after ${durationText(verdict.after)}`;
    case "duplicate":
      return verdict.times === 2 ? "came twice" : `came ${verdict.times} times`;
    case "mismatch":
      return wrongText(faultOf("mismatch", verdict.fields)) ?? ROLE_NAMES.mismatch;
    case "unconfirmed":
      // A word that nobody knows may be “failed”: it does not look right.
      if (verdict.looks === "wrong") return "looks wrong";
      return verdict.because === "new-word" ? "says something new" : "looks right";
    case "missing":
      // Of a call that may not have taken effect nobody knows that one was to come.
      return verdict.call === "unclear" ? "none came" : "missing";
    case "unexpected":
      return verdict.because === "extra" ? "one too many" : "unexpected";
    case "nothing-came":
      return "nothing came";
    case "refused":
      return "call failed";
    case "not-seen":
      return "could not be seen";
    case "not-sure":
      return verdict.because === "not-over" ? "not over yet" : "not sure";
  }
}

/** The same without times, to be counted: "matched". */
export function verdictName(verdict: Verdict): string {
  return verdict.code === "matched" || verdict.code === "late" ? verdict.code : verdictText(verdict);
}

export function verdictTone(verdict: Verdict): Tone {
  switch (verdict.code) {
    case "matched":
    case "nothing-came":
      return "good";
    case "late":
    case "duplicate":
    case "unconfirmed":
    case "not-seen":
    case "not-sure":
      return "odd";
    case "mismatch": {
      const signature = onlyWrongSignature(verdict.fields);
      return signature === null || wasCompared(signature) ? "bad" : "odd";
    }
    case "missing":
      return verdict.call === "unclear" ? "odd" : "bad";
    case "unexpected":
      return "bad";
    case "waiting":
    case "refused":
      return "neutral";
  }
}

/** What the whole run tells of its verdict and its summary does not. */
export interface RunContext extends Pick<RunDetail, "ties" | "alsoFits"> {
  /** The listener's, where this is its log: what went to another one is told which is right. */
  readonly webhookPath?: string | undefined;
}

/**
 * A run's verdict in full; `units` as of `amountText`.
 *
 * @param context where it is known: what the right webhook does not carry, and what fits and went to another call
 * @param outcome how the call ended, where it is known
 */
export function explainRun(
  run: RunSummary,
  units: number | null,
  context: RunContext | null = null,
  outcome: Outcome | null = null,
): Explanation {
  const { verdict } = run;
  const words = wordsFor(verdict, run, units, outcome);
  return { tone: verdictTone(verdict), ...(context === null ? words : withContext(words, run, context)) };
}

function withContext(
  words: Words,
  { verdict, counts }: RunSummary,
  { ties, alsoFits, webhookPath }: RunContext,
): Words {
  if (verdict.code === "matched") {
    const absent = decidingTie(ties)?.fields.filter(({ state }) => state === "absent") ?? [];
    if (absent.length === 0) return words;
    // What it is about and how it ended is told by words: that none was read as such does not say that none is there.
    const isTold = ({ field }: ComparedField) => field === "purpose" || field === "outcome";
    const left = fieldList(absent.filter((field) => !isTold(field)));
    const unread = fieldList(absent.filter(isTold));
    const gone = left === "" ? "" : ` Not in it, so not compared: ${left}. That is no fault: senders may leave it out.`;
    const open = unread === "" ? "" : ` Nothing in it was read as its ${unread}.`;
    return {
      ...words,
      sentence: `All that was read in the webhook agrees. It came ${durationText(verdict.after)} after the call.${gone}${open}${retried(counts.retries)}`,
    };
  }
  const told =
    verdict.code === "missing" || verdict.code === "waiting"
      ? withStrays(words, ties, counts.astray, webhookPath)
      : words;
  if ((verdict.code !== "missing" && verdict.code !== "not-seen") || alsoFits.length === 0) return told;
  const fits = pluralText(alsoFits.length, "webhook fits", "webhooks fit");
  return {
    ...told,
    sentence: `${told.sentence} ${fits} just as well, and ${alsoFits.length === 1 ? "was" : "were"} given to another call with the same values.`,
    nextStep: "See which call got it. If it is this one’s, choose it here; else go through the possible causes below.",
  };
}

/**
 * Why what fits went astray, and what to do about it.
 *
 * @param count how many webhooks they are, each of which may have been sent several times
 */
function withStrays(words: Words, ties: readonly Tie[], count: number, webhookPath: string | undefined): Words {
  const reasons = ties
    .filter(({ role }) => role === "astray")
    .flatMap((tie) => tie.reasons.find(({ code }) => code === "other-path" || code === "not-whole") ?? []);
  const last = reasons.at(-1);
  if (last === undefined) return words;
  const why = strayWhy(last);
  const isAll = reasons.every((each) => strayWhy(each) === why);
  const them = count === 1 ? `its ${reasons.length} attempts` : "them";
  const who = reasons.length === 1 ? "It" : `${isAll ? "Each" : "The last"} of ${them}`;
  return {
    ...words,
    sentence: `${words.sentence} ${who} ${why}.`,
    nextStep: words.nextStep || strayStep(last, webhookPath),
  };
}

function strayWhy(reason: Reason): string {
  if (reason.code === "other-path") return `went to ${withoutQuery(reason.path)}, which is not the webhook path`;
  return reason.code === "not-whole" && reason.completeness === "cut"
    ? "was longer than the listener takes"
    : "did not come whole";
}

/** Behind a question mark tokens are put. */
function withoutQuery(path: string): string {
  return path.split("?", 1)[0] ?? "";
}

function strayStep(reason: Reason, webhookPath: string | undefined): string {
  if (reason.code === "other-path") {
    if (webhookPath === undefined)
      return "Correct the path that the service sends to, or the listener’s. Then simulate it again.";
    const came = withoutQuery(reason.path);
    return came === webhookPath
      ? `By now the webhook path is ${webhookPath}. Simulate it again.`
      : `Let the address that the service sends to end in ${webhookPath}, or change the listener’s path to ${came}. Then simulate it again.`;
  }
  return reason.code === "not-whole" && reason.completeness === "cut"
    ? "Let the listener take a larger body, under Listener, Port and path. Then simulate it again."
    : "Ask the sender why it broke off.";
}

type Words = Omit<Explanation, "tone">;

function wordsFor(
  verdict: Verdict,
  { startedAt, deadline, counts, certainty }: RunSummary,
  units: number | null,
  outcome: Outcome | null,
): Words {
  const limit = roundDurationText(Math.max(0, deadline - startedAt));
  switch (verdict.code) {
    case "waiting":
      return {
        title: "Waiting for the webhook",
        sentence: `It is to come within ${limit} of the call.${possibleSoFar(counts.possible)}${unseenNow(verdict.downtime)}${strays(counts.astray)}`,
        nextStep: verdict.downtime === null ? "" : afterDowntime(verdict.downtime),
      };
    case "matched":
      return {
        title: `Matched in ${durationText(verdict.after)}`,
        sentence: `The right webhook came ${durationText(verdict.after)} after the call.${retried(counts.retries)}`,
        nextStep:
          certainty === "ambiguous"
            ? "It may as well be for another simulation with the same values, which “Why this webhook” names: if it matters, send them one by one."
            : "",
      };
    case "late":
      return {
        title: `Late by ${durationText(verdict.lateBy, asFineAs(verdict.after))}`,
        sentence: `The right webhook came ${durationText(verdict.after)} after the call; the limit is ${limit}.${
          verdict.spans === undefined ? "" : ` But in that time ${spansText(verdict.spans, startedAt, deadline)}.`
        }`,
        nextStep:
          verdict.spans === undefined
            ? "If this sender is known to be slow, allow more time in the profile."
            : "So the sender may have tried in time and not got through. Simulate it again.",
      };
    case "duplicate":
      return {
        title: capital(verdictText(verdict)),
        sentence: "The right webhook came, was answered with success, and then the same one came again.",
        nextStep: "A receiver must not act on it a second time. Ask the sender why it is sent again after a success.",
      };
    case "mismatch": {
      const signature = onlyWrongSignature(verdict.fields);
      return signature !== null
        ? {
            title: capital(SIGNATURE_FAULTS[signature]),
            sentence: `All that can be compared agrees${ONLY_SIGNATURE[signature]}.`,
            nextStep:
              signature === "unchecked"
                ? "Set the secret in the profile, under Signature. Then check it again."
                : "Press “Find the reason”. Where it finds none, it has a question for the sender.",
          }
        : {
            title: wrongTitle(verdict.fields),
            sentence: comparedFieldTexts(verdict.fields, units).join(" "),
            nextStep:
              faultName(faultOf("mismatch", verdict.fields)) === null
                ? `${verdict.fields.some(isOtherUnit) ? UNIT_STEP : "The values stand below, side by side. Copy"} both, and show them to whoever sends it.`
                : "All values that can be compared agree, so it is the payment that failed. The reason may stand in the webhook’s body; if not, copy both, and ask whoever runs the service.",
          };
    }
    case "unconfirmed":
      return unconfirmed(verdict, units);
    case "missing":
      return {
        title:
          counts.astray > 0
            ? "The webhook went astray"
            : verdict.call === "unclear"
              ? "None came"
              : "The webhook is missing",
        sentence: `${callWords(verdict.call, outcome)} Within ${limit} none came for it, though the listener was up.${strays(counts.astray)}`,
        // Of what went astray it is known why: that is told with the ties.
        nextStep: counts.astray > 0 ? "" : CAUSES_STEP,
      };
    case "unexpected":
      return unexpected(verdict.because);
    case "nothing-came":
      return { title: "Nothing came", sentence: `As expected, no webhook came within ${limit}.`, nextStep: "" };
    case "refused":
      return {
        title: "The call failed",
        sentence: "The simulation did not take place, so no webhook is to be expected. Why stands below.",
        nextStep: "",
      };
    case "not-seen":
      return {
        title: "Could not be seen",
        sentence: `Nothing came, but for a part of the time nothing could have been seen: ${spansText(verdict.spans, startedAt, deadline)}.`,
        nextStep: "This is no proof that the webhook was never sent. Simulate it again.",
      };
    case "not-sure":
      return { title: capital(verdictText(verdict)), ...doubt(verdict, counts.possible) };
  }
}

/** Both times of a late one are cut at the same place, so that one less the limit is the other. */
function asFineAs(after: Microseconds): "all" | "tenths" | "seconds" {
  if (after >= 60_000_000) return "seconds";
  return after >= 10_000_000 ? "tenths" : "all";
}

const CAUSES_STEP =
  "Go through the possible causes below. If nothing is wrong there, ask whoever runs the service: the question stands under them.";

const UNIT_STEP =
  "If webhooks of this kind are written in another unit, press “Correct the unit”: all of them are judged by it. Otherwise copy";

const ONLY_SIGNATURE: Readonly<Record<WrongSignature, string>> = {
  invalid: ", but nobody can tell who sent it",
  missing: ", but nobody can tell who sent it: the profile asks for a signature, and there is none",
  unreadable: "; whether its signature holds is not known, since the profile does not understand how it is written",
  unchecked: "; but its signature was not checked, because no secret is set in the profile, or none that could be used",
};

function unconfirmed(
  { looks, because, fields }: Extract<Verdict, { code: "unconfirmed" }>,
  units: number | null,
): Words {
  const why =
    because === "reading"
      ? "Nobody has confirmed yet how this kind of webhook is read."
      : "Something in it is not known from a webhook that was confirmed.";
  return {
    title:
      looks === "right" && because === "new-word"
        ? "A webhook came that says something new"
        : `A webhook came that looks ${looks}`,
    sentence: ["Is it read correctly?", why, ...(looks === "wrong" ? comparedFieldTexts(fields, units) : [])].join(" "),
    // What can be done is asked below it.
    nextStep: "",
  };
}

function doubt(
  { because, possible }: Extract<Verdict, { code: "not-sure" }>,
  tied: number,
): Pick<Words, "sentence" | "nextStep"> {
  const webhooks = pluralText(possible, "webhook", "webhooks");
  switch (because) {
    case "not-over":
      return {
        sentence: "A webhook came that fits, but it tells of something that has not ended.",
        nextStep: "Another one is to say how it ended. Ask the sender whether it was ever sent.",
      };
    case "not-searched":
      return {
        sentence: `${webhooks} came in this time that could not be read to the end: it may stand in there.`,
        nextStep: "Under “Why this webhook” stands what was not read. If it is the one, say so.",
      };
    case "doubt":
      return {
        sentence: `${webhooks} came that may be it, but there is a doubt.`,
        nextStep:
          tied > 0
            ? "Under “Why this webhook” stands what is in doubt. If it is the one, say so."
            : possible > 1
              ? "They are counted for other simulations that they fit as well. Look at them, and choose one here if it is this one’s."
              : "It is counted for another simulation that it fits as well. Look at it, and choose it here if it is this one’s.",
      };
  }
}

function unseenNow(downtime: Downtime | null): string {
  return downtime === null ? "" : ` But nothing can be seen now: ${DOWNTIME_CAUSES[downtime.cause]}.`;
}

function unexpected(because: Extract<Verdict, { code: "unexpected" }>["because"]): Words {
  switch (because) {
    case "nothing-awaited":
      return {
        title: "Unexpected: a webhook came where none should",
        sentence: "This simulation was to cause no webhook, and one came that fits it.",
        nextStep: "Show it to whoever sends it, together with the call.",
      };
    case "call-refused":
      return {
        title: "Unexpected: a webhook came for a call that failed",
        sentence: "By the end of the call no webhook was to be expected, and one for it came all the same.",
        nextStep: "Show both to whoever runs the service: callers that try again would cause it twice.",
      };
    case "extra":
      return {
        title: "One webhook too many",
        sentence: "The right webhook came, and another one that is for this simulation but is not the same.",
        nextStep: "Compare the two. If somebody else simulates with these values, tie the other one where it belongs.",
      };
  }
}

function callWords(call: Extract<Verdict, { code: "missing" }>["call"], outcome: Outcome | null): string {
  if (call === "accepted") return "The service answered the call with success.";
  if (call === "unclear" && outcome?.code === "status" && outcome.status >= 500)
    return `The service failed (${outcome.status}), so it is not known whether it acted on the call.`;
  return call === "unclear" ? "It is not known whether the service acted on the call." : "The call is still under way.";
}

function possibleSoFar(count: number): string {
  return count === 0 ? "" : ` ${pluralText(count, "webhook", "webhooks")} came that may be it.`;
}

function retried(count: number): string {
  const times = count === 1 ? "" : ` ${countText(count)} times`;
  return count === 0 ? "" : ` It came again${times} after an answer that was no success.`;
}

function strays(count: number): string {
  return count === 0 ? "" : ` But ${pluralText(count, "webhook that fits", "webhooks that fit")} went astray.`;
}
