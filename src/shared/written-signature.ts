import { z } from "zod";
import type { DeepReadonly } from "./primitives.ts";
import { hmacAlgorithm, signatureEncoding, timestampUnit, valueSource } from "./signature.ts";

/** How a signature stands in a header, without what it is made of: that no header shows. */
export const writtenSignature = z.object({
  header: z.string(),
  prefix: z.string(),
  separator: z.string(),
  encoding: signatureEncoding,
  /** Its length in bytes, and the HMAC that has as many. */
  bytes: z.int(),
  algorithm: hmacAlgorithm.nullable(),
  timestamp: valueSource.nullable(),
  timestampUnit,
});
export type WrittenSignature = DeepReadonly<z.infer<typeof writtenSignature>>;
