import { type SignatureEncoding, signatureEncoding } from "../../../shared/signature.ts";
import { decodeText } from "../encoding.ts";
import type { SignedMessage } from "../message.ts";

// Bounds for what headers from outside can cost.
const VALUE_LENGTH_AT_MOST = 8_192;
const TARGETS_AT_MOST = 400;
/** Fewer bytes could be met by chance. */
const SHORTEST_BYTES = 8;
const LONGEST_BYTES = 64;
/** As long as the digest of some hash; only the header that is set is searched for what was cut off. */
export const WHOLE_BYTES: ReadonlySet<number> = new Set([16, 20, 28, 32, 48, 64]);
/** Digests are looked up by so many of their first bytes. */
const KEY_BYTES = 8;

/** Something in the headers that may be a signature, whole or cut off. */
export interface Target {
  readonly bytes: Buffer;
  readonly header: string;
  /** Which of the fields of that name, from 0, and how many there are. */
  readonly place: number;
  readonly count: number;
  /** What stands in front of it, back to the last separator. */
  readonly prefix: string;
  readonly encoding: SignatureEncoding;
  readonly written: "plain" | "base64-of-hex" | "hex-of-text" | "quoted";
}

/** Everything in the headers that could be a signature, in whatever header and encoding. */
export function findTargets({ headers }: SignedMessage, expectedHeader: string) {
  const found = new Map<string, Target[]>();
  const lengths = new Set<number>();
  const counts = new Map<string, number>();
  for (const [name] of headers) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  const places = new Map<string, number>();
  let left = TARGETS_AT_MOST;
  for (const [header, value] of headers) {
    const name = header.toLowerCase();
    const place = places.get(name) ?? 0;
    places.set(name, place + 1);
    for (const target of targetsIn(value.slice(0, VALUE_LENGTH_AT_MOST))) {
      if (left === 0) break;
      if (!WHOLE_BYTES.has(target.bytes.length) && name !== expectedHeader.toLowerCase()) continue;
      left -= 1;
      const key = target.bytes.toString("latin1", 0, KEY_BYTES);
      found.set(key, [...(found.get(key) ?? []), { ...target, header, place, count: counts.get(name) ?? 1 }]);
      lengths.add(target.bytes.length);
    }
  }
  return {
    lengths,
    /** Whether there is anything to look for. */
    any: found.size > 0,
    /** The targets that this digest, or its beginning, is. */
    find(digest: Buffer): readonly Target[] {
      const some = found.get(digest.toString("latin1", 0, KEY_BYTES));
      return some?.filter(({ bytes }) => bytes.equals(digest.subarray(0, bytes.length))) ?? [];
    },
  };
}

export type Bare = Pick<Target, "bytes" | "prefix" | "encoding" | "written">;

export function* targetsIn(value: string): Generator<Bare> {
  for (const match of value.matchAll(/[0-9A-Za-z+/_-]{11,}={0,2}/g)) {
    const before = value.slice(0, match.index);
    const [, prefix = "", quote = ""] = /(?:^|[\s;,&|])([0-9A-Za-z_.-]{1,20}[=,:])?(["']?)$/.exec(before) ?? [];
    for (const [text, front] of readings(match[0], prefix)) {
      for (const encoding of signatureEncoding.options) {
        const bytes = decodeText(text, encoding);
        if (bytes === null) continue;
        const plain: Bare = { bytes, prefix: front, encoding, written: quote === "" ? "plain" : "quoted" };
        if (isDigest(bytes)) yield plain;
        const inner = bytes.toString("latin1");
        const nested = decodeText(inner, "hex") ?? (encoding === "hex" ? decodeText(inner, "base64") : null);
        if (nested !== null && isDigest(nested))
          yield { ...plain, bytes: nested, written: encoding === "hex" ? "hex-of-text" : "base64-of-hex" };
      }
    }
  }
}

/** The text as it stands, and what follows a scheme that is joined to it by a dash or an underscore. */
function* readings(text: string, prefix: string): Generator<readonly [text: string, prefix: string]> {
  yield [text, prefix];
  const joined = /^(0x|(?:hmac[-_]?)?(?:sha-?(?:1|256|512)|v[0-9])[-_])(.+)$/i.exec(text);
  if (joined !== null) yield [joined[2] ?? "", prefix + (joined[1] ?? "")];
}

function isDigest({ length }: Buffer): boolean {
  return length >= SHORTEST_BYTES && length <= LONGEST_BYTES;
}
