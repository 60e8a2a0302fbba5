import { z } from "zod";
import { type DeepReadonly, instant } from "./primitives.ts";
import { signatureSettings, timestampUnit } from "./signature.ts";

/** Why a signature that is there was not found to be right, as data; `explain-signature.ts` has the words. */
export const signatureProblem = z.discriminatedUnion("code", [
  /** The header came more than once. Which one counts differs from receiver to receiver, so none does. */
  z.object({ code: z.literal("repeated"), header: z.string(), count: z.int() }),
  /** Longer than any signature, in characters. */
  z.object({ code: z.literal("too-long"), length: z.int() }),
  /** No part of the header begins with the prefix. */
  z.object({ code: z.literal("no-such-part") }),
  /** What stands there is not so many bytes in that encoding; null: no bytes at all. */
  z.object({ code: z.literal("malformed"), expectedBytes: z.int().nullable() }),
  z.object({ code: z.enum(["id-missing", "timestamp-missing"]) }),
  /** `unit`: the one in which it would be near the arrival. */
  z.object({ code: z.literal("timestamp-malformed"), unit: timestampUnit.nullable() }),
  /**
   * The signature is right, the timestamp too far from the moment of arrival. Positive: sent before it arrived.
   * `unit`: another one, in which it would be near.
   */
  z.object({
    code: z.literal("out-of-tolerance"),
    ageSeconds: z.number(),
    toleranceSeconds: z.int(),
    unit: timestampUnit.nullable(),
  }),
  /** None of the secrets gives this signature. */
  z.object({ code: z.literal("different"), secrets: z.int() }),
]);
export type SignatureProblem = DeepReadonly<z.infer<typeof signatureProblem>>;

/**
 * What a check came to. `invalid`: it was compared and does not hold. `unreadable`: what stands there is not understood
 * by what the profile says, which may be wrong as well as the sender. `not-checked` is told with its reason only where
 * a check is set up: `incomplete`, the body did not come whole; `no-secret`, none is set; `undecodable`, no secret can
 * be read in the way that is set; `unavailable`, the vault did not give the secrets in time; `unsupported`, this
 * machine cannot compute the algorithm.
 */
export const signatureResult = z.discriminatedUnion("state", [
  z.object({ state: z.literal("valid"), secret: z.string() }),
  z.object({ state: z.literal("invalid"), problem: signatureProblem }),
  z.object({ state: z.literal("unreadable"), problem: signatureProblem }),
  z.object({ state: z.literal("missing") }),
  z.object({
    state: z.literal("not-checked"),
    reason: z.enum(["incomplete", "no-secret", "undecodable", "unavailable", "unsupported"]),
  }),
]);
export type SignatureResult = DeepReadonly<z.infer<typeof signatureResult>>;

/**
 * A row's word for it. `unchecked`: it was to be checked and could not be, most often because no secret is set. A row
 * without a word: no check was set up, or it did not come whole.
 */
export const signatureState = z.enum(["valid", "invalid", "missing", "unreadable", "unchecked"]);
export type SignatureState = z.infer<typeof signatureState>;

/** One check as it is recorded with a delivery. */
export const signatureCheck = z.object({
  result: signatureResult,
  /** What it was checked by, as it was set then. */
  settings: signatureSettings,
  /** When it was checked again; null: on arrival. */
  checkedAgain: instant.nullable(),
});
export type SignatureCheck = DeepReadonly<z.infer<typeof signatureCheck>>;

/** A result with a problem: only what was understood can be held against the signature. */
export function withProblem(problem: SignatureProblem): SignatureResult {
  const understood = problem.code === "different" || (problem.code === "out-of-tolerance" && problem.unit === null);
  return { state: understood ? "invalid" : "unreadable", problem };
}

/** The row's word for a result; undefined for one that says nothing about the signature. */
export function stateOf(result: SignatureResult): SignatureState | undefined {
  if (result.state !== "not-checked") return result.state;
  return result.reason === "incomplete" ? undefined : "unchecked";
}
