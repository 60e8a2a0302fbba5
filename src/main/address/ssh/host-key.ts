import { createHash } from "node:crypto";
import type { AddressProblem, HostKey } from "../../../shared/address.ts";

/** A key as it came over the wire (RFC 4253, section 6.6): its kind stands first, with its length before it. */
export function readHostKey(host: string, port: number, key: Buffer): HostKey {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const kind = key.subarray(4, 4 + length).toString("latin1");
  // As OpenSSH writes it, for comparing: base64 without its padding.
  const digest = createHash("sha256").update(key).digest("base64").replaceAll("=", "");
  return { host, port, kind: /^[\w@.-]{1,80}$/.test(kind) ? kind : "unknown", fingerprint: `SHA256:${digest}` };
}

/** Why a server's key is not to be trusted; null when it is the one that is kept. */
export function keyProblem(offered: HostKey, known: HostKey | null): AddressProblem | null {
  if (known === null) return { code: "host-key-unknown", detail: "", offered };
  return known.fingerprint === offered.fingerprint ? null : { code: "host-key-changed", detail: "", offered, known };
}
