import type { DeliveryDetail } from "../../shared/events.ts";
import type { EventId, HeaderList, Instant } from "../../shared/primitives.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import { type SignatureSettings, secretSlotOf } from "../../shared/signature.ts";
import { type SignatureCheck, type SignatureResult, stateOf } from "../../shared/signature-check.ts";
import type { Journal, NewEvent } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";
import { headerValues, type KnownSecret, type SignedMessage } from "./message.ts";
import { verify, verifyInSlices } from "./verify.ts";

/** Up to here a body is checked in one go, in well under a millisecond; a promise would cost more than it saves. */
const AT_ONCE_BYTES = 262_144;
/** Milliseconds that a delivery waits for the vault, which may be asking the user. Its sender waits as long. */
const SECRETS_WITHIN_MS = 2_000;

export type NewDelivery = Extract<NewEvent, { readonly kind: "delivery" }>;

export interface CheckOptions {
  readonly profile: (id: string) => Profile | null;
  readonly secret: (profileId: string, slot: string) => Promise<string | null>;
  readonly journal: Pick<Journal, "detail" | "body" | "recordCheck">;
  /** The header fields of a delivery as they came, as far as that is still known; else as they were recorded. */
  readonly arrived: (detail: DeliveryDetail) => HeaderList;
  readonly now: () => Instant;
  /** The profiles with a simulation that a webhook of now may belong to; `isExpected`: the newest still waits for its own. */
  readonly awaiting: () => readonly { readonly profileId: string; readonly isExpected: boolean }[];
}

/** Says which profile a delivery came to, and checks it by that one's settings. */
export type DeliveryCheck = ReturnType<typeof createDeliveryCheck>;

interface Scheme {
  readonly settings: SignatureSettings;
  readonly secrets: readonly KnownSecret[];
}

