import type { SignatureSettings } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-diagnosis.ts";

/** A secret that the signature may have been made with, and whose it is. */
export interface Candidate {
  readonly value: string;
  /** null: one of those that the profile checks with. */
  readonly change: Extract<SignatureChange, { readonly change: "secret" }> | null;
  /** The profile's own signature secret that it is; null for any other. */
  readonly id: string | null;
  /** It is the key of the calls of the profile itself. */
  readonly isCallsKey: boolean;
}

/** What would have to be changed in the profile. The secret is for main alone. */
export interface Remedy {
  readonly settings: SignatureSettings;
  /** A secret to set: in the place of this one of the profile's, or as a further one (null). */
  readonly secret: { readonly value: string; readonly replaces: string | null; readonly isCallsKey: boolean } | null;
}
