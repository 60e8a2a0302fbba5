import type { AddressStatus } from "../../shared/address.ts";
import type { Check, CheckCode, Proof } from "../../shared/diagnosis.ts";
import type { CallDetail, DeliverySummary } from "../../shared/events.ts";
import { addressForPath } from "../../shared/http-address.ts";
import type { InboxStatus } from "../../shared/inbox.ts";
import { isHereOnly, type ListenerStatus } from "../../shared/listener.ts";
import { dayText, pluralText, shortClockText } from "../../shared/measures.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { RunDetail } from "../../shared/run.ts";
import type { SandboxSettings } from "../../shared/sandbox.ts";
import { afterDowntime, downtimeText } from "../../shared/text/explain-downtime.ts";
import { authenticationIn, explainOutcome } from "../../shared/text/explain-outcome.ts";
import { explainProof } from "../../shared/text/explain-proof.ts";
import { type ComparedAddress, UNTRIED } from "./compare-address.ts";
import { ownAddressFinding, stateSince } from "./public-address-check.ts";
import { inboxAt, receivingFinding, relayAddressFinding } from "./relay-check.ts";

const SHOWN = 10;

/** What is known of the time in question. */
export interface Seen {
  /** null: of the last hour, and no simulation. */
  readonly run: RunDetail | null;
  readonly call: CallDetail | null;
  /** The one whose webhooks are looked for. */
  readonly profileId: string;
  readonly listener: ListenerStatus;
  /** null where the webhooks are somebody else's. */
  readonly sandbox: SandboxSettings | null;
  /** There is an answer script that deals badly with deliveries, now. */
  readonly scriptInUse: boolean;
  /** As on the dashboard; empty when it is not known. `addressKnown`: it is the sandbox's, so we do know. */
  readonly address: string;
  readonly addressKnown: boolean;
  readonly compared: ComparedAddress["check"] | null;
  /** Where the address is not known, or may be another one by now: a webhook that came here, and when. */
  readonly lastHere: DeliverySummary | null;
  /** Linkdesk's own. */
  readonly publicAddress: AddressStatus;
  /** The profile's webhooks come by relays alone; and what it receives from them. */
  readonly relayOnly: boolean;
  readonly inboxes: readonly InboxStatus[];
  readonly proof: Proof | null;
  /** Newest first, whosever they are. */
  readonly deliveries: readonly DeliverySummary[];
  /** From which moment on `deliveries` has what arrived; null: all that arrived in the time that is asked about. */
  readonly lookedFrom: Instant | null;
}

/** Every cause; they are told in the order of `checkCode`. null: there is nothing to say of it. */
export const CHECKS: Readonly<Record<CheckCode, (seen: Seen) => Check | null>> = {
  "on-purpose": onPurposeCheck,
  call: ({ run, call }) => (run === null ? null : callCheck(run, call)),
  listener: listenerCheck,
  relay: relayCheck,
  address: (seen) => asFarAsStraysSay(asFarAsItLeads(addressCheck(seen), publicCheck(seen)), seen),
  "public-address": publicCheck,
  elsewhere: (seen) => asFarAsSeen(elsewhereCheck(seen), seen),
  untied: (seen) => (seen.run === null ? null : asFarAsSeen(untiedCheck(seen.deliveries, seen.run), seen)),
};

/**
 * An address may have the right parts and yet lead nowhere, or one that is unknown here: no tick beside the cross
 * below.
 */
function asFarAsItLeads(check: Check, leads: Check | null): Check {
  if (leads === null || leads.state === "not-tested" || check.state === "problem") return check;
  if (leads.state === "fine") return { ...check, state: "fine" };
  const doubt = check.state === "fine" ? " But it does not lead here, as is said below." : "";
  return { ...check, state: "not-tested", sentence: `${check.sentence}${doubt}` };
}

