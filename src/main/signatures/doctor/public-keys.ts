import type { Instant } from "../../../shared/primitives.ts";
import { type SignatureEncoding, type SignedSettings, signatureEncoding } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import { decodeText } from "../encoding.ts";
import type { SignedMessage } from "../message.ts";
import { algorithmsOf, holds, readKey } from "../public-key.ts";
import { verify } from "../verify.ts";
import { contentsOf } from "./contents.ts";
import { secretOf } from "./providers.ts";
import type { Candidate, Finding, Limits } from "./types.ts";

/** The shortest signatures of a private key, in bytes: those of ECDSA over P-256 in DER may lose some. */
const SHORTEST_BYTES = 60;
const LONGEST_CHARACTERS = 2_048;
const TOKENS_AT_MOST = 40;
/** The plainest contents: body, timestamp and body, id, timestamp and body. */
const CONTENTS_AT_MOST = 150;

/** A signature that one of the public keys among the secrets confirms, in whatever header, over whatever content. */
export function findPublicKey(
  message: SignedMessage,
  settings: SignedSettings,
  candidates: readonly Candidate[],
  arrivedAt: Instant,
  limits: Limits,
): Finding | null {
  const until = performance.now() + limits.milliseconds / 2;
  const tokens = [...tokensIn(message)].slice(0, TOKENS_AT_MOST);
  if (tokens.length === 0) return null;
  const contents = contentsOf(message, settings, arrivedAt).slice(0, CONTENTS_AT_MOST);
  for (const candidate of candidates) {
    const key = readKey(candidate.value)?.publicKey;
    if (key === undefined) continue;
    for (const { value: content, changes: inContent } of contents) {
      const signed = Buffer.concat([content.before, content.hasBody ? message.body : new Uint8Array(0), content.after]);
      for (const algorithm of algorithmsOf(key))
        for (const { header, prefix, encoding, bytes } of tokens) {
          if (performance.now() > until) return null;
          if (!holds(algorithm, key, signed, bytes)) continue;
          const changes: SignatureChange[] = [];
          if (header.toLowerCase() !== settings.header.toLowerCase()) changes.push({ change: "header", name: header });
          if (prefix !== settings.prefix) changes.push({ change: "prefix", prefix });
          if (encoding !== settings.encoding) changes.push({ change: "encoding", encoding });
          if (algorithm !== settings.algorithm) changes.push({ change: "algorithm", algorithm });
          if (candidate.change !== null) changes.push(candidate.change);
          const next: SignedSettings = {
            ...settings,
            ...content.settings,
            ...{ header, prefix, encoding, algorithm, field: null, separator: "", secretDecoding: "text" },
            toleranceSeconds: null,
          };
          const known = [{ name: "", value: candidate.value }];
          const isProved = content.settings !== null && verify(message, next, known, arrivedAt).state === "valid";
          const remedy = isProved ? { settings: next, secret: secretOf(candidate) } : null;
          return { changes: [...changes, ...inContent], remedy };
        }
    }
  }
  return null;
}

interface Token {
  readonly header: string;
  readonly prefix: string;
  readonly encoding: SignatureEncoding;
  readonly bytes: Buffer;
}

/** Everything in the headers that is long enough for such a signature. */
function* tokensIn({ headers }: SignedMessage): Generator<Token> {
  for (const [header, value] of headers) {
    const text = value.trim();
    if (text.length > LONGEST_CHARACTERS) continue;
    const [, prefix = "", token = ""] = /^([0-9A-Za-z_-]{1,20}[=,])?([0-9A-Za-z+/_-]{80,}={0,2})$/.exec(text) ?? [];
    for (const encoding of signatureEncoding.options) {
      const bytes = decodeText(token, encoding);
      if (bytes !== null && bytes.length >= SHORTEST_BYTES) yield { header, prefix, encoding, bytes };
    }
  }
}
