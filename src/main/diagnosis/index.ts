import type { AddressStatus } from "../../shared/address.ts";
import { isOrdinary } from "../../shared/answer-script.ts";
import { type Check, checkCode, type Diagnosis, dashboardAddressProblem, type Proof } from "../../shared/diagnosis.ts";
import type { DeliverySummary } from "../../shared/events.ts";
import type { InboxStatus } from "../../shared/inbox.ts";
import { isLoopback, type ListenerStatus } from "../../shared/listener.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { RunDetail } from "../../shared/run.ts";
import type { SandboxStatus } from "../../shared/sandbox.ts";
import { explainProof } from "../../shared/text/explain-proof.ts";
import type { Proofs } from "../address/index.ts";
import type { Journal } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";
import { CHECKS, type Seen } from "./checks.ts";
import { compareAddress, isSamePlace, UNTRIED } from "./compare-address.ts";
import { type Came, cameThrough, lastOfSimulation, lookAround } from "./look-around.ts";
import { questionText } from "./question.ts";
import { inboxAt } from "./relay-check.ts";

/** Finds out why a webhook has not come, cause by cause. */
export type Diagnoses = ReturnType<typeof createDiagnoses>;

export interface DiagnosisDependencies {
  readonly journal: Pick<Journal, "page" | "detail">;
  readonly run: (id: EventId) => Promise<RunDetail>;
  readonly listener: () => ListenerStatus;
  readonly sandbox: () => SandboxStatus;
  /** The profile of this id; null when it is gone. */
  readonly profile: (id: string) => Profile | null;
  readonly selectedProfile: () => Profile;
  readonly rememberAddress: (profile: Profile, address: string) => Promise<void>;
  readonly publicAddress: () => AddressStatus;
  /** What may be received from relays. */
  readonly inboxes: () => readonly InboxStatus[];
  readonly proofs: Pick<Proofs, "prove">;
  readonly now: () => Instant;
}

/** Without a simulation, as far back as this, in microseconds. */
const LOOKED_BACK = 3_600_000_000;
/** What is sent again that often says nothing new. */
const MOST_LATE = 100;

interface Subject {
  readonly run: RunDetail | null;
  readonly profile: Profile;
  /** As on the dashboard; empty when it is not known. */
  readonly address: string;
  readonly addressKnown: boolean;
}