/** A webhook of this simulation that came to another path was sent to another address: no tick for this one. */
function asFarAsStraysSay(check: Check, seen: Seen): Check {
  const { deliveries, run, addressKnown, compared, lastHere, proof } = seen;
  const ledHere = check.state === "fine" || (check.state === "not-tested" && compared === null && lastHere !== null);
  // What can be told by the addresses alone is a guess; the path that it came to shows what is in between.
  const isGuess = compared?.otherwise !== undefined && compared.addressToSet === undefined;
  if (addressKnown || (!ledHere && !isGuess)) return check;
  const stray = deliveries.find((each) => isOtherPath(each) && fits(each, run));
  if (isGuess)
    return stray === undefined
      ? check
      : {
          ...check,
          sentence: `${check.sentence} A webhook that fits this simulation came to ${short(stray.path.split("?", 1)[0] ?? "")}.`,
          ...afterOtherPath(seen, stray, "So"),
        };
  if (stray === undefined) return afterLaterStray(check, seen);
  const doubt = `But a webhook that fits this simulation came to ${short(stray.path)}: either the dashboard was changed since then, or the service sends to another address than the dashboard says.`;
  return {
    ...check,
    // One that a test has led here through since then is right: whether the dashboard has it by now is not known.
    state: check.state === "fine" && proof !== null && proof.at > stray.at ? "not-tested" : "problem",
    sentence: `${check.sentence} ${doubt}`,
    ...afterOtherPath(seen, stray, "So"),
    events: [stray.id],
  };
}

/** The check of an address that led here once, where webhooks of the profile have come to another path since. */
function afterLaterStray(check: Check, { deliveries, profileId, lastHere }: Seen): Check {
  const later = deliveries.find(
    (each) => isOtherPath(each) && each.method === "POST" && each.profile?.id === profileId,
  );
  if (later === undefined || lastHere === null || later.at <= lastHere.at) return check;
  const doubt = `But a webhook that came since then went to ${short(later.path)}.`;
  return { ...check, state: "not-tested", sentence: `${check.sentence} ${doubt}`, events: [later.id] };
}

/** It was tied to the simulation by what it says. */
function fits({ tie }: DeliverySummary, run: RunDetail | null): boolean {
  return run !== null && tie?.runId === run.summary.id;
}

function isOtherPath({ completeness, onPath }: DeliverySummary): boolean {
  return completeness === "whole" && !onPath;
}

/**
 * What is said of deliveries is said of those that were looked at; that nothing is wrong with them is no tick for the
 * rest.
 */
function asFarAsSeen(check: Check, { lookedFrom }: Seen): Check {
  if (lookedFrom === null) return check;
  const { state, sentence, nextStep } = check;
  return {
    ...check,
    state: state === "fine" ? "not-tested" : state,
    sentence: `Only what came since ${shortClockText(lookedFrom)} was looked at; more came before. ${sentence}`,
    nextStep: nextStep === "" ? "For what came before, filter the log by kind:webhook and look through it." : nextStep,
  };
}

function found(
  code: CheckCode,
  state: Check["state"],
  sentence: string,
  nextStep = "",
  events: readonly DeliverySummary[] = [],
): Check {
  return { code, state, sentence, nextStep, events: events.slice(0, SHOWN).map(({ id }) => id) };
}

const DROPPED = "The sandbox was told to drop its webhooks: none was sent.";
const LATE = "The sandbox was told to send its webhooks late.";

/**
 * The sandbox's own faults, and our own script: said first, since they explain everything. null when neither is at
 * work.
 */
function onPurposeCheck(seen: Seen): Check | null {
  const { sandbox, scriptInUse } = seen;
  const scripted = concerned(seen).filter(({ onPurpose, status }) => onPurpose !== undefined && (status ?? 300) >= 300);
  const fault = sandbox?.behaviour.webhookFault;
  if (fault === "dropped" || fault === "late")
    return found(
      "on-purpose",
      "problem",
      fault === "dropped" ? DROPPED : LATE,
      "Go back to normal under Sandbox behaviour, and simulate it again.",
    );
  if (scripted.length > 0)
    return found(
      "on-purpose",
      "problem",
      `The listener dealt badly with ${pluralText(scripted.length, "delivery", "deliveries")} in that time, on purpose: a sender may have given up.`,
      "Let the listener answer 200 again, and simulate it again.",
      scripted,
    );
  if (!scriptInUse) return null;
  const unmet =
    "An answer script is in use, but no delivery met it in that time. What arrives is recorded all the same.";
  return asFarAsSeen(found("on-purpose", "fine", unmet), seen);
}

