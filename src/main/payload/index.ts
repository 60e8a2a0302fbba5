/** Public face of the one reader of webhooks: decode, text, values, and what they mean by a reading. */

export { contentEncodingOf } from "./content-encoding.ts";
export { DECODED_AT_MOST, decodeBody, decodeBodySync } from "./decode.ts";
export { factsOf, LONGEST_FACT, meantOtherwise } from "./facts.ts";
export { KNOWN_READINGS } from "./known-readings.ts";
export { type Awaited, tellsWhose } from "./propose-awaited.ts";
export { confirmedBy, proposeReading, READER_VERSION, readWebhook, valuesOf } from "./read.ts";
export type { WebhookSource } from "./read-values.ts";
export { contradict, isAmong, isSameEvent } from "./same-webhook.ts";
export { bodyText, textInPieces, uncoded } from "./text.ts";
export { webhookIds } from "./webhook-ids.ts";
export { isAmountWord, wordSet, wordsOf } from "./words.ts";
export { isWrittenOtherwise } from "./written-otherwise.ts";
