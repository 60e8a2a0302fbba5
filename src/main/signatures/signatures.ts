import { randomUUID } from "node:crypto";
import type { Input, Output, ProfilesView } from "../../shared/contract.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import type { EventId, Instant } from "../../shared/primitives.ts";
import type { Profile, ProfileDraft, ProfileView } from "../../shared/profile.ts";
import { type SignatureSecret, type SignatureSettings, secretSlotOf } from "../../shared/signature.ts";
import type { SignatureCheck } from "../../shared/signature-check.ts";
import type { DoctorReport } from "../../shared/signature-doctor.ts";
import { CALLS_KEY } from "../../shared/signature-presets.ts";
import type { WrittenSignature } from "../../shared/written-signature.ts";
import type { Journal } from "../journal/index.ts";
import type { Masking } from "../network/index.ts";
import { contentEncodingOf, DECODED_AT_MOST, decodeBody } from "../payload/index.ts";
import { Refusal } from "../refusal.ts";
import {
  type CheckOptions,
  createDeliveryCheck,
  type DeliveryCheck,
  isMasked,
  notKept,
  secretsOf,
} from "./check-delivery.ts";
import { candidatesFor } from "./doctor/candidates.ts";
import { headersIn, readExample } from "./doctor/example.ts";
import { DOCTOR_LIMITS, LONGER_LIMITS, runDoctor } from "./doctor/start-thread.ts";
import type { Limits, Remedy } from "./doctor/types.ts";
import type { SignedMessage } from "./message.ts";
import { signatureValues, valuesOf } from "./read-signature.ts";
import { aroundBody } from "./signed-content.ts";
import { momentOf } from "./timestamps.ts";
import { verifyInSlices } from "./verify.ts";

/** Diagnoses at the same time; each has a thread of its own. */
const DIAGNOSES_AT_MOST = 2;
const FIXES_KEPT = 20;
/** Among so many that held, those of the profile are looked for. */
const HELD_LOOKED_AT = 200;

/** The part of the profiles that is needed here. */
interface Profiles {
  list(): ProfilesView;
  find(id: string): Profile | null;
  secret(id: string, slot: string): Promise<string | null>;
  update(id: string, draft: ProfileDraft): Promise<ProfileView>;
  setSecret(id: string, slot: string, value: string): Promise<ProfileView>;
}

interface SignaturesOptions {
  readonly profiles: Profiles;
  readonly journal: CheckOptions["journal"] & Pick<Journal, "page">;
  readonly now: CheckOptions["now"];
  readonly awaiting: CheckOptions["awaiting"];
  readonly masking: Pick<Masking, "arrived" | "shown">;
  /** The built or the source file of the doctor's thread. */
  readonly thread: string | URL;
}

/** Everything about the signatures of deliveries. */
export interface Signatures extends DeliveryCheck {
  /** How a signature is written in a pasted header, or in those of a delivery. @throws Refusal */
  readExample(example: Input<"signatures", "readExample">): Promise<WrittenSignature | null>;
  comparison(id: EventId): Promise<Output<"signatures", "comparison">>;
  /** @throws Refusal, `cancelled` among them */
  examine(id: EventId, requestId: string, longer?: boolean): Promise<DoctorReport>;
  cancelExamination(requestId: string): void;
  /** Changes a profile in the way that a report has found. @throws Refusal when it has changed since */
  applyFix(fix: number): Promise<ProfileView>;
  /** Takes the last such change back. @throws Refusal when the profile has changed since */
  undoFix(fix: number): Promise<ProfileView>;
  /** Ends what is under way. */
  close(): void;
}

interface Fix {
  readonly profileId: string;
  readonly before: SignatureSettings;
  readonly remedy: Remedy;
  readonly name: string;
}

/** A fix that was made: what signatures were checked by before and since, and the secret that was replaced. */
interface AppliedFix extends Pick<Fix, "profileId" | "before"> {
  readonly fix: number;
  readonly after: SignatureSettings;
  readonly replaced: { readonly slot: string; readonly value: string } | null;
}