function callCheck(run: RunDetail, call: CallDetail | null): Check {
  const outcome = call?.summary.outcome ?? null;
  if (outcome === null || call === null)
    return found("call", "not-tested", "The call is still under way.", "Wait for its answer.");
  const { title, sentence, nextStep } = explainOutcome(outcome, call.summary.operation, {
    mode: call.summary.profile.mode,
    url: call.url,
    authentication: authenticationIn(call.request.headers),
  });
  switch (run.summary.call) {
    case "accepted":
      return found(
        "call",
        "fine",
        `The service answered the call with success (${call.summary.status ?? "no status"}). That does not say that it has sent a webhook.`,
      );
    case "unclear":
      return found("call", "problem", `${title}. ${sentence} Nobody can tell whether a webhook was sent.`, nextStep);
    case "refused":
      return found("call", "problem", `${title}. ${sentence} So there is no webhook to be expected.`, nextStep);
    case "under-way":
      return found("call", "not-tested", "The call is still under way.", "Wait for its answer.");
  }
}

function listenerCheck({ listener: status, run, relayOnly }: Seen): Check | null {
  if (relayOnly) return null;
  const unseen = unseenCheck("listener", run);
  if (unseen !== null) return unseen;
  if (status.state !== "listening")
    return found(
      "listener",
      "problem",
      "The listener is not listening now.",
      "Start it under Listener; if its port is taken, choose another one.",
    );
  if (status.problem !== null)
    return found(
      "listener",
      "problem",
      "The listener cannot record what arrives, and answers 503.",
      "Free some space.",
    );
  return found(
    "listener",
    "fine",
    run === null
      ? `It is listening on ${status.url ?? ""}.`
      : `It was listening all the time, and is now: ${status.url ?? ""}.`,
  );
}

function unseenCheck(code: CheckCode, run: RunDetail | null): Check | null {
  const verdict = run?.summary.verdict;
  if (verdict?.code !== "not-seen") return null;
  const [first] = verdict.spans;
  return found(
    code,
    "problem",
    `For a part of the time nothing could be seen: ${verdict.spans.slice(0, 3).map(downtimeText).join("; ")}.`,
    first === undefined ? "Simulate it again." : afterDowntime(first),
  );
}

/** null for a profile that has nothing to do with relays. */
function relayCheck({ relayOnly, inboxes, run }: Seen): Check | null {
  if (!relayOnly && inboxes.length === 0) return null;
  const { state, sentence, nextStep } = receivingFinding(inboxes);
  const unseen = relayOnly && state === "fine" ? unseenCheck("relay", run) : null;
  return unseen ?? found("relay", state, sentence, nextStep);
}

/**
 * Those that say anything of the profile's webhooks: without a simulation not what came while another profile was in
 * use, be it as it should or astray. Who has changed to another profile still waits for the webhook of a simulation.
 */
function concerned({ deliveries, run, profileId }: Seen): readonly DeliverySummary[] {
  return run === null ? deliveries.filter(({ profile }) => profile === null || profile.id === profileId) : deliveries;
}

