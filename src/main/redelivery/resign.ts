import type { Instant } from "../../shared/primitives.ts";
import type { Profile } from "../../shared/profile.ts";
import type { ExactRequest } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { type Signed as SignedMessage, sign } from "../signatures/index.ts";

export interface Signed extends SignedMessage {
  /** Where the signature is the secret itself, as with a value that never changes: it must not be stored. */
  readonly secret: { readonly header: string; readonly value: string } | null;
}

/** Signs a request as the profile's sender would. @throws Refusal `no-signature`, `no-secret`, or one of `sign` */
export type Resign = (
  profile: Profile,
  request: Pick<ExactRequest, "method" | "path" | "headers" | "body">,
) => Promise<Signed>;

export function createResign(
  secret: (profileId: string, slot: string) => Promise<string | null>,
  now: () => Instant,
): Resign {
  return async (profile, request) => {
    const { signature } = profile;
    if (signature === null)
      throw new Refusal("no-signature", "This profile does not say how deliveries are signed. Set it under Signature.");
    for (const { id, source } of signature.secrets) {
      const value = await secret(profile.id, source === "authentication" ? "authentication" : `signature:${id}`);
      if (value === null) continue;
      const bare = signature.kind === "static" ? { header: signature.header.toLowerCase(), value } : null;
      return { ...sign(signature, value, request, now()), secret: bare };
    }
    throw new Refusal("no-secret", "There is no secret to sign with. Set one in the profile, under Signature.");
  };
}
