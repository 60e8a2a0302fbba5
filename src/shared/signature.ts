import { z } from "zod";
import { headerName } from "./header-rules.ts";
import type { DeepReadonly } from "./primitives.ts";

/** The hash under an HMAC (RFC 2104): the sender and the profile have the same secret. */
export const hmacAlgorithm = z.enum(["sha1", "sha256", "sha384", "sha512", "md5"]);
export type HmacAlgorithm = z.infer<typeof hmacAlgorithm>;

/**
 * Signatures of a private key: the profile has the public one (RFC 8017 sections 8.2 and 8.1, RFC 8032, FIPS 186-5).
 */
export const publicKeyAlgorithm = z.enum([
  "rsa-sha256",
  "rsa-sha512",
  "rsa-sha1",
  "rsa-pss-sha256",
  "ed25519",
  "ecdsa-sha256",
]);
export type PublicKeyAlgorithm = z.infer<typeof publicKeyAlgorithm>;

export const signatureAlgorithm = z.enum([...hmacAlgorithm.options, ...publicKeyAlgorithm.options]);
export type SignatureAlgorithm = z.infer<typeof signatureAlgorithm>;

/** Whether what the profile has is a public key: it checks, and cannot sign. */
export function usesPublicKey(algorithm: SignatureAlgorithm): algorithm is PublicKeyAlgorithm {
  return publicKeyAlgorithm.safeParse(algorithm).success;
}

/** How a timestamp is written: seconds or milliseconds since the epoch, or a date and time (RFC 3339). */
export const timestampUnit = z.enum(["seconds", "milliseconds", "iso"]);
export type TimestampUnit = z.infer<typeof timestampUnit>;

/** How the bytes of a signature are written (RFC 4648 sections 8, 4 and 5). Hex is read in either letter case. */
export const signatureEncoding = z.enum(["hex", "base64", "base64url"]);
export type SignatureEncoding = z.infer<typeof signatureEncoding>;

/**
 * How the bytes of the key come out of the secret: its characters in UTF-8, or what it encodes. A `whsec_` in front
 * is not part of what it encodes (Standard Webhooks).
 */
export const secretDecoding = z.enum(["text", "base64", "hex"]);
export type SecretDecoding = z.infer<typeof secretDecoding>;

/** A few characters that a header value may have. */
const headerPart = (atMost: number) =>
  z
    .string()
    .max(atMost, `At most ${atMost} characters.`)
    .regex(/^[\t\x20-\x7e]*$/, "Plain characters only.");

/** Where an id or a timestamp stands: in a header of its own, or in a part of the signature header such as `t=…`. */
export const valueSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("header"), name: headerName }),
  z.object({ from: z.literal("part"), prefix: headerPart(40).min(1, "Enter what stands in front, such as t=.") }),
]);
export type ValueSource = DeepReadonly<z.infer<typeof valueSource>>;

/**
 * The places of a template. `{path}` is the request target as sent, with its query, `{url}` the address that was called,
 * as far as the request tells it; `{params}` the fields of a form, sorted by name, each name followed by its value;
 * `{crc32}` and `{sha256}` checksums of the body, in decimal and in hexadecimal.
 */
export const TEMPLATE_PLACES = [
  "id",
  "timestamp",
  "method",
  "path",
  "url",
  "body",
  "params",
  "crc32",
  "sha256",
] as const;
export type TemplatePlace = (typeof TEMPLATE_PLACES)[number];

/** Places that name what they take: a header, a parameter of the address, a field of a JSON body (`data.0.id`). */
export const NAMED_PLACES = ["header", "query", "field"] as const;

const PLACE = /\{([^{}]*)\}/g;

const template = z
  .string()
  .max(1_000, "At most 1,000 characters.")
  .refine((text) => text.split("{body}").length <= 2, "The template has {body} in it once at most.")
  .refine(
    (text) => /\{(?:body|path|url|params|crc32|sha256|\w+:[^{}]+)\}/.test(text),
    "Id and time alone sign nothing of the request: say what of it is signed, such as {body}.",
  )
  .refine(
    (text) => [...text.matchAll(PLACE)].every(([, name]) => isPlace(name ?? "")),
    `The places of a template are ${TEMPLATE_PLACES.map((name) => `{${name}}`).join(", ")}, and {header:…}, {query:…} and {field:…}.`,
  );