function elsewhereCheck(seen: Seen): Check {
  const { listener, run, profileId } = seen;
  const { path } = listener.settings;
  const deliveries = concerned(seen);
  // Without a simulation it is about whether webhooks arrive: what went astray before the last that did is over.
  const arrived = run === null ? deliveries.find((each) => each.profile?.id === profileId && isWell(each)) : undefined;
  const { odd, sentence } = oddOnes(
    deliveries.filter(({ at }) => arrived === undefined || at > arrived.at),
    path,
  );
  if (odd.length > 0) {
    const own = odd.filter((each) => fits(each, run));
    const shown = [...own, ...odd.filter((each) => !own.includes(each))];
    return { ...found("elsewhere", "problem", sentence, "", shown), ...afterStrays(seen, odd, own) };
  }
  const before = oddOnes(deliveries, path);
  if (arrived !== undefined && before.odd.length > 0)
    return found(
      "elsewhere",
      "fine",
      `${before.sentence} Since then a webhook of this profile has come as it should, at ${shortClockText(arrived.at)}.`,
      "",
      before.odd,
    );
  const others = deliveries.length < seen.deliveries.length ? " and what came while another profile was in use" : "";
  const unseen = "What goes to another port never reaches Linkdesk, so it cannot be seen here.";
  return found(
    "elsewhere",
    "fine",
    // The rows of earlier tests may say that they did: they are no webhooks, whatever the last one came to.
    `Leaving aside Linkdesk’s own tests${others}, nothing went astray: no other path, nothing refused, nothing broken off. ${unseen}`,
  );
}

/** What came, but not as a webhook: to another path, or not whole, or with another method; and that in words. */
function oddOnes(
  deliveries: readonly DeliverySummary[],
  path: string,
): { readonly odd: readonly DeliverySummary[]; readonly sentence: string } {
  const broken = deliveries.filter(({ completeness }) => completeness !== "whole");
  const astray = deliveries.filter(isOtherPath);
  const methods = deliveries.filter((each) => each.completeness === "whole" && each.onPath && each.method !== "POST");
  const refused = deliveries.filter(
    (each) => each.completeness === "whole" && each.onPath && each.onPurpose === undefined && (each.status ?? 0) >= 400,
  );
  const parts = [
    ...(astray.length === 0
      ? []
      : [`${requests(astray)} came to another path than ${path}: ${listOf(astray.map((each) => each.path))}.`]),
    ...(broken.length === 0 ? [] : [`${requests(broken)} came, but not whole: ${listOf(broken.map(whyBroken))}.`]),
    ...(methods.length === 0
      ? []
      : [`${requests(methods)} came with another method than POST: ${listOf(methods.map(({ method }) => method))}.`]),
    ...(refused.length === 0
      ? []
      : [
          `${requests(refused)} to the right path we answered with an error: ${listOf(refused.map(({ status }) => String(status)))}.`,
        ]),
  ];
  return { odd: [...astray, ...broken, ...methods, ...refused], sentence: parts.join(" ") };
}

/** Whether a delivery came whole, by POST, to the webhook path, and its answer was no error. */
function isWell({ completeness, onPath, method, status }: DeliverySummary): boolean {
  return completeness === "whole" && onPath && method === "POST" && status !== null && status < 400;
}

type Remedy = Pick<Check, "nextStep" | "addressToSet" | "addressUntried" | "otherwise">;

/** What is right in place of the path that it came to: the whole address, as far as one is known. */
function afterOtherPath(seen: Seen, { path }: DeliverySummary, first: string): Remedy {
  const { listener, addressKnown } = seen;
  const wanted = listener.settings.path;
  // Behind a question mark tokens are put.
  const came = short(path.split("?", 1)[0] ?? "");
  if (came === wanted) return { nextStep: `${first} simulate it again: by now ${wanted} is the webhook path.` };
  const where = addressKnown ? "under Sandbox, “Send webhooks to”" : "on the dashboard";
  const otherwise = {
    sentence: "Or let the listener have the path that it came to.",
    path: path.split("?", 1)[0] ?? "",
  };
  const right = rightAddress(seen, path);
  if (right === null && URL.canParse(seen.address) && new URL(seen.address).pathname.endsWith(wanted))
    // One that a test came through is the right one, and another path of the listener would break it.
    return publicCheck(seen)?.state === "fine"
      ? {
          nextStep: `${first} set ${seen.address} ${where}. It leads here. If it stands there already, simulate it again: what went astray was sent to another address.`,
          addressToSet: seen.address,
        }
      : {
          nextStep: `${first} look at the address ${where} and at what is in between: the one known here ends in ${wanted}, and what came went to ${came}.`,
          otherwise,
        };
  return right === null
    ? { nextStep: `${first} let the address ${where} end in ${wanted}.`, otherwise }
    : {
        nextStep: `${first} set ${right.addressToSet} ${where}.${right.addressUntried ? UNTRIED : ""}`,
        ...right,
        otherwise,
      };
}