/** A webhook whose signature was found valid, with which secret. */
interface HeldWebhook {
  readonly detail: DeliveryDetail;
  readonly check: SignatureCheck;
  readonly secret: string;
}

export function createSignatures(options: SignaturesOptions): Signatures {
  const { profiles, journal, now, masking, thread, awaiting } = options;
  const check = createDeliveryCheck({
    profile: (id) => profiles.find(id),
    secret: (id, slot) => profiles.secret(id, slot),
    journal,
    arrived: masking.arrived,
    now,
    awaiting,
  });
  const running = new Map<string, AbortController>();
  const fixes = new Map<number, Fix>();
  let lastFix = 0;
  let applied: AppliedFix | null = null;

  async function delivery(id: EventId): Promise<{ detail: DeliveryDetail; message: SignedMessage }> {
    const detail = await journal.detail(id);
    if (detail?.kind !== "delivery") throw new Refusal("no-event", "This event is no longer in the log.");
    const body = (await journal.body(id, "request")) ?? new Uint8Array();
    const { method, path } = detail.summary;
    return { detail, message: { method, path, headers: masking.arrived(detail), body } };
  }

  async function run(id: EventId, limits: Limits, signal: AbortSignal): Promise<DoctorReport> {
    const { detail, message } = await delivery(id);
    const profile = detail.summary.profile === null ? null : profiles.find(detail.summary.profile.id);
    if (profile === null)
      throw new Refusal("profile-unknown", "The profile that this delivery came to is not there any more.");
    const settings = profile.signature ?? detail.signature?.settings;
    if (settings === undefined)
      throw new Refusal(
        "no-signature-check",
        `The profile ${profile.name} does not check signatures. Set it up first.`,
      );
    if (isMasked(message.headers, settings.header)) throw notKept();
    const holder = await heldBy(message, detail.summary.at, profile);
    if (holder !== null) return { result: "of-another-profile", name: holder };
    const candidates = await candidatesFor(profile, settings, profiles.list(), profiles.secret);
    const outcome = await runDoctor(
      thread,
      {
        message,
        decoded: await decodedBody(message),
        settings,
        candidates,
        arrivedAt: detail.summary.at,
        limits,
      },
      signal,
    );
    if (outcome.result === "unknown")
      return { ...outcome, leftOut: [...outcome.leftOut], ...lastOf(await heldBefore(profile.id, settings)) };
    const { changes, remedy } = outcome;
    if (changes.length === 0) return { result: "valid" };
    const owner = changes.find((each) => each.change === "secret")?.owner ?? null;
    const name = owner === null ? "Found by trying" : `From ${owner}`;
    const fix = remedy === null ? null : keep(profile, remedy, name);
    return { result: "found", changes: [...changes], fix, ...(await rightFor(profile.id, settings, remedy)) };
  }

  /**
   * The other profile by whose settings, as they stand, a signature holds. One that signs in the same way and has another
   * secret is left to the doctor: it finds the secret, and offers it.
   */
  async function heldBy(message: SignedMessage, at: Instant, but: Profile): Promise<string | null> {
    for (const { profile } of profiles.list().profiles) {
      const { signature } = profile;
      if (profile.id === but.id || signature === null || isMasked(message.headers, signature.header)) continue;
      if (sameScheme(signature, but.signature)) continue;
      const { state } = await verifyInSlices(
        message,
        signature,
        await secretsOf(profile.id, signature, profiles.secret),
        at,
      );
      if (state === "valid") return profile.name;
    }
    return null;
  }

  /** The latest webhooks that a secret of these settings has made valid, oldest first. */
  async function heldBefore(profileId: string, { secrets }: SignatureSettings): Promise<readonly HeldWebhook[]> {
    const { events } = await journal.page({ filter: "signature:valid", limit: HELD_LOOKED_AT });
    const ofProfile = events.filter((each) => each.kind === "delivery" && each.profile?.id === profileId);
    const details = await Promise.all(ofProfile.map(({ id }) => journal.detail(id)));
    return details.flatMap((detail) => {
      if (detail?.kind !== "delivery" || detail.signature?.result.state !== "valid") return [];
      const { secret } = detail.signature.result;
      return secrets.some(({ name }) => name === secret) ? [{ detail, check: detail.signature, secret }] : [];
    });
  }

  /** How many webhooks these settings were right for: then it is this one that is different, not the profile. */
  async function rightFor(profileId: string, settings: SignatureSettings, remedy: Remedy | null) {
    const held = (await heldBefore(profileId, settings)).filter(({ check }) => sameScheme(check.settings, settings));
    const last = held.at(-1);
    if (last === undefined) return {};
    const set = await secretsOf(profileId, settings, profiles.secret);
    // A secret may have got another value since then.
    if (!(await holdsBy(last, settings, set))) return {};
    const { secret } = remedy ?? { secret: null };
    const replaced = settings.secrets.find(({ id }) => id === secret?.replaces)?.name;
    const kept = set.filter(({ name }) => name !== replaced);
    const stays =
      remedy !== null &&
      (await holdsBy(last, remedy.settings, [
        ...kept,
        ...(secret === null ? [] : [{ name: "", value: secret.value }]),
      ]));
    return { rightFor: { webhooks: held.length, last: last.detail.summary.at, stays } };
  }

  async function holdsBy(
    { detail, check }: HeldWebhook,
    settings: SignatureSettings,
    secrets: Parameters<typeof verifyInSlices>[2],
  ): Promise<boolean> {
    const { message } = await delivery(detail.summary.id);
    // What was masked cannot be compared any more: then the check that was recorded counts.
    if (isMasked(message.headers, check.settings.header)) return sameScheme(settings, check.settings);
    return (await verifyInSlices(message, settings, secrets, detail.summary.at)).state === "valid";
  }

  function keep(profile: Profile, remedy: Remedy, name: string): number | null {
    if (profile.signature === null) return null;
    lastFix += 1;
    fixes.set(lastFix, { profileId: profile.id, before: profile.signature, remedy, name: name.slice(0, 80) });
    const [oldest] = fixes.keys();
    if (fixes.size > FIXES_KEPT && oldest !== undefined) fixes.delete(oldest);
    return lastFix;
  }

  return {
    ...check,
    async readExample({ of, header }) {
      if ("text" in of) return readExample(headersIn(of.text, header), header, now());
      const { detail, message } = await delivery(of.id);
      return readExample(message.headers, header, detail.summary.at);
    },
    async comparison(id) {
      const { detail, message } = await delivery(id);
      if (detail.signature === undefined)
        throw new Refusal("no-signature-check", "The signature of this delivery was not checked.");
      // For reading: without what may be a secret.
      const { headers } = masking.shown(detail).request;
      return compare({ ...message, headers }, detail.signature.settings, detail.summary.at);
    },
    async examine(id, requestId, longer = false) {
      if (running.size >= DIAGNOSES_AT_MOST)
        throw new Refusal("doctor-busy", "Other searches are still running. Wait for them to end, or cancel them.");
      const controller = new AbortController();
      running.set(requestId, controller);
      try {
        return await run(id, longer ? LONGER_LIMITS : DOCTOR_LIMITS, controller.signal);
      } finally {
        running.delete(requestId);
      }
    },
    cancelExamination: (requestId) => running.get(requestId)?.abort(),
    async applyFix(number) {
      const fix = fixes.get(number);
      const profile = fix === undefined ? null : profiles.find(fix.profileId);
      if (fix === undefined || profile === null || JSON.stringify(profile.signature) !== JSON.stringify(fix.before))
        throw new Refusal("fix-outdated", "The profile has changed since then. Look for the reason again.");
      fixes.delete(number);
      const { id, ...draft } = profile;
      const { settings, added, slot } = withSecret(fix);
      const view = await profiles.update(id, { ...draft, signature: { ...settings, secrets: added } });
      const { secret } = fix.remedy;
      const former = slot === null || secret === null ? null : await profiles.secret(id, slot);
      applied = {
        ...fix,
        fix: number,
        after: view.profile.signature ?? settings,
        replaced: slot === null || former === null ? null : { slot, value: former },
      };
      return slot === null || secret === null ? view : profiles.setSecret(id, slot, secret.value);
    },
    async undoFix(number) {
      const profile = applied?.fix === number ? profiles.find(applied.profileId) : null;
      if (applied === null || profile === null || JSON.stringify(profile.signature) !== JSON.stringify(applied.after))
        throw new Refusal("fix-outdated", "The profile has changed since then.");
      const { before, replaced } = applied;
      applied = null;
      const { id, ...draft } = profile;
      // A secret that was added goes with its place in the settings.
      const view = await profiles.update(id, { ...draft, signature: before });
      return replaced === null ? view : profiles.setSecret(id, replaced.slot, replaced.value);
    },
    close() {
      for (const controller of running.values()) controller.abort();
    },
  };
}

