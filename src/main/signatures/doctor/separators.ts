import type { Instant } from "../../../shared/primitives.ts";
import type { SignedSettings } from "../../../shared/signature.ts";
import type { SignedMessage } from "../message.ts";
import { partsOf, readSignature, signatureValues } from "../read-signature.ts";

/** What senders set the parts of a header apart by. A profile can hold any. */
const SEPARATORS = [",", ";", " ", "&", "|"] as const;
const VALUE_LENGTH_AT_MOST = 8_192;

/**
 * What sets the parts of the signature header apart: what the profile says, unless more of what it looks for begins a
 * part where the header is taken apart in another way.
 */
export function separatorIn(message: SignedMessage, settings: SignedSettings): string {
  const value = (signatureValues(message, settings)[0] ?? "").slice(0, VALUE_LENGTH_AT_MOST);
  const inParts = [settings.id, settings.timestamp].flatMap((source) =>
    source?.from === "part" ? [source.prefix] : [],
  );
  const fronts = [settings.prefix, ...inParts].filter((front) => front !== "");
  const found = (separator: string): number => {
    const parts = partsOf(value, separator);
    // Behind what stands in front of it, a value that goes on into the next one was not taken apart.
    return fronts.filter((front) =>
      parts.some((part) => part.startsWith(front) && !/[\s;,&|]/.test(part.slice(front.length))),
    ).length;
  };
  return SEPARATORS.filter((each) => value.includes(each)).reduce<string>(
    (best, each) => (found(each) > found(best) ? each : best),
    settings.separator,
  );
}

/** The settings with the separator by which they read these bytes as the signature, and sign this; null: none does. */
export function withSeparator(
  settings: SignedSettings,
  message: SignedMessage,
  signature: Buffer,
  before: Buffer,
  arrivedAt: Instant,
): SignedSettings | null {
  const reads = (separator: string): boolean => {
    const read = readSignature(message, { ...settings, separator }, arrivedAt);
    if (read === "missing" || "code" in read) return false;
    return read.signatures.some((each) => each.equals(signature)) && read.before.equals(before);
  };
  const separator = [settings.separator, "", ...SEPARATORS].find(reads);
  return separator === undefined ? null : { ...settings, separator };
}