type RightAddress = Pick<Check, "addressUntried"> & { readonly addressToSet: string };

/** The address that leads to the webhook path, or is to be tried; null where only the path is known. */
function rightAddress({ compared, address, listener, publicAddress }: Seen, came: string): RightAddress | null {
  if (compared?.addressToSet !== undefined)
    return {
      addressToSet: compared.addressToSet,
      ...(compared.addressUntried ? { addressUntried: compared.addressUntried } : {}),
    };
  // It may have come by another address than the one on the dashboard: then nothing is told of that one.
  if (compared !== null && URL.canParse(address)) {
    const right = addressForPath(address, came, listener.settings.path);
    return right === null ? null : { addressToSet: right, addressUntried: true };
  }
  const { url, state } = publicAddress;
  const isInUse = state.name === "ready" || state.name === "reconnecting";
  return isInUse && url !== null && !isHereOnly(url) ? { addressToSet: url } : null;
}

/** @param own those of them that fit the simulation by what they say */
function afterStrays(seen: Seen, odd: readonly DeliverySummary[], own: readonly DeliverySummary[]): Remedy {
  const fitting = own.find(isOtherPath);
  if (fitting !== undefined) {
    const which = odd.length === 1 ? "It fits" : `${own.length} of them ${own.length === 1 ? "fits" : "fit"}`;
    return afterOtherPath(seen, fitting, `${which} this simulation:`);
  }
  const stray = odd.find(isOtherPath);
  return stray === undefined
    ? { nextStep: `Look at ${odd.length === 1 ? "it: it" : "them: one"} may be the webhook.` }
    : afterOtherPath(seen, stray, `If ${odd.length === 1 ? "it" : "one of them"} is the webhook,`);
}

function requests(list: readonly unknown[]): string {
  return pluralText(list.length, "request", "requests");
}

const BROKEN = {
  cut: "too large (413)",
  aborted: "hung up",
  "timed-out": "too slow (408)",
  malformed: "not HTTP (400)",
};