export function createDiagnoses(dependencies: DiagnosisDependencies) {
  const { journal, listener, sandbox, publicAddress, proofs, now } = dependencies;
  /**
   * The last proof through each address, by profile, address and where the listener was: what came elsewhere shows
   * nothing.
   */
  const proven = new Map<string, Proof>();
  /** When each profile's address was pasted; those that were there before, before this. */
  const pasted = new Map<string, Instant>();
  const begun = now();

  async function subjectOf(runId: EventId | null): Promise<Subject> {
    const run = runId === null ? null : await dependencies.run(runId);
    const call = runId === null ? null : await journal.detail(runId);
    const stamp = call?.kind === "call" ? call.summary.profile.id : null;
    const profile = (stamp === null ? null : dependencies.profile(stamp)) ?? dependencies.selectedProfile();
    const addressKnown = profile.mode === "sandbox";
    const address = addressKnown ? (sandbox().webhookTarget ?? "") : profile.dashboardUrl;
    return { run, profile, address, addressKnown };
  }

  /**
   * What went astray is sent again for long: what belongs to the simulation counts after its time, too. Newest first.
   */
  async function lateStrays({ ties }: RunDetail, until: Instant): Promise<readonly DeliverySummary[]> {
    const astray = ties.filter(({ role }) => role === "astray").slice(-MOST_LATE);
    const details = await Promise.all(astray.map(({ deliveryId }) => journal.detail(deliveryId).catch(() => null)));
    return details
      .flatMap((detail) => (detail?.kind === "delivery" && detail.summary.at > until ? [detail.summary] : []))
      .toReversed();
  }

  /** What came through an address; null for the listener's own, through which everything comes. */
  async function cameTo({ id }: Profile, address: string, { url, settings }: ListenerStatus): Promise<Came | null> {
    const given = new URL(address);
    if (url !== null && isSamePlace(given, new URL(url))) return null;
    return cameThrough(journal, id, given, settings.path);
  }

  /** With what a test of the address that it proposes has shown. */
  function withTest(found: Check | null, profile: Profile, status: ListenerStatus): Check | null {
    if (found?.addressToSet === undefined || found.addressUntried === undefined) return found;
    const proof = proven.get(keyOf(profile, found.addressToSet, status));
    if (proof === undefined) return found;
    const { state, sentence } = explainProof(proof, status.settings.path);
    const { addressUntried: _, ...rest } = found;
    return {
      ...(state === "fine" ? rest : found),
      nextStep: found.nextStep.replace(UNTRIED, ""),
      addressTested: { state, sentence },
    };
  }

  async function check(subject: Subject): Promise<Diagnosis> {
    const { run, profile, address, addressKnown } = subject;
    const status = listener();
    const time = now();
    const from = run?.summary.startedAt ?? time - LOOKED_BACK;
    const until = run === null ? time : Math.min(time, run.summary.deadline);
    const { deliveries: inTime, lookedFrom } = await lookAround(journal, from, until);
    const deliveries = run === null ? inTime : [...(await lateStrays(run, until)), ...inTime];
    const call = run === null ? null : await journal.detail(run.summary.id);
    const callDetail = call?.kind === "call" ? call : null;
    const inboxes = dependencies.inboxes().filter(({ profileId }) => profileId === profile.id);
    const relayOnly = profile.relayOnly && !addressKnown;
    // An address of a relay has no part of the listener's.
    const isOfRelay = relayOnly || inboxAt(inboxes, address) !== null;
    const proof = proven.get(keyOf(profile, address, status)) ?? null;
    // The sandbox is on this machine: the listener's own address is right for it.
    const led = addressKnown ? (proof?.arrived ?? null) : proof?.arrived;
    const compared =
      address === "" || isOfRelay
        ? null
        : compareAddress(
            address,
            status,
            addressKnown || isAtHome(profile),
            publicAddress(),
            led,
            addressKnown ? null : await cameTo(profile, address, status),
          );
    const lastHere = addressKnown ? null : await lastOfSimulation(journal, profile);
    // One that would not lead here, after which a webhook came here all the same, may not be on the dashboard any more.
    const isDoubtful =
      compared?.check.state === "problem" && lastHere !== null && lastHere.at > (pasted.get(profile.id) ?? begun);
    const seen: Seen = {
      run,
      call: callDetail,
      profileId: profile.id,
      listener: status,
      sandbox: addressKnown ? sandbox().settings : null,
      scriptInUse: !isOrdinary(dependencies.selectedProfile().answerScript),
      address,
      addressKnown,
      compared: compared?.check ?? null,
      lastHere: address === "" || isDoubtful ? lastHere : null,
      publicAddress: publicAddress(),
      relayOnly,
      inboxes,
      proof,
      deliveries,
      lookedFrom,
    };
    return {
      runId: run?.summary.id ?? null,
      profileId: profile.id,
      checks: checkCode.options.flatMap((code) => withTest(CHECKS[code](seen), profile, status) ?? []),
      address,
      addressKnown,
      parts: compared?.parts ?? [],
      proof,
      question: questionText({
        run,
        call: callDetail,
        listenerUrl: relayOnly ? (inboxes[0]?.inbox.url ?? null) : status.url,
        address: isDoubtful ? "" : address,
        cameHereAt: lastHere?.at ?? null,
        profileId: profile.id,
        deliveries,
        lookedFrom,
        until,
        now: time,
      }),
    };
  }

  return {
    /** @throws Refusal `no-run` for a simulation that is gone */
    check: async (runId: EventId | null): Promise<Diagnosis> => check(await subjectOf(runId)),
    /** @throws Refusal `address-wrong` with a sentence for beside the field */
    async setAddress(runId: EventId | null, text: string): Promise<Diagnosis> {
      const { profile } = await subjectOf(runId);
      const address = text.trim();
      const problem = dashboardAddressProblem(address);
      if (problem !== null) throw new Refusal("address-wrong", problem);
      pasted.set(profile.id, now());
      if (address !== profile.dashboardUrl) await dependencies.rememberAddress(profile, address);
      return check(await subjectOf(runId));
    },
    /** @throws Refusal `address-unknown` when there is no address to go through */
    async prove(runId: EventId | null, proposed?: string): Promise<Diagnosis> {
      const { profile, address: pastedAddress } = await subjectOf(runId);
      const address = proposed ?? pastedAddress;
      if (address === "")
        throw new Refusal("address-unknown", "Paste the address from the dashboard first: the test goes through it.");
      if (inboxAt(dependencies.inboxes(), address) !== null)
        throw new Refusal(
          "address-of-relay",
          "This is the address of a relay’s inbox: a test request would be a webhook to everybody who receives from it. Whether the relay’s webhooks come here stands above.",
        );
      const shown = await proofs.prove(address);
      proven.set(keyOf(profile, address, listener()), shown);
      return check(await subjectOf(runId));
    },
  };
}

function keyOf({ id }: Profile, address: string, { url }: ListenerStatus): string {
  return `${id}\n${address}\n${url ?? ""}`;
}

/** The profile's service is one on this machine, as on a developer's: "this machine" is the same to both. */
function isAtHome({ baseUrl }: Profile): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}