export function createDeliveryCheck(options: CheckOptions) {
  const { profile, secret, journal, arrived, now, awaiting } = options;
  const schemes = new Map<string, Scheme>();
  const loading = new Map<string, Promise<Scheme>>();

  function load(id: string, settings: SignatureSettings): Promise<Scheme> {
    const known = loading.get(id);
    if (known !== undefined) return known;
    const loaded = secretsOf(id, settings, secret).then((secrets): Scheme => {
      const scheme = { settings, secrets };
      // Unless it was forgotten meanwhile.
      if (loading.get(id) === loaded) {
        loading.delete(id);
        schemes.set(id, scheme);
      }
      return scheme;
    });
    loading.set(id, loaded);
    return loaded;
  }

  async function later(event: NewDelivery, id: string, settings: SignatureSettings): Promise<NewDelivery> {
    try {
      const scheme = await within(load(id, settings), SECRETS_WITHIN_MS);
      if (scheme === null) return withCheck(event, settings, { state: "not-checked", reason: "unavailable" });
      const result = await verifyInSlices(messageOf(event), scheme.settings, scheme.secrets, event.summary.at);
      return withCheck(event, scheme.settings, result);
    } catch {
      // Whatever is wrong with the vault or with us, what arrived is recorded.
      return withCheck(event, settings, { state: "not-checked", reason: "unavailable" });
    }
  }

  function checkedBy(event: NewDelivery, id: string): NewDelivery | Promise<NewDelivery> {
    const settings = profile(id)?.signature ?? null;
    if (settings === null) return event;
    if (event.summary.completeness !== "whole")
      return withCheck(event, settings, { state: "not-checked", reason: "incomplete" });
    const scheme = schemes.get(id);
    if (scheme === undefined || event.requestBody.length > AT_ONCE_BYTES) return later(event, id, settings);
    const result = verify(messageOf(event), scheme.settings, scheme.secrets, event.summary.at);
    return withCheck(event, scheme.settings, result);
  }

  /**
   * Who has changed to another profile still gets the webhooks of calls from before, and they say other things by other
   * settings: a delivery is that of the profile by which its signature holds. While the profile in use expects one, no
   * other gets it that expects none: that would hide what is set up wrongly here. One that nobody has signed is that of
   * the only profile that expects one, if that checks no signatures and the profile in use expects none; one that is
   * signed wrongly stays with the profile in use, which says so.
   */
  async function ofWhom(
    event: NewDelivery,
    inUse: string,
    open: ReturnType<CheckOptions["awaiting"]>,
  ): Promise<NewDelivery> {
    const own = await checkedBy(event, inUse);
    const { signature } = own.summary;
    if (signature === "valid") return own;
    const isExpectedHere = open.some(({ profileId, isExpected }) => profileId === inUse && isExpected);
    const others = open.flatMap(({ profileId, isExpected }) => {
      const found = profileId === inUse || (isExpectedHere && !isExpected) ? null : profile(profileId);
      return found === null ? [] : [{ isExpected, checks: found.signature !== null, as: under(event, found) }];
    });
    for (const other of others.filter(({ checks }) => checks)) {
      const checked = await checkedBy(other.as, other.as.summary.profile.id);
      if (checked.summary.signature === "valid") return checked;
    }
    if (signature !== undefined && signature !== "missing" && signature !== "unchecked") return own;
    const expecting = others.filter(({ isExpected }) => isExpected);
    const [only] = expecting;
    return only === undefined || only.checks || expecting.length > 1 || isExpectedHere ? own : only.as;
  }

  return {
    /**
     * A delivery on its way to the journal, with the check of its signature, and under another profile than the one in
     * use if it is that one's: see `ofWhom`. At once where nothing is set up and for bodies of usual size; else as a
     * promise, which never rejects.
     */
    checked(event: NewDelivery): NewDelivery | Promise<NewDelivery> {
      const { summary } = event;
      if (!summary.onPath || summary.profile === null) return event;
      // Our own request through the public address: nobody has signed it.
      if (summary.onPurpose?.does === "proof") return event;
      const { id } = summary.profile;
      const open = awaiting();
      // An inbox of a relay is one profile's, whatever profile is in use here.
      if (event.request.relayed !== undefined || open.every(({ profileId }) => profileId === id))
        return checkedBy(event, id);
      return ofWhom(event, id, open);
    },
    /** Checks a recorded delivery by what its profile says now, and records that. @throws Refusal */
    async again(id: EventId): Promise<SignatureCheck> {
      const detail = await journal.detail(id);
      if (detail?.kind !== "delivery") throw new Refusal("no-event", "This event is no longer in the log.");
      const found = detail.summary.profile === null ? null : profile(detail.summary.profile.id);
      if (found === null)
        throw new Refusal("profile-unknown", "The profile that this delivery came to is not there any more.");
      if (found.signature === null)
        throw new Refusal(
          "no-signature-check",
          `The profile ${found.name} does not check signatures. Set it up first.`,
        );
      const headers = arrived(detail);
      if (isMasked(headers, found.signature.header)) throw notKept();
      const secrets = await secretsOf(found.id, found.signature, secret);
      const body = (await journal.body(id, "request")) ?? new Uint8Array();
      const message = { method: detail.summary.method, path: detail.summary.path, headers, body };
      const result: SignatureResult =
        detail.summary.completeness === "whole"
          ? await verifyInSlices(message, found.signature, secrets, detail.summary.at)
          : { state: "not-checked", reason: "incomplete" };
      const check: SignatureCheck = { result, settings: found.signature, checkedAgain: now() };
      await journal.recordCheck(id, check);
      return check;
    },
    /** Profiles or secrets have changed: they are asked for anew. */
    forget(): void {
      schemes.clear();
      loading.clear();
    },
  };
}

/** The secrets of a profile that are set, in its order. */
export async function secretsOf(
  profileId: string,
  settings: SignatureSettings,
  secret: CheckOptions["secret"],
): Promise<readonly KnownSecret[]> {
  const values = await Promise.all(settings.secrets.map((each) => secret(profileId, secretSlotOf(each))));
  return settings.secrets.flatMap(({ name }, index) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [{ name, value }];
  });
}

/** null when it takes longer. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}

/** The same delivery, come to another profile. */
function under(event: NewDelivery, { id, name, mode }: Profile) {
  return { ...event, summary: { ...event.summary, profile: { id, name, mode } } };
}

function messageOf({ summary, request, requestBody }: NewDelivery): SignedMessage {
  return { method: summary.method, path: summary.path, headers: request.headers, body: requestBody };
}

function withCheck(event: NewDelivery, settings: SignatureSettings, result: SignatureResult): NewDelivery {
  const state = stateOf(result);
  return {
    ...event,
    summary: state === undefined ? event.summary : { ...event.summary, signature: state },
    signature: { result, settings, checkedAgain: null },
  };
}

/** Whether what stood in a header is not known any more. */
export function isMasked(headers: HeaderList, name: string): boolean {
  return headerValues(headers, name).some((value) => value.includes(SECRET_MASK));
}

export function notKept(): Refusal {
  return new Refusal(
    "signature-not-kept",
    "The header held a secret, or what may be one, so its value was not kept. Look at a delivery that comes from now on.",
  );
}
