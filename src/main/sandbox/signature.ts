import { createHmac } from "node:crypto";

/**
 * Lower-case hex of HMAC-SHA1 over the bytes of the body (service supplement, "Webhooks"). SHA-1 is what the public
 * documentation names; the sandbox follows it, it does not recommend it.
 */
export function signature(body: string, key: string): string {
  return createHmac("sha1", key).update(body, "utf8").digest("hex");
}
