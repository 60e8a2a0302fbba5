/** Whether a delivery's signature holds, why not, and how to make one. */
export { DOCTOR_HASHES, missingHashes } from "./doctor/constructions.ts";
export type { SignedMessage } from "./message.ts";
export { type Signed, sign } from "./sign.ts";
export { createSignatures, type Signatures } from "./signatures.ts";
export { verify } from "./verify.ts";