function isPlace(name: string): boolean {
  const [kind = "", argument] = name.split(/:(.*)/s);
  if (argument === undefined) return (TEMPLATE_PLACES as readonly string[]).includes(kind);
  return (NAMED_PLACES as readonly string[]).includes(kind) && argument !== "";
}

/** What is signed: the body as it came over the wire, or a text with the body in it. */
export const signedContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("body") }),
  z.object({ kind: z.literal("template"), template }),
]);
export type SignedContent = DeepReadonly<z.infer<typeof signedContent>>;

/**
 * One of the secrets that a signature may have been made with; more than one while they are being rotated. `own`: it
 * is in the vault under `signature:<id>`. `authentication`: it is the key that calls are authenticated with, as where
 * a service signs with the secret API key.
 */
export const signatureSecret = z.object({
  id: z.string().regex(/^[0-9A-Za-z-]{1,64}$/),
  name: z.string().trim().min(1, "Give the secret a name.").max(80, "At most 80 characters."),
  source: z.enum(["own", "authentication"]),
});
export type SignatureSecret = DeepReadonly<z.infer<typeof signatureSecret>>;

const secrets = z
  .array(signatureSecret)
  .max(20, "At most 20 secrets.")
  .refine((list) => new Set(list.map((each) => each.id)).size === list.length, "Two secrets have the same id.");

const base = { header: headerName, prefix: headerPart(40), secrets };

/** A signature made with a key over what was sent. */
const signedSettings = z.object({
  kind: z.literal("signed"),
  /** The prefix stands directly before each signature: `sha256=`, `v1,`. Parts without it are passed over. */
  ...base,
  /** The field of a JSON body that has the signature, such as `data.signature`; null: it stands in the header. */
  field: z.string().min(1, "Enter the field, such as data.signature.").max(200, "At most 200 characters.").nullable(),
  /** What separates the parts of a header that holds several; empty: it holds one. */
  separator: headerPart(3),
  algorithm: signatureAlgorithm,
  encoding: signatureEncoding,
  secretDecoding,
  content: signedContent,
  /** Where the template's `{id}` is found, and its `{timestamp}`; null: nowhere. */
  id: valueSource.nullable(),
  timestamp: valueSource.nullable(),
  timestampUnit,
  /** Seconds that the timestamp may be away from the moment of arrival, before or after it; null: not checked. */
  toleranceSeconds: z.int().min(1, "At least one second.").max(31_536_000, "At most a year.").nullable(),
});

/** A header that always has the same value. It proves who sent, not what was sent. */
const staticSettings = z.object({ kind: z.literal("static"), ...base });

/** How a profile's deliveries are checked. The specification names no scheme, so everything can be set. */
export const signatureSettings = z.discriminatedUnion("kind", [
  signedSettings.superRefine(({ content, field, id, timestamp, toleranceSeconds }, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: "custom", message, path: [path] });
    if (uses(content, "id") && id === null) complain("id", "The template has {id}: say where it is found.");
    if (uses(content, "timestamp") && timestamp === null)
      complain("timestamp", "The template has {timestamp}: say where it is found.");
    if (field !== null && content.kind === "body")
      complain("field", "A signature within the body is not over the body: say in the template what is signed.");
    if (toleranceSeconds !== null && timestamp === null)
      complain("toleranceSeconds", "Without a timestamp there is nothing to compare.");
  }),
  staticSettings,
]);
export type SignatureSettings = DeepReadonly<z.infer<typeof signatureSettings>>;
export type SignedSettings = Extract<SignatureSettings, { readonly kind: "signed" }>;
export type StaticSettings = Extract<SignatureSettings, { readonly kind: "static" }>;

/** Whether a place occurs in what is signed. */
export function uses(content: SignedContent, place: TemplatePlace): boolean {
  return content.kind === "template" && content.template.includes(`{${place}}`);
}

/** The vault's slot of a signature secret. */
export function secretSlotOf({ id, source }: SignatureSecret): string {
  return source === "authentication" ? "authentication" : `signature:${id}`;
}

/** The slots that these settings keep for themselves. */
export function ownSlots(settings: SignatureSettings | null): readonly string[] {
  return settings?.secrets.filter(({ source }) => source === "own").map(secretSlotOf) ?? [];
}
