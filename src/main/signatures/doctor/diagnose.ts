import type { Instant } from "../../../shared/primitives.ts";
import type { HmacSettings, SignatureSettings } from "../../../shared/signature.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import type { SignedMessage } from "../message.ts";
import type { Candidate } from "./candidate.ts";
import { MISSING_HERE } from "./constructions.ts";
import { type Finding, findingOf } from "./finding.ts";
import { type Limits, search } from "./search.ts";
import { findStaticValue } from "./static-value.ts";

/** All that the doctor looks at. */
export interface Patient {
  readonly message: SignedMessage;
  /** The body without its content encoding; null where it has none, or where that cannot be taken off. */
  readonly decoded: Uint8Array | null;
  readonly settings: SignatureSettings;
  /** The profile's own first. */
  readonly candidates: readonly Candidate[];
  readonly arrivedAt: Instant;
  readonly limits: Limits;
}

/** How the search ended; a finding without changes means that what is set is right. */
export type Outcome =
  | ({ readonly result: "found" } & Finding)
  | {
      readonly result: "unknown";
      readonly tries: number;
      readonly complete: boolean;
      readonly nothing: boolean;
      readonly leftOut: readonly string[];
    };

/** Says why a signature does not hold, by trying what could be different. Takes its time: not for the main thread. */
export function diagnose(
  { message, decoded, settings, candidates, arrivedAt, limits }: Patient,
  missing: readonly string[] = MISSING_HERE,
): Outcome {
  const isStatic = settings.kind === "static";
  const known = isStatic ? findStaticValue(message, settings, candidates) : null;
  if (known !== null) return { result: "found", ...known };
  const base: HmacSettings = isStatic
    ? { ...(presetSettings("body") as HmacSettings), ...settings, kind: "hmac" }
    : settings;
  const end = search(message, base, candidates, decoded, limits, missing);
  if (end.match !== null) {
    const { changes, remedy } = findingOf(end.match, message, base, arrivedAt);
    return { result: "found", changes: isStatic ? [{ change: "scheme", kind: "hmac" }, ...changes] : changes, remedy };
  }
  const value = isStatic ? null : findStaticValue(message, settings, candidates);
  if (value !== null) return { result: "found", ...value };
  return { result: "unknown", tries: end.tries, complete: end.complete, nothing: end.nothing, leftOut: missing };
}
