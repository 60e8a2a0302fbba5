import type { Output } from "../../shared/contract.ts";
import type { Instant } from "../../shared/primitives.ts";
import type { SignatureSettings } from "../../shared/signature.ts";
import { headerValues, type SignedMessage } from "./message.ts";
import { aroundBody, valuesOf } from "./read-signature.ts";

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
  const received = headerValues(message.headers, settings.header)
    .slice(0, VALUES_AT_MOST)
    .map((value) => value.slice(0, VALUE_LENGTH_AT_MOST));
  const { id, timestamp } = valuesOf(message, settings);
  const places = { id: id ?? "", timestamp: timestamp ?? "", method: message.method, path: message.path };
  const [before, after] = aroundBody(settings, places);
  const size = before.length + message.body.length + after.length;
  const start = Buffer.concat([before, message.body.subarray(0, START_BYTES), after]).subarray(0, START_BYTES);
  const content = { start: start.toString("base64"), size };
  if (settings.timestamp === null || timestamp === null) return { received, content, timestamp: null };
  const unit = settings.timestampUnit === "seconds" ? 1_000_000 : 1_000;
  const at = /^[0-9]{1,13}$/.test(timestamp) ? Number(timestamp) * unit : null;
  const known = at !== null && Number.isSafeInteger(at) ? at : null;
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
