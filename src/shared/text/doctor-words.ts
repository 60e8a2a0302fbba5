import type { BodyChange, Construction, JsonChange, SecretForm } from "../signature-doctor.ts";

/** One thing that is different, in words. */
export interface ChangeWords {
  /** After “Valid if”. */
  readonly condition: string;
  readonly reason: string;
  readonly advice: string;
  /** What is asked of the sender, said to the sender. */
  readonly request?: string;
}

/** Advice to ask the sender for something, and the request to the sender itself where that is said otherwise. */
export function asking(what: string, request = what): Required<Pick<ChangeWords, "advice" | "request">> {
  return { advice: `Ask the sender to ${what}.`, request: `Please ${request}.` };
}

export const SIGN_AS_SENT = asking("sign the very bytes that it sends", "sign the very bytes that you send");

export const WRITTEN = {
  "base64-of-hex": {
    condition: "its Base64 is taken for the text of the hexadecimal form",
    reason: "The sender encodes twice: the hexadecimal text once more in Base64.",
    ...asking("encode the signature once"),
  },
  "hex-of-text": {
    condition: "its hexadecimal form is decoded a second time",
    reason: "The sender encodes twice.",
    ...asking("encode the signature once"),
  },
  quoted: {
    condition: "the quotation marks around it are left out",
    reason: "The sender writes the signature in quotation marks.",
    ...asking("leave the quotation marks out"),
  },
} as const satisfies Record<string, ChangeWords>;

export const CONSTRUCTIONS: Readonly<Record<Construction, ChangeWords>> = {
  "key-before": way(
    "it is a plain hash of the secret and the body",
    "hashes secret and body one behind the other; that is no HMAC",
  ),
  "key-after": way(
    "it is a plain hash of the body and the secret",
    "hashes body and secret one behind the other; that is no HMAC",
  ),
  "no-key": way(
    "it is a plain hash of the body, without any secret",
    "uses no secret: anybody could make this signature",
  ),
  "hmac-of-hex-hash": way(
    "the hexadecimal hash of the body is signed instead of the body",
    "hashes the body first and signs the hash",
  ),
  "hmac-of-hash": way("the hash of the body is signed instead of the body", "hashes the body first and signs the hash"),
  "hash-of-hex-hmac": way("it is hashed once more", "hashes the finished signature a second time"),
  "hash-of-hmac": way("it is hashed once more", "hashes the finished signature a second time"),
  "hmac-twice-hex": way("it is signed twice", "signs the finished signature a second time"),
  swapped: way("secret and body change places", "passes secret and body to the HMAC in the wrong order"),
};

function way(condition: string, does: string): ChangeWords {
  return {
    condition,
    reason: `The sender ${does}.`,
    ...asking("use HMAC, with the body as the message and the secret as the key"),
  };
}

function secretAs(condition: string, reason: string): ChangeWords {
  return { condition, reason, advice: "Set the secret again at the end where it is wrong." };
}

export const SECRET_FORMS: Readonly<Record<SecretForm, ChangeWords>> = {
  trimmed: secretAs(
    "the white space around the secret is left out",
    "The secret was pasted here with white space around it.",
  ),
  "with-newline": secretAs(
    "a line break follows the secret",
    "The sender read the secret with the line break at its end, as from a file.",
  ),
  "with-crlf": secretAs(
    "a line break of Windows follows the secret",
    "The sender read the secret with the line break at its end, as from a file.",
  ),
  "with-space": secretAs(
    "a space stands before or after the secret",
    "The secret was pasted at the sender with a space.",
  ),
  unquoted: secretAs(
    "the quotation marks around the secret are left out",
    "The secret was pasted here in quotation marks.",
  ),
  quoted: secretAs(
    "the secret is in quotation marks",
    "The sender takes the quotation marks for part of the secret, as from a settings file.",
  ),
  "without-prefix": secretAs(
    "the secret is used without what stands in front",
    "The sender leaves out the beginning of the secret, such as whsec_.",
  ),
  "percent-decoded": secretAs("the per cent signs in the secret are decoded", "The secret was copied from an address."),
  "base64-of-it": secretAs(
    "the secret is encoded in Base64 first",
    "The sender uses the Base64 text of the secret as the key.",
  ),
  "hex-of-it": secretAs(
    "the secret is written in hexadecimal first",
    "The sender uses the hexadecimal text of the secret as the key.",
  ),
  "lower-case": secretAs("the secret is in small letters", "The letters of the secret were changed at one end."),
  "upper-case": secretAs("the secret is in capital letters", "The letters of the secret were changed at one end."),
  empty: secretAs("the secret is empty", "The sender has no secret set: anybody could make this signature."),
  placeholder: secretAs(
    "the secret is a word such as “undefined”",
    "The sender’s setting for the secret is missing, and its program uses a stand-in.",
  ),
};

