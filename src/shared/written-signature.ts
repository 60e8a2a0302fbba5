import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";
import { hmacAlgorithm, signatureEncoding, timestampUnit, valueSource } from "./signature.ts";

/**
 * How a signature stands in a header, without what it is made of: that no header shows. `encoding` and `bytes` are null
 * where the signature itself is left out or cut short, `timestampUnit` where the timestamp is.
 */
export const writtenSignature = z.object({
  header: z.string(),
  prefix: z.string(),
  separator: z.string(),
  encoding: signatureEncoding.nullable(),
  /** Its length in bytes, and the HMAC that has as many. */
  bytes: z.int().nullable(),
  algorithm: hmacAlgorithm.nullable(),
  timestamp: valueSource.nullable(),
  timestampUnit: timestampUnit.nullable(),
});
export type WrittenSignature = DeepReadonly<z.infer<typeof writtenSignature>>;
