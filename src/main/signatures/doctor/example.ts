import type { HeaderList, Instant } from "../../../shared/primitives.ts";
import { hmacAlgorithm, type SignedSettings } from "../../../shared/signature.ts";
import { presetSettings } from "../../../shared/signature-presets.ts";
import type { WrittenSignature } from "../../../shared/written-signature.ts";
import { DIGEST_BYTES } from "../encoding.ts";
import { momentOf, unitOf } from "../timestamps.ts";
import { separatorIn, timestampsIn, unitFor } from "./contents.ts";
import { type Bare, targetsIn, WHOLE_BYTES } from "./targets.ts";

const PLAIN = presetSettings("body") as SignedSettings;
const VALUE_LENGTH_AT_MOST = 8_192;
/** What headers of signatures are called, and those that hold a checksum, which anybody can make. */
const LIKELY = /sign|hmac|hash|proof|digest|auth/i;
const CHECKSUM = /^(?:content-)?(?:digest|md5)$|^etag$/i;

/** Lines of headers as they are pasted; a value alone is one of the header that is set. */
export function headersIn(text: string, header: string): HeaderList {
  return text.split(/\r?\n/).flatMap((line): HeaderList => {
    if (line.trim() === "") return [];
    const [, name = "", value = ""] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s(.*)$/.exec(line) ?? [];
    return [name === "" ? [header, line.trim()] : [name, value.trim()]];
  });
}

/**
 * How a signature is written in these headers; null where nothing looks like one.
 *
 * @param header the one that is set: it is looked at first
 * @param at when it came; of an example, now
 */
export function readExample(headers: HeaderList, header: string, at: Instant): WrittenSignature | null {
  const found = headers.flatMap(([name, value]) => {
    const target = CHECKSUM.test(name) ? undefined : plainest(value.slice(0, VALUE_LENGTH_AT_MOST));
    return target === undefined ? [] : [{ name, target }];
  });
  const rank = (name: string) => (name.toLowerCase() === header.toLowerCase() ? 0 : LIKELY.test(name) ? 1 : 2);
  // Of two with names that say nothing the longer one: the other may be an id.
  const [best] = found.toSorted(
    (left, right) => rank(left.name) - rank(right.name) || right.target.bytes.length - left.target.bytes.length,
  );
  if (best === undefined) return namedParts(headers, at);
  const { bytes, prefix, encoding } = best.target;
  const message = { method: "", path: "", headers, body: new Uint8Array(0) };
  const settings: SignedSettings = { ...PLAIN, header: best.name, prefix, encoding, separator: "" };
  // A date of HTTP is written as no signed timestamp is, and a value without a name is in no header of its own.
  const stamps = timestampsIn(message, settings).filter(
    ({ source, value }) =>
      (/^\d+$/.test(value) || momentOf(value, "iso") !== null) &&
      (source.from === "part" || source.name.toLowerCase() !== best.name.toLowerCase()),
  );
  // Another number may be as long; the time of now is none by chance.
  const stamp = stamps.find(({ value }) => unitOf(value, at) !== null) ?? stamps[0] ?? null;
  const timestamp = stamp?.source ?? null;
  return {
    header: best.name,
    prefix,
    separator: separatorIn(message, { ...settings, timestamp }),
    encoding,
    bytes: bytes.length,
    algorithm: hmacAlgorithm.options.find((each) => DIGEST_BYTES[each] === bytes.length) ?? null,
    timestamp,
    timestampUnit: stamp === null ? null : unitFor(stamp.value, settings, at),
  };
}

const PARTS = /(?:^|[\s,;&|])([0-9A-Za-z_-]{1,20})=([^\s,;&|]*)/g;
const SIGNATURE_NAME = /^(?:s|h|v\d|sig|sign|signature|hmac|mac|hash|proof|digest|sha\d{1,3})$/i;
const TIMESTAMP_NAME = /^(?:t|ts|time|timestamp)$/i;

/** What the names of parts tell, where the signature itself is left out or cut short, as in a documentation. */
function namedParts(headers: HeaderList, at: Instant): WrittenSignature | null {
  for (const [header, value] of headers) {
    const parts = [...value.slice(0, VALUE_LENGTH_AT_MOST).matchAll(PARTS)];
    const named = (name: RegExp) => parts.find(([, text = ""]) => name.test(text));
    const signature = named(SIGNATURE_NAME);
    if (header === "" || signature === undefined) continue;
    const timestamp = named(TIMESTAMP_NAME);
    const moment = timestamp?.[2] ?? "";
    return {
      header,
      prefix: `${signature[1]}=`,
      separator: parts.length < 2 ? "" : (/[,;&|]|\s/.exec(value)?.[0] ?? ""),
      encoding: null,
      bytes: null,
      algorithm: null,
      timestamp: timestamp === undefined ? null : { from: "part", prefix: `${timestamp[1]}=` },
      timestampUnit: /^\d{9,16}$/.test(moment) ? unitFor(moment, PLAIN, at) : null,
    };
  }
  return null;
}

/** As long as a digest, and written in hexadecimal rather than in Base64 that happens to have no other characters. */
function plainest(value: string): Bare | undefined {
  return [...targetsIn(value)].find(({ bytes, written }) => written === "plain" && WHOLE_BYTES.has(bytes.length));
}
