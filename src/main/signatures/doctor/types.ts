import type { Instant } from "../../../shared/primitives.ts";
import type { SignatureSettings } from "../../../shared/signature.ts";
import type { DoctorReport, SignatureChange } from "../../../shared/signature-doctor.ts";
import type { SignedMessage } from "../message.ts";

/** A secret that the signature may have been made with, and whose it is. */
export interface Candidate {
  readonly value: string;
  /** null: one of those that the profile checks with. */
  readonly change: Extract<SignatureChange, { readonly change: "secret" }> | null;
  /** The profile's own signature secret that it is; null for any other. */
  readonly id: string | null;
  /** Whether it is the key of the profile's calls, tried in case it was taken for the signature's secret. */
  readonly isCallsKey: boolean;
}

/** What would have to be changed in the profile. The secret is for main alone. */
export interface Remedy {
  readonly settings: SignatureSettings;
  /** A secret to set: in the place of this one of the profile's, or as a further one (null). */
  readonly secret: { readonly value: string; readonly replaces: string | null; readonly isCallsKey: boolean } | null;
}

/**
 * One of the things that may be different, with what it takes to say so. What costs less is tried first, so that the
 * plainest explanation is the one that is found.
 */
export interface Option<Value> {
  readonly cost: number;
  readonly changes: readonly SignatureChange[];
  readonly value: Value;
}

/** What was found, and what would have to be changed in the profile if that is where it has to be changed. */
export interface Finding {
  readonly changes: readonly SignatureChange[];
  readonly remedy: Remedy | null;
}

export interface Limits {
  readonly tries: number;
  readonly milliseconds: number;
}

/** All that the doctor looks at. */
export interface DoctorInput {
  readonly message: SignedMessage;
  /** The body without its content encoding; null where it has none, or where that cannot be taken off. */
  readonly decoded: Uint8Array | null;
  readonly settings: SignatureSettings;
  /** The profile's own first. */
  readonly candidates: readonly Candidate[];
  readonly arrivedAt: Instant;
  readonly limits: Limits;
}

/** How the search ended; a finding without changes means that what is set is right, and was checked to be. */
export type Outcome = ({ readonly result: "found" } & Finding) | Extract<DoctorReport, { readonly result: "unknown" }>;