function bytes(condition: string, reason: string): ChangeWords {
  return { condition, reason, ...SIGN_AS_SENT };
}

export const BODIES: Readonly<Record<BodyChange, ChangeWords>> = {
  "newline-added": bytes("a line break is added to the body", "The sender signs a line break that it does not send."),
  "crlf-added": bytes(
    "a line break of Windows is added to the body",
    "The sender signs a line break that it does not send.",
  ),
  "newline-removed": bytes(
    "the line break at the end of the body is left out",
    "The sender sends a line break that it does not sign.",
  ),
  trimmed: bytes(
    "the white space around the body is left out",
    "The sender signs the body without the white space around it.",
  ),
  "to-lf": bytes("the line ends of the body are those of Unix", "Line ends are changed between signing and sending."),
  "to-crlf": bytes(
    "the line ends of the body are those of Windows",
    "Line ends are changed between signing and sending.",
  ),
  "bom-added": bytes(
    "a byte order mark stands before the body",
    "The sender signs a byte order mark that it does not send.",
  ),
  "bom-removed": bytes(
    "the byte order mark before the body is left out",
    "The sender adds a byte order mark after it has signed.",
  ),
  decoded: bytes("the body is decompressed first", "The sender signs the body and compresses it afterwards."),
  empty: bytes("the body is empty", "The sender signs nothing: its body was not there yet, or had been read already."),
  latin1: bytes("the body is in Latin-1", "The sender signs another character encoding than it sends."),
  "double-utf8": bytes("the body is encoded in UTF-8 twice", "The sender signs letters that were encoded twice."),
  "form-decoded": bytes("the form is decoded first", "The sender signs the form before it is encoded."),
  form: bytes("the body is written as a form", "The sender signs a form and sends JSON."),
  "json-string": bytes(
    "the body is put into a JSON text",
    "The sender encodes the body as JSON once more before it signs.",
  ),
  "json-unwrapped": bytes(
    "the text inside the JSON text is taken",
    "The sender encodes the body as JSON once more after it has signed.",
  ),
  base64: bytes("the body is in Base64", "The sender signs the Base64 text of the body."),
  nfc: bytes(
    "the letters of the body are composed",
    "Letters with accents are written differently when they are signed.",
  ),
  nfd: bytes(
    "the letters of the body are taken apart",
    "Letters with accents are written differently when they are signed.",
  ),
};

/** After “the body is serialised again”. */
export const JSON_CHANGES: Readonly<Record<JsonChange, string>> = {
  compact: "without spaces",
  spaced: "with a space after commas and colons",
  "indent-2": "indented by two spaces",
  "indent-4": "indented by four spaces",
  "indent-tab": "indented by tabs",
  sorted: "with its keys sorted",
  "slashes-escaped": "with escaped slashes",
  "slashes-plain": "with plain slashes",
  "unicode-escaped": "with escaped letters (\\u00e9)",
  "unicode-escaped-upper": "with escaped letters (\\u00E9)",
  "unicode-plain": "with plain letters instead of escaped ones",
  "html-escaped": "with <, > and & escaped",
  "html-escaped-upper": "with <, > and & escaped in capitals",
  "html-plain": "with plain <, > and &",
  "numbers-rounded": "with its numbers as JavaScript writes them",
  "numbers-shortened": "without the zeros at the end of decimals",
  "numbers-point-0": "with .0 after whole numbers",
  "numbers-point-00": "with two decimals",
  "numbers-quoted": "with its numbers as text",
  "numbers-exponent": "with large numbers as powers of ten",
};