/** Where another webhook has held, it is not the secret that is wrong. */
function lastOf(held: readonly HeldWebhook[]) {
  const last = held.at(-1);
  return last === undefined ? {} : { held: { at: last.detail.summary.at, secret: last.secret } };
}

/** The settings with their secrets, and the slot that the found one goes to; null where it is there already. */
function withSecret({ remedy, name }: Fix): {
  readonly settings: SignatureSettings;
  readonly added: readonly SignatureSecret[];
  readonly slot: string | null;
} {
  const { settings, secret } = remedy;
  const { secrets } = settings;
  if (secret === null) return { settings, added: secrets, slot: null };
  if (secret.isCallsKey) return { settings, added: [...secrets, CALLS_KEY], slot: null };
  const replaced = secrets.find((each) => each.id === secret.replaces);
  if (replaced !== undefined) return { settings, added: secrets, slot: secretSlotOf(replaced) };
  const fresh: SignatureSecret = { id: randomUUID(), name, source: "own" };
  // A list that is full loses its oldest: the settings must stay within their bounds.
  return { settings, added: [...secrets.slice(-19), fresh], slot: secretSlotOf(fresh) };
}

async function decodedBody({ headers, body }: SignedMessage): Promise<Uint8Array | null> {
  const encoding = contentEncodingOf(headers);
  if (encoding === "") return null;
  try {
    const { bytes, encoding: taken } = await decodeBody(body, encoding, DECODED_AT_MOST);
    return taken === "identity" ? null : bytes;
  } catch {
    // Damaged, unknown or too large: then it is not tried.
    return null;
  }
}