function whyBroken({ completeness }: DeliverySummary): string {
  return completeness === "whole" ? "" : BROKEN[completeness];
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Different ones, the first few. */
function listOf(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  const shown = different.slice(0, 3).map(short);
  return different.length > 3 ? `${shown.join(", ")}, …` : shown.join(", ");
}

/** Webhooks that came in that time but belong to no simulation: one may be the one that is missing. */
function untiedCheck(deliveries: readonly DeliverySummary[], run: RunDetail): Check {
  const webhooks = deliveries.filter((each) => each.onPath && each.completeness === "whole");
  const free = webhooks.filter(({ tie }) => (tie?.runId ?? null) === null);
  const possible = webhooks.filter((each) => fits(each, run));
  if (possible.length > 0)
    return found(
      "untied",
      "problem",
      `${pluralText(possible.length, "webhook", "webhooks")} came that may be it, but ${possible.length === 1 ? "does" : "do"} not carry enough to be sure.`,
      "Open it, and tie it by hand if it is the right one.",
      possible,
    );
  const { alsoFits } = run;
  if (alsoFits.length > 0)
    return {
      ...found(
        "untied",
        "problem",
        `${pluralText(alsoFits.length, "webhook", "webhooks")} of that time ${alsoFits.length === 1 ? "fits" : "fit"} just as well, and ${alsoFits.length === 1 ? "was" : "were"} given to another call with the same values.`,
        "See which call got it. If it is this one’s, choose it here.",
      ),
      events: alsoFits.map(({ deliveryId }) => deliveryId),
    };
  const stray = deliveries.find((each) => fits(each, run));
  if (stray !== undefined)
    return found(
      "untied",
      "problem",
      "A webhook that fits this simulation came, but not as it should: see “Did something go astray?”.",
      "",
      [stray],
    );
  if (free.length > 0)
    return found(
      "untied",
      "problem",
      `${pluralText(free.length, "webhook", "webhooks")} came in that time and ${free.length === 1 ? "belongs" : "belong"} to no simulation.`,
      "Open it, and tie it by hand if it is the right one. Otherwise somebody else’s tests use the same address.",
      free,
    );
  return found(
    "untied",
    "fine",
    webhooks.length > 0
      ? "Every webhook of that time belongs to another simulation."
      : deliveries.length > 0
        ? "No whole webhook came to the right path in that time."
        : "No webhook came in that time at all.",
  );
}

function addressCheck(seen: Seen): Check {
  const { run, compared, addressKnown, publicAddress, lastHere, deliveries } = seen;
  const ofRelay = relayAddressFinding(seen);
  if (ofRelay !== null) return { code: "address", ...ofRelay, events: [] };
  if (addressKnown) return sandboxCheck(compared, seen.address);
  if (compared !== null) return comparedCheck(compared, lastHere);
  if (lastHere !== null)
    return found(
      "address",
      // Nobody has said which address stands there now.
      "not-tested",
      `The webhook of ${run === null ? "a" : "another"} simulation of this profile came here ${whenHere(lastHere)}, so the address on the dashboard was right at that time.`,
      `${run === null ? "" : "Ask the service whether it has sent this one. "}If the dashboard was changed since, paste its address above.`,
      [lastHere],
    );
  const url = isHereOnly(publicAddress.url) ? null : publicAddress.url;
  return found(
    "address",
    "not-tested",
    url === null
      ? "Which address is on the dashboard is not known here."
      : `Which address is on the dashboard is not known here. It should be the public address, ${url}.`,
    // What comes at all has found a way here.
    url === null && deliveries.length === 0
      ? "Get a public address under Listener and put it on the dashboard. If one is there, paste it above."
      : "Copy the webhook URL from the dashboard and paste it above.",
  );
}

/**
 * Nobody can paste its address, which is known: why there is no field is said, and what stands in the dashboard’s
 * place.
 */
function sandboxCheck(compared: ComparedAddress["check"] | null, address: string): Check {
  const place = "The sandbox has no dashboard: in its place is “Send webhooks to”, under Sandbox,";
  return compared === null
    ? found("address", "problem", `${place} and that leads nowhere now.`, "Start the listener.")
    : { code: "address", ...compared, sentence: `${place} now ${short(address)}. ${compared.sentence}`, events: [] };
}

/** @param lastHere came although this address would not lead here */
function comparedCheck(compared: ComparedAddress["check"], lastHere: DeliverySummary | null): Check {
  if (lastHere === null) return { code: "address", ...compared, events: [] };
  const doubt = `But a webhook came here ${whenHere(lastHere)}: if the dashboard has another address by now, paste it above.`;
  return { code: "address", ...compared, sentence: `${compared.sentence} ${doubt}`, events: [lastHere.id] };
}

function whenHere({ at }: DeliverySummary): string {
  return `on ${dayText(at)} at ${shortClockText(at)}`;
}

function publicCheck({ address, compared, publicAddress, proof, inboxes, relayOnly, listener }: Seen): Check | null {
  // That one is no address of this machine.
  if (relayOnly || inboxAt(inboxes, address) !== null) return null;
  if (address === "") return found("public-address", "not-tested", "It takes the address on the dashboard first.");
  const isOlder = proof === null || proof.at < (stateSince(publicAddress.state) ?? 0);
  const own = isOlder ? ownAddressFinding(address, publicAddress) : null;
  if (own !== null) return found("public-address", own.state, own.sentence, own.nextStep);
  if (proof === null)
    return found(
      "public-address",
      "not-tested",
      "Whether this address leads here shows when a request goes through it.",
      "Press “Test the address”: Linkdesk sends itself one request through it.",
    );
  const words = explainProof(proof, listener.settings.path);
  // Where the address itself is to be another one, that is said above: two remedies would speak against each other.
  return compared?.addressToSet === undefined
    ? { code: "public-address", ...words, events: [] }
    : found("public-address", words.state, words.sentence);
}
