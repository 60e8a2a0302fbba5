import { type SecretDecoding, type SignatureSettings, secretDecoding } from "../../../shared/signature.ts";
import type { SecretForm, SignatureChange } from "../../../shared/signature-doctor.ts";
import { keyBytes } from "../encoding.ts";
import type { Candidate, Option } from "./types.ts";

/** A key, and the secret that it comes from as it would have to be set. */
export interface Key {
  readonly bytes: Buffer;
  readonly candidate: Candidate;
  /** The secret with its form changed; null where no secret gives this key. */
  readonly secret: string | null;
  readonly decoding: SecretDecoding;
}

/** The keys to try, cheapest first: each once. */
export function keysOf(
  candidates: readonly Candidate[],
  settings: Extract<SignatureSettings, { readonly kind: "signed" }>,
): readonly Option<Key>[] {
  const options: Option<Key>[] = [];
  for (const candidate of candidates) {
    const base = candidate.change === null ? [] : [candidate.change];
    const add = (cost: number, secret: string | null, decoding: SecretDecoding, form: SecretForm | null): void => {
      const bytes = keyBytes(secret ?? "", decoding);
      if (bytes === null) return;
      const changes: SignatureChange[] = [...base];
      if (form !== null) changes.push({ change: "secret-form", form });
      if (decoding !== settings.secretDecoding) changes.push({ change: "secret-decoding", decoding });
      options.push({ cost: cost + base.length, changes, value: { bytes, candidate, secret, decoding } });
    };
    add(0, candidate.value, settings.secretDecoding, null);
    for (const decoding of secretDecoding.options) {
      if (decoding !== settings.secretDecoding) add(1, candidate.value, decoding, null);
      for (const [form, secret] of formsOf(candidate.value)) {
        if (secret !== candidate.value) add(decoding === settings.secretDecoding ? 1 : 2, secret, decoding, form);
      }
    }
  }
  const first = candidates[0] ?? { value: "", change: null, id: null, isCallsKey: false };
  const without = (text: string, form: SecretForm): Option<Key> => ({
    cost: 2,
    changes: [{ change: "secret-form", form }],
    value: { bytes: Buffer.from(text), candidate: first, secret: null, decoding: "text" },
  });
  // What programs put in the place of a setting that is not there.
  for (const text of ["undefined", "null", "None", "nil", "secret"]) options.push(without(text, "placeholder"));
  options.push(without("", "empty"));
  const seen = new Set<string>();
  return options
    .toSorted((left, right) => left.cost - right.cost)
    .filter(({ value }) => {
      const key = value.bytes.toString("latin1");
      return seen.has(key) ? false : seen.add(key);
    });
}

/** A secret as it may have been pasted at one end or the other. */
function formsOf(value: string): readonly (readonly [SecretForm, string])[] {
  // Copied from a page or a chat, a secret may bring characters along that nobody sees.
  const trimmed = value.replaceAll(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "").trim();
  const unquoted = /^(["'`])(.*)\1$/s.exec(trimmed)?.[2];
  const bare = /^(?:bearer\s|basic\s|whsec_|whsk_|[a-z]{2,6}_(?:test|live)_|[a-z]{2,8}_)(.+)$/is
    .exec(trimmed)?.[1]
    ?.trimStart();
  const forms: [SecretForm, string][] = [
    ["trimmed", trimmed],
    ["with-newline", `${value}\n`],
    ["with-crlf", `${value}\r\n`],
    ["with-space", `${value} `],
    ["with-space", ` ${value}`],
    ["quoted", `"${value}"`],
    ["quoted", `'${value}'`],
    ["base64-of-it", Buffer.from(value).toString("base64")],
    ["hex-of-it", Buffer.from(value).toString("hex")],
    ["lower-case", value.toLowerCase()],
    ["upper-case", value.toUpperCase()],
  ];
  if (unquoted !== undefined) forms.push(["unquoted", unquoted]);
  if (bare !== undefined) forms.push(["without-prefix", bare]);
  try {
    forms.push(["percent-decoded", decodeURIComponent(value)]);
  } catch {
    // A per cent sign that is none of an encoding.
  }
  return forms;
}