/** As much of what is signed as is shown. */
const START_BYTES = 4_096;
const VALUES_AT_MOST = 5;
const VALUE_LENGTH_AT_MOST = 2_000;

/** What is compared by these settings, for reading: nothing is hashed, and no secret is needed. */
export function compare(
  message: SignedMessage,
  settings: SignatureSettings,
  arrivedAt: Instant,
): Output<"signatures", "comparison"> {
  if (settings.kind === "static") return { received: null, content: null, timestamp: null };
  const received = signatureValues(message, settings)
    .slice(0, VALUES_AT_MOST)
    .map((value) => value.slice(0, VALUE_LENGTH_AT_MOST));
  const { id, timestamp } = valuesOf(message, settings);
  const { before, after, hasBody } = aroundBody(settings, message, { id: id ?? "", timestamp: timestamp ?? "" });
  const body = hasBody ? message.body : new Uint8Array(0);
  const size = before.length + body.length + after.length;
  const start = Buffer.concat([before, body.subarray(0, START_BYTES), after]).subarray(0, START_BYTES);
  const content = { start: start.toString("base64"), size };
  if (settings.timestamp === null || timestamp === null) return { received, content, timestamp: null };
  const moment = momentOf(timestamp, settings.timestampUnit);
  const known = moment !== null && Number.isSafeInteger(moment * 1_000) ? moment * 1_000 : null;
  return {
    received,
    content,
    timestamp: {
      text: timestamp.slice(0, VALUE_LENGTH_AT_MOST),
      at: known,
      ageSeconds: known === null ? null : (arrivedAt - known) / 1_000_000,
    },
  };
}

function sameScheme(one: SignatureSettings, other: SignatureSettings | null): boolean {
  return other !== null && JSON.stringify({ ...one, secrets: [] }) === JSON.stringify({ ...other, secrets: [] });
}
